"""Replies by mail: what they ask for."""
