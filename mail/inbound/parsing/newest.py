"""The newest text of a reply: what its writer wrote above, below or between what is quoted.

Nothing quoted may pass: it would be read as a move. A line that may be quoted is left out: asking
back costs less than a wrong move.
"""

import re
from collections.abc import Sequence

from mail.inbound.parsing import layouts

MOST_LINES = 10_000
"""Lines that are read."""

_SIGNATURE = re.compile(r"\s*(?:--|—|–)\s*")
_QUOTED = re.compile(r"\s{0,3}>")
_LONGEST_ATTRIBUTION = 5
"""Lines over which an attribution may be broken."""
_LONGEST_BLOCK = 12
_LEAST_WIDTH = 72
"""No program breaks lines earlier."""
_LABEL = {
    kind: re.compile(rf"[\s*_]*(?:{labels})[\s*_]*:", re.IGNORECASE)
    for kind, labels in layouts.LABELS.items()
}
_LABEL_WITHIN = {
    kind: re.compile(rf"(?:^\s*[*_]?|\s)(?:{labels})\s?[*_]?:", re.IGNORECASE)
    for kind, labels in layouts.LABELS.items()
}


def newest(text: str) -> str:
    """Return what the writer of a mail with this text wrote, quotes and signature left out."""
    lines = _without_armour(text.split("\n", MOST_LINES)[:MOST_LINES])
    rests = _rests_of_quotes(lines)
    stretches: list[list[str]] = [[]]
    place = 0
    while place < len(lines):
        line = lines[place]
        if _QUOTED.match(line) or place in rests:
            stretches.append([])
            place += 1
        elif _SIGNATURE.fullmatch(line):
            break
        elif end := _introduction(lines, place):
            if not _is_quoted_next(lines, end):
                break  # a quote without marks, and nobody can say where it ends
            stretches.append([])
            place = end
        elif layouts.LINE.fullmatch(line):
            if _is_disclaimer(lines, place + 1):
                break
            place += 1
        elif length := _program_signature(lines, place):
            place += length
        else:
            stretches[-1].append(line.strip())
            place += 1
    parts = ("\n".join(stretch).strip() for stretch in stretches)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(part for part in parts if part))


def _introduction(lines: Sequence[str], place: int) -> int:
    """Return where the words end that introduce a quote and begin here, or 0 if none do."""
    if layouts.SEPARATOR.match(lines[place]):
        following = _next_written(lines, place + 1)
        return _block_end(lines, following) or place + 1
    if layouts.LINE.fullmatch(lines[place]):
        following = _next_written(lines, place + 1)
        return _block_end(lines, following) if following <= place + 3 else 0
    return _block_end(lines, place) or _attribution_end(lines, place)


def _block_end(lines: Sequence[str], place: int) -> int:
    """Return where a block of fields such as `From:` and `Sent:` ends that begins here, or 0."""
    if place >= len(lines) or not any(
        _LABEL[kind].match(lines[place]) for kind in ("from", "date")
    ):
        return 0
    end = place
    most = min(len(lines), place + _LONGEST_BLOCK)
    while end < most and lines[end].strip() and not _QUOTED.match(lines[end]):
        end += 1
    block = [line[:500] for line in lines[place:end]]
    kinds = {kind for line in block for kind, label in _LABEL_WITHIN.items() if label.search(line)}
    return end if "from" in kinds and len(kinds) >= 3 else 0


def _attribution_end(lines: Sequence[str], place: int) -> int:
    """Return where a sentence such as `On Monday … wrote:` ends that begins here, or 0."""
    for end in range(place + 1, min(len(lines), place + _LONGEST_ATTRIBUTION) + 1):
        last = lines[end - 1]
        if not last.strip() or _QUOTED.match(last):
            return 0
        if _is_attribution(lines[place:end]) or _stands_before_quote(lines, place, end):
            # An own line may stand just above: the sentence begins as late as it can.
            later = (n for n in range(place + 1, end) if layouts.ATTRIBUTION_BEGINS.match(lines[n]))
            return 0 if any(_is_attribution(lines[start:end]) for start in later) else end
    return 0


