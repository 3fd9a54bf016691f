"""A letter that would be long does without the gaps between its parts."""

from dataclasses import replace

from mail.drafts import Draft

MOST_LINES = 100
"""So many lines are read on a phone without getting lost."""


def without_gaps(draft: Draft) -> Draft:
    """Return the draft; where its text is longer, its headings alone part it, no empty lines."""
    lines = draft.text.split("\n")
    if len(lines) <= MOST_LINES:
        return draft
    *most, last = lines
    return replace(draft, text="\n".join([*(line for line in most if line), last]))
