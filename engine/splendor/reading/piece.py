"""The kinds of pieces that only Splendor has, beside those of `engine/reading/piece.py`."""

NOBLE = "K"
POST = "P"
EXTRA = "e"
BANK = "b"
BONUS = "$"
TURN = "w"
