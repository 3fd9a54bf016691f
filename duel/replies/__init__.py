"""Replies by mail: what a player's answer to a letter asks for, and what becomes of it.

`duel.apps` registers its readers; the worker that reads mail calls them.
"""
