"""What operators are shown of one game."""
