"""Finished games that must verify for ever, and how they were made."""
