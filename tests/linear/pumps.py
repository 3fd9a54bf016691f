"""Inputs that make a regular expression go back again and again, made from the expression itself.

For each repetition in it: what leads there, then what is repeated many times, then what fits no
more. Beside them are runs of blanks, line ends, digits and letters, whatever the expression is.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

ENDINGS = ("", "\0", "!", "\n", " b", "=", "@", ">")
EVERYWHERE = (" ", "\n", " \n", "\t", "0", "a", "A ", "a,", "> ", ">", "1.", "a.", "a@", "-", "_")
MOST_SAMPLES = 6


class Pump(NamedTuple):
    """A text with a part that can be repeated."""

    before: str
    repeated: str
    after: str

    def text(self, size: int) -> str:
        """Return about so many characters."""
        return self.before + self.repeated * max(1, size // len(self.repeated)) + self.after


def pumps_of(pattern: re.Pattern[Any]) -> Iterator[Pump]:
    """Yield texts that this expression may go through more than once."""
    written = pattern.pattern
    source = written.decode("latin-1") if isinstance(written, bytes) else written
    tree = parser.parse(source, pattern.flags & ~re.LOCALE & ~re.UNICODE)
    leads = {"", "a"}
    repeated, again = set(EVERYWHERE), set[str]()
    for lead, samples in _repetitions(list(tree)):
        leads.add(lead)
        repeated |= {sample for sample in samples if sample}
        again |= {lead + sample for sample in samples[:2]}
    # Everything that is repeated in it, and every two of them in turn, behind every lead; and what
    # leads to a repetition together with it, as `[image:[image:`.
    twice = {a + b for a, b in itertools.permutations(sorted(repeated - set(EVERYWHERE))[:6], 2)}
    for lead, body, end in itertools.product(
        sorted(leads, key=len)[:8], sorted(repeated | twice), ENDINGS
    ):
        yield Pump(lead, body, end)
    for body, end in itertools.product(sorted(again - repeated)[:20], ENDINGS):
        yield Pump("", body, end)


def inputs_for(pattern: re.Pattern[Any], pump: Pump) -> Callable[[int], Any]:
    """Return what to call with a size: text or bytes, as the expression wants them."""
    if isinstance(pattern.pattern, bytes):
        return lambda size: pump.text(size).encode("latin-1", "replace")
    return pump.text


def _repetitions(items: Sequence[Any], lead: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each repetition that has no small bound: what leads to it, and what it repeats."""
    for operation, argument in items:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, body = argument
            yield from _repetitions(list(body), lead)
            if int(most) > 8:
                yield lead, _samples(list(body))
            lead += (_samples(list(body)) or [""])[0] * int(least)
        elif name == "SUBPATTERN":
            yield from _repetitions(list(argument[-1]), lead)
            lead += (_samples(list(argument[-1])) or [""])[0]
        elif name == "ATOMIC_GROUP":
            yield from _repetitions(list(argument), lead)
            lead += (_samples(list(argument)) or [""])[0]
        elif name == "BRANCH":
            for branch in argument[1]:
                yield from _repetitions(list(branch), lead)
            lead += (_samples([(operation, argument)]) or [""])[0]
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _repetitions(list(argument[1]), lead)
            if name == "ASSERT" and argument[0] < 0:
                lead += (_samples(list(argument[1])) or [""])[0]
        else:
            lead += (_samples([(operation, argument)]) or [""])[0]


def _samples(items: Sequence[Any]) -> list[str]:
    """Return a few texts that these parts of an expression match."""
    found = [""]
    for operation, argument in items:
        choices = _choices(str(operation), argument)
        found = [a + b for a, b in itertools.product(found, choices)][:MOST_SAMPLES]
    return list(dict.fromkeys(found))


def _choices(name: str, argument: Any) -> list[str]:
    match name:
        case "LITERAL":
            return [chr(argument)]
        case "NOT_LITERAL":
            return [c for c in "a >" if ord(c) != argument]
        case "ANY":
            return ["a", " "]
        case "IN":
            return _members(argument)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, _, body = argument
            return [sample * max(int(least), 1) for sample in _samples(list(body))] + (
                [""] if not least else []
            )
        case "SUBPATTERN":
            return _samples(list(argument[-1]))
        case "ATOMIC_GROUP":
            return _samples(list(argument))
        case "BRANCH":
            return [s for branch in argument[1] for s in _samples(list(branch))][: 2 * MOST_SAMPLES]
        case _:
            return [""]


_CANDIDATES = " \na0_->*:.,=/@'\"A|+\xa0"


def _members(items: Sequence[Any]) -> list[str]:
    """Return characters of a class: one of each kind that it names."""
    members: list[str] = []
    negated = any(str(operation) == "NEGATE" for operation, _ in items)
    if not negated:
        for operation, argument in items:
            if str(operation) == "LITERAL":
                members.append(chr(argument))
            elif str(operation) == "RANGE":
                members.append(chr(argument[0]))
    members += [c for c in _CANDIDATES if _is_member(c, items)]
    return list(dict.fromkeys(members))[: 2 * MOST_SAMPLES] or ["a"]


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_DIGIT": str.isdigit,
    "CATEGORY_WORD": lambda c: c.isalnum() or c == "_",
}


def _is_member(character: str, items: Sequence[Any]) -> bool:
    negated, found = False, False
    for operation, argument in items:
        match str(operation):
            case "NEGATE":
                negated = True
            case "LITERAL":
                found |= ord(character) == argument
            case "RANGE":
                found |= argument[0] <= ord(character) <= argument[1]
            case "CATEGORY":
                name = str(argument)
                is_in = _CATEGORIES[name.replace("_NOT_", "_")](character)
                found |= is_in != ("_NOT_" in name)
    return found != negated
