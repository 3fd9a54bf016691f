"""Reading what stops the clocks of a game beside its log."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from duel.clocks.interruptions import Interruptions
from duel.models import AddedTime, Outage, Vacation
from mail.statements import Statement

_WORDS = (
    f"SELECT 0, began_at, ended_at, 0 FROM {Outage._meta.db_table}"  # noqa: S608
    " WHERE ended_at > %s UNION ALL"
    f" SELECT 0, given_at, given_at, seconds FROM {AddedTime._meta.db_table}"
    " WHERE given_at >= %s UNION ALL"
    f" SELECT user_id, begins_at, ends_at, 0 FROM {Vacation._meta.db_table}"
    " WHERE ends_at > %s AND user_id IN ({people}) ORDER BY 2"
)
_statements: dict[int, Statement] = {}
"""By the number of people who are asked about."""


@dataclass(frozen=True)
class Surroundings:
    """What happened to the clocks of all games, and when the people at a table are away."""

    interruptions: Interruptions = field(default_factory=Interruptions)
    vacations: dict[int, list[Vacation]] = field(default_factory=dict)
    """By person, each in order."""


def surroundings(*, since: datetime, people: Collection[int]) -> Surroundings:
    """Return what has stopped the clocks since then, or will, in one query."""
    found = Surroundings(vacations={person: [] for person in people})
    for person, begin, end, added in _statement(len(people)).rows(since, since, since, *people):
        if person:
            away = Vacation(user_id=person, begins_at=begin, ends_at=end)
            found.vacations[person].append(away)
        elif added:
            found.interruptions.added_times.append((begin, added))
        else:
            found.interruptions.outages.append((begin, end))
    return found


def interruptions_since(moment: datetime) -> Interruptions:
    """Return what happened to all clocks since then, in order, in one query."""
    return surroundings(since=moment, people=[]).interruptions


def _statement(people: int) -> Statement:
    if people not in _statements:
        places = ", ".join(["%s"] * people) or "NULL"
        seconds = AddedTime._meta.get_field("seconds")
        moments = (Outage._meta.get_field("began_at"), Outage._meta.get_field("ended_at"))
        words = _WORDS.replace("{people}", places)
        _statements[people] = Statement(words, seconds, *moments, seconds)
    return _statements[people]
