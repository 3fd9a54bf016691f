"""The reasons that operators give for what they do: how long they may be, and how they are kept.

The pages and services of letters, mail and people call it; so do decisions about games.
"""

REASON_LENGTH = 500
"""Characters of a reason for an act about a person, a letter or a mail."""

DECISION_LENGTH = 2000
"""Characters of a decision's reason, and of its message to the players."""


def in_one_line(text: str) -> str:
    """Return the text in one line, without what PostgreSQL does not store."""
    return " ".join(text.replace("\0", "").split())
