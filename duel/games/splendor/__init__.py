"""Splendor in words and drawings."""
