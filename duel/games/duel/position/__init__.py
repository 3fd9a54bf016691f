"""Where a game of Splendor Duel stands, in words and drawings."""
