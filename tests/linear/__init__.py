"""Work on strangers' bytes grows with their length and not with its square."""
