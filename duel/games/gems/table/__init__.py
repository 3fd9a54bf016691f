"""The table drawn for a page, as far as games of gems and cards draw it alike."""
