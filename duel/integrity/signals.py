"""What this room tells the rooms above it."""

from django.dispatch import Signal

damage_found = Signal()
"""Sent with `game` when its record is found broken, once for each time that it is."""
