"""A game at the table: turns composed ahead, lines tried out, replays and their proof.

Pages and the API call it.
"""
