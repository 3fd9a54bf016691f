"""The record of a game: its log, its links, and what others may know of it.

All rooms above it call it; what people read goes through `duel.perspective`.
"""
