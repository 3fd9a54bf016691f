"""A language of invented words, made from the English files and played in: see `language.py`."""
