"""The letters about games: each kind has a builder, called when the letter is sent."""
