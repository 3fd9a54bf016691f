"""Pages that a signed link opens; `duel/web/urls.py` gives them their addresses."""
