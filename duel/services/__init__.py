"""The verbs of the games, and the only writers of their tables."""
