"""A game at the table for pages and the API: turns composed ahead, lines, replays, their proof."""
