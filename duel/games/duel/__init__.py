"""The game in words: a seat's view, its events and its legal moves, in the active language.

Nothing but these three goes in, so nothing hidden can come out. Letters, pages and the admin are
made from here, so that they all say the same. No addresses, mail or clocks are known here.
"""
