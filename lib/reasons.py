"""The reasons that operators give for what they do, about games, letters, mail and people."""

REASON_LENGTH = 500
"""Characters of a reason for an act about a person, a letter or a mail."""

DECISION_LENGTH = 2000
"""Characters of a decision's reason, and of its message to the players."""


def in_one_line(text: str) -> str:
    """Return the text in one line, without what PostgreSQL does not store."""
    return " ".join(text.replace("\0", "").split())
