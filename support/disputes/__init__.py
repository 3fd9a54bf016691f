"""Disputes: what players report, and what operators do about it."""
