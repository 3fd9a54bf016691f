"""What operators are told of the service's state."""
