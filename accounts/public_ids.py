"""Short names for people and games: they stand in addresses of pages, and nobody guesses them."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another."""


def new_public_id() -> str:
    """Return a name that nobody can guess (31^10, about 2^49)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))
