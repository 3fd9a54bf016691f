"""What games of gems and cards have in common: their words, prices and lists of moves.

No game is known here: each hands over what it alone knows, such as what a card costs.
"""
