"""Programs that play: sweeps find the games that wait for one, and play its turns."""
