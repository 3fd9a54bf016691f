"""Matches between bots: who is stronger, by how much, and how sure that is.

- `contest`: which games are played, who sits where, and where chance comes from
- `playing`: one game, played to its end
- `tally`: what many games add up to
- `match`: all games, on every core
- `command`: `python -m engine arena`
"""