def _is_attribution(lines: Sequence[str]) -> bool:
    sentence = " ".join(line.strip() for line in lines)[:600]
    if not layouts.ATTRIBUTION_ENDS.search(sentence):
        return False
    if layouts.ATTRIBUTION_BEGINS.match(lines[0]) or layouts.DATE_BEGINS.match(sentence):
        moment_or_address = (layouts.NAMES_A_MOMENT, layouts.NAMES_AN_ADDRESS)
        return any(named.search(sentence) for named in moment_or_address)
    return len(lines) == 1 and bool(layouts.NAMES_AN_ADDRESS.search(sentence))


def _stands_before_quote(lines: Sequence[str], place: int, end: int) -> bool:
    """Return whether these lines, with an address or `Duelpost wrote:`, lead to a marked quote."""
    sentence = " ".join(line.strip() for line in lines[place:end])[:600]
    says_who_wrote = end == place + 1 and layouts.ATTRIBUTION_ENDS.search(sentence)
    if not sentence.endswith(":"):
        return False
    if not says_who_wrote and not layouts.NAMES_AN_ADDRESS.search(sentence):
        return False
    return _is_quoted_next(lines, end) and _next_written(lines, end) <= end + 1


def _is_quoted_next(lines: Sequence[str], place: int) -> bool:
    following = _next_written(lines, place)
    return following < len(lines) and bool(_QUOTED.match(lines[following]))


def _next_written(lines: Sequence[str], place: int) -> int:
    while place < len(lines) and not lines[place].strip():
        place += 1
    return place


def _is_disclaimer(lines: Sequence[str], place: int) -> bool:
    start = _next_written(lines, place)
    return bool(layouts.DISCLAIMER.search(" ".join(lines[start : start + 4])[:600]))


def _program_signature(lines: Sequence[str], place: int) -> int:
    """Return how many lines a signature such as `Sent from my phone` has here, or 0."""
    line = lines[place].strip()
    if layouts.EXCUSES.fullmatch(line):
        return 1
    if not layouts.SIGNED_BY_A_PROGRAM.fullmatch(line):
        return 0
    is_broken = len(line) > _LEAST_WIDTH - 12 and place + 1 < len(lines)
    follows = is_broken and lines[place + 1].strip() and not _introduction(lines, place + 1)
    return 2 if follows and not _QUOTED.match(lines[place + 1]) else 1


def _rests_of_quotes(lines: Sequence[str]) -> set[int]:
    """Return the places of lines that are the rest of a quoted line which some program broke."""
    # Such a rest has no mark. Its first word had no room on the quoted line above, and quoted lines
    # follow. At the end of a quote it must be a link, or other lines in this mail be such rests.
    rests: set[int] = set()
    for place in range(1, len(lines)):
        above, words = lines[place - 1], lines[place].split(maxsplit=1)
        if not words or _QUOTED.match(lines[place]) or not _QUOTED.match(above):
            continue
        if len(above) + 1 + len(words[0]) <= _LEAST_WIDTH:
            continue
        below = lines[place + 1] if place + 1 < len(lines) else ""
        is_link = len(words) == 1 and words[0].startswith(("http://", "https://"))
        if _QUOTED.match(below) or (not below.strip() and (is_link or rests)):
            rests.add(place)
    return rests


def _without_armour(lines: list[str]) -> list[str]:
    """Return the lines without what PGP puts around a text that it signs in place."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in (line.strip() for line in lines):
        return lines
    bare = [line.strip() for line in lines]
    start = bare.index("-----BEGIN PGP SIGNED MESSAGE-----")
    body = next((n + 1 for n in range(start, len(bare)) if not bare[n]), len(bare))
    stop = next((n for n in range(body, len(bare)) if bare[n].startswith("-----BEGIN PGP")), None)
    signed = [line.removeprefix("- ") for line in lines[body:stop]]
    return lines[:start] + signed
