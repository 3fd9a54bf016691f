"""The kinds of pieces that only Splendor Duel has, beside those of `engine/reading/piece.py`."""

CELL = "c"
ROYAL = "K"
PRIVILEGE = "P"
GETS = "G"
PLACE = "l"
BAG = "b"
BAD_RANGE = "I"
