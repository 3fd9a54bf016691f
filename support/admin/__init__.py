"""Games, people and lists in the admin. Django imports it when the admin looks for its pages."""

from support.admin import (
    disputes,  # noqa: F401
    games,  # noqa: F401
    lists,  # noqa: F401
    people,  # noqa: F401
)
