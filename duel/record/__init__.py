"""The record of a game: its log, what it adds up to, and who may know what of it."""
