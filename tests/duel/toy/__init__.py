"""A tiny game for three, by which the service is held to know no game and no number of seats."""
