"""A game at the table: what one reader sees of it, what they can do, and a turn composed ahead."""
