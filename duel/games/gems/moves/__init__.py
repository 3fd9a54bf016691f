"""Lists of legal moves: their order, their groups, and words that every game uses."""
