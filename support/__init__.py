"""Operators: what they see and decide. It may import the games; nothing in the games imports it."""
