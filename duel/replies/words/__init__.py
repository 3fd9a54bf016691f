"""Parses what a reply says, in any language: pure functions, no query."""
