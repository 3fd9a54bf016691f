"""Backups of everything that cannot be made anew."""
