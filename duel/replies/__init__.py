"""Replies by mail: what a player's answer to a letter asks for, and what becomes of it."""
