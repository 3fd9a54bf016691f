"""The games in the admin: what operators see, and what they can decide."""

from duel.admin import audit, dashboard, disputes, games, people  # noqa: F401
