"""The games in the admin: what operators see, and what they can decide."""

from support.admin import (
    disputes,  # noqa: F401
    games,  # noqa: F401
    lists,  # noqa: F401
    people,  # noqa: F401
)
