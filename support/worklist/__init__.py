"""What operators should do next, most urgent first."""
