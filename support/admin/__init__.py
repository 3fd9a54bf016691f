"""The games in the admin: what operators see, and what they can decide."""

from support.admin import (
    audit,  # noqa: F401
    dashboard,  # noqa: F401
    disputes,  # noqa: F401
    games,  # noqa: F401
    people,  # noqa: F401
)
