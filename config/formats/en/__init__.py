"""Dates in British English."""
