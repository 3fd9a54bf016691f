"""What operators do about people."""
