"""Programs that play: which games wait for one, what it chooses, and that it moves once."""
