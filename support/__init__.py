"""Operators: what they see and decide. It imports the games; nothing in the games imports it."""
