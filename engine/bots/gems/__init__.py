"""What bots know of every game of cards and tokens."""
