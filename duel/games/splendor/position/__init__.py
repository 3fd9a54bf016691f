"""Where a game of Splendor stands, in words and drawings."""
