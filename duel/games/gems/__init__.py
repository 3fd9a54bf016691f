"""What games of gems and cards share: words, prices and lists of moves; no game is known here."""
