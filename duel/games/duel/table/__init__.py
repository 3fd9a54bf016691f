"""The table of Splendor Duel, drawn for a page."""
