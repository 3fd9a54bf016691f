"""The letters about games: each kind has its builder, and is built when it is sent."""
