"""How a running service is, for people and monitors."""
