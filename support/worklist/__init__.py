"""What operators should do next, most urgent first. The admin's front page calls it."""
