"""`python -m tests.subjects FILE`: checks the subject of a commit message, as a hook."""

import re
import sys
from pathlib import Path

VERBS = ("Add", "Fix", "Change", "Remove", "Rename", "Move", "Test", "Document")
LONGEST = 71
_BY_GIT = re.compile(r"(Merge|Revert|fixup!|squash!) ")


def complaint(message: str) -> str:
    """Return what is wrong with the subject of a message, or nothing."""
    subject = message.partition("\n")[0]
    if _BY_GIT.match(subject):
        return ""
    verb, _, thing = subject.partition(" ")
    if verb not in VERBS or not thing:
        return f"A subject begins with one of {', '.join(VERBS)}, and names the thing: {subject!r}"
    if len(subject) > LONGEST:
        return f"A subject has at most {LONGEST} characters, this one {len(subject)}: {subject!r}"
    if subject.endswith("."):
        return f"A subject has no full stop: {subject!r}"
    return ""


if __name__ == "__main__":
    sys.exit(complaint(Path(sys.argv[1]).read_text(encoding="utf-8")) or 0)
