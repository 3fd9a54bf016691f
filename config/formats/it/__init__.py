"""Dates in Italian."""
