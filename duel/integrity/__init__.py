"""Checks that what is stored is what was written, and stops games where it is not."""
