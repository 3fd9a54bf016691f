"""Lengths of time and days in the plain words of replies; the patterns and the parser use them."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import partial

from lib.languages import alternatives, tables_in, words

_either = partial(alternatives, "replies.toml", "times")
_words = partial(words, "replies.toml", "times")
_TIMES = [table["times"] for table in tables_in("replies.toml").values()]

LONGEST = timedelta(days=100)
"""Between the first and the last day: beyond it they were surely swapped."""

_LONGEST_YEARS = 8
"""A 29th of February is never further away."""

HOURS_IN_WORDS = {
    word: hours
    for unit, hours in (("hours", 1), ("days", 24), ("weeks", 168))
    for word in _words(unit)
}
NUMBERS_IN_WORDS = {
    word: int(number)
    for times in _TIMES
    for number, listed in times["numbers"].items()
    for word in listed.split("|")
}
MONTHS_IN_WORDS = {
    word: number
    for times in _TIMES
    for number, listed in enumerate(times["months"], 1)
    for word in listed.split("|")
}
_TODAY, _TOMORROW = _words("today"), _words("tomorrow")
_FIRST_DAY = _words("first_day")
_MONTHS_MAY_COME_FIRST = {
    code
    for code, table in tables_in("replies.toml").items()
    if table["times"].get("months_may_come_first")
}

WORDS = (
    _words("words")
    | {word for day in _TODAY | _TOMORROW for word in day.split()}
    | HOURS_IN_WORDS.keys()
    | NUMBERS_IN_WORDS.keys()
    | MONTHS_IN_WORDS.keys()
)
"""Words of times and days: none of them is a name."""


def _any(choices: Iterable[str]) -> str:
    return "|".join(sorted(choices, key=len, reverse=True))


_MORE = f"(?:(?:{_either('more')}) )?"
_COUNTED = (
    rf"(?:[0-9]{{1,4}}|{_any(NUMBERS_IN_WORDS)}) {_MORE}"
    rf"(?:{_any(HOURS_IN_WORDS)})"
)
TIME = rf"{_COUNTED}(?: (?:{_either('and')}) {_COUNTED})?"
"""A regular expression for a length of time."""

_SPELT_OUT = [word for word in HOURS_IN_WORDS if len(word) > 2 or word == "h"]
SPAN = rf"(?:[0-9]{{1,4}}|{_any(NUMBERS_IN_WORDS)}) {_MORE}(?:{_any(_SPELT_OUT)})"
"""One that is clear alone: "3d" can be a cell, "2 g" can be gold."""

_DAY_IN_MONTH = rf"[0-9]{{1,2}}(?:{_either('day_ending')})?"
_BARE_DAY = f"(?:(?:{_either('bare_day_article')}) )?{_DAY_IN_MONTH}"
_MONTH = _any(MONTHS_IN_WORDS)
DAY = (
    rf"(?:(?:{_either('article')}) )?(?:"
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"|[0-9]{1,2}[./][0-9. /]*"
    rf"|(?:{_DAY_IN_MONTH}|{_any(_FIRST_DAY)}) (?:(?:{_either('of')}) )?(?:{_MONTH})"
    r"(?: [0-9]{4})?"
    rf"|(?:{_MONTH}) {_DAY_IN_MONTH}(?: [0-9]{{4}})?"
    rf"|{_any(_TODAY | _TOMORROW)})"
)
"""A regular expression for a day."""

_FROM = rf"(?:{_either('from')}) "
_TO = rf"(?:{_either('to')}|-|/)"
_UNTIL = rf"(?:{_either('until')})"
_FOR = rf"(?:{_either('for')})"
DAYS = rf"(?:{_FROM})?(?:{DAY}|{_BARE_DAY}) {_TO} {DAY}|{_UNTIL} {DAY}|{_FOR} {_COUNTED}"
"""A regular expression for days from one to another."""

_RANGE = re.compile(rf"(?:{_FROM})?(?P<first>{DAY}|{_BARE_DAY}) {_TO} (?P<last>{DAY})")
_BARE = re.compile(_BARE_DAY)
_ARTICLE = re.compile(rf"^(?:{_either('article')}) ")
_OPEN = re.compile(rf"{_UNTIL} (?P<last>{DAY})")
_LASTING = re.compile(rf"{_FOR} (?P<time>{_COUNTED})")
_SLASHED = re.compile(r"\b([0-9]{1,2})/([0-9]{1,2})\b")
_DATE = re.compile(r"([0-9]{1,4})\D+([0-9]{1,2})(?:\D+([0-9]{2,4}))?\D*")


class UnclearDaysError(ValueError):
    """The days are not in the calendar, have passed, or can be read in two ways."""


def hours_in(text: str) -> int:
    """Return the hours of a text that `TIME` matches."""
    counts = re.findall(r"[0-9]+|[a-z]+", text)
    numbers = [word for word in counts if word.isdigit() or word in NUMBERS_IN_WORDS]
    units = [HOURS_IN_WORDS[word] for word in counts if word in HOURS_IN_WORDS]
    return sum(
        (int(number) if number.isdigit() else NUMBERS_IN_WORDS[number]) * unit
        for number, unit in zip(numbers, units, strict=False)
    )


def days_in(text: str, *, today: date, language: str) -> tuple[date, date]:
    """Return the first and the last day of a text that `DAYS` matches.

    A day without a year is the next such day. `UnclearDaysError` is raised for days that have
    passed or are swapped, and for `3/4` where months may come first, unless another day tells.
    """
    text = _day_first(text, language)
    if lasting := _LASTING.fullmatch(text):
        days = hours_in(lasting["time"]) // 24
        return _in_order(today, today + timedelta(days=days - 1), today)
    if until := _OPEN.fullmatch(text):
        return _in_order(today, _day(until["last"], today, today), today)
    ends = _RANGE.fullmatch(text)
    if ends is None:
        raise UnclearDaysError(text)
    if _BARE.fullmatch(ends["first"]):
        last = _day(ends["last"], today, today)
        try:
            first = last.replace(day=int(re.sub(r"\D", "", ends["first"])))
        except ValueError:
            raise UnclearDaysError(text) from None
    else:
        first = _day(ends["first"], today, today)
        last = _day(ends["last"], today, max(first, today))
    return _in_order(first, last, today)


def _day_first(text: str, language: str) -> str:
    """Return the text with full stops in days instead of slashes, the day before the month."""
    pairs = [(int(one), int(two)) for one, two in _SLASHED.findall(text)]
    may_come_first = language in _MONTHS_MAY_COME_FIRST
    month_first = may_come_first and any(two > 12 for _, two in pairs)
    in_doubt = may_come_first and any(one != two for one, two in pairs)
    if in_doubt and not month_first and all(one <= 12 for one, _ in pairs):
        raise UnclearDaysError(text)
    return _SLASHED.sub(r"\2.\1." if month_first else r"\1.\2.", text).replace("./", ".")


def _in_order(first: date, last: date, today: date) -> tuple[date, date]:
    if not today <= first <= last or last - first > LONGEST:
        raise UnclearDaysError
    return first, last


def _day(text: str, today: date, earliest: date) -> date:
    text = _ARTICLE.sub("", text).strip()
    if text in _TODAY:
        return today
    if text in _TOMORROW:
        return today + timedelta(days=1)
    return _in_calendar(*_numbers(text), earliest)


def _numbers(text: str) -> tuple[int, int, int | None]:
    """Return day, month and year."""
    named = next((word for word in text.split() if word in MONTHS_IN_WORDS), None)
    if named is not None:
        others = re.findall(r"[0-9]+", text)
        day = 1 if any(word in text for word in _FIRST_DAY) else int(others.pop(0))
        return day, MONTHS_IN_WORDS[named], int(others[0]) if others else None
    match = _DATE.fullmatch(text)
    if match is None:
        raise UnclearDaysError(text)
    one, two = int(match[1]), int(match[2])
    three = int(match[3]) if match[3] else None
    if text[:4].isdigit():
        return three or 0, two, one
    return one, two, three + 2000 if three is not None and three < 100 else three


def _in_calendar(day: int, month: int, year: int | None, earliest: date) -> date:
    near = range(earliest.year, earliest.year + _LONGEST_YEARS + 1)
    years = [each for each in near if not year or each == year]
    for one in years:
        try:
            found = date(one, month, day)
        except ValueError:
            continue
        if year or found >= earliest:
            return found
    raise UnclearDaysError
