"""The work list of an operator: the tasks, most urgent first, and what needs no act.

Each task is one row: what is found, and where that is decided. However many there are, each kind is
one or two queries over an index, and some of them are shown: the rest is in its list.

The admin's front page calls it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from support.status.in_words import StatusLine, bulletin
from support.worklist.game_tasks import (
    broken_games,
    forgotten_games,
    games_held_for_mail,
    stuck_games,
)
from support.worklist.letter_tasks import (
    addresses_that_bounce_again_and_again,
    dead_addresses,
    letters_given_up,
    mail_not_read,
    objections_to_new_addresses,
)
from support.worklist.report_tasks import reports
from support.worklist.tasks import MOST_OF_A_KIND, Task

SERVICE = ("front_door", "sweep", "games_unattended", "letters_due")
"""The figures that are tasks themselves: if they are wrong, nothing else goes on."""


@dataclass(frozen=True)
class WorkList:
    """What is to be done, and what was looked at and needs nothing."""

    tasks: list[Task]
    nothing: list[StatusLine]


def work_list(reader: User, lines: list[StatusLine] | None = None) -> WorkList:
    """Return what this operator may know of and do; `lines`: the bulletin if read already."""
    # Nothing of games that they have a part in is on it, not even counted.
    now = timezone.now()
    bulletin_lines = bulletin(reader) if lines is None else lines
    wrong = [line for line in bulletin_lines if line.name in SERVICE and not line.is_fine]
    tasks = [_of_service(line) for line in sorted(wrong, key=lambda each: SERVICE.index(each.name))]
    for permission, find in _KINDS:
        if reader.has_perm(permission):
            tasks += islice(find(reader, now), MOST_OF_A_KIND)
    return WorkList(tasks, [line for line in bulletin_lines if line.is_settled_by_itself])


def _of_service(line: StatusLine) -> Task:
    return Task(line.title, line.sentence, line.url, gettext("See what runs"), line.url)


_KINDS: tuple[tuple[str, Callable[[User, datetime], Iterator[Task]]], ...] = (
    ("support.view_dispute", reports),
    ("duel.view_divergence", broken_games),
    ("duel.view_game", games_held_for_mail),
    ("mail.view_inboundmail", mail_not_read),
    ("duel.view_game", stuck_games),
    ("mail.view_letter", letters_given_up),
    ("mail.view_suppression", dead_addresses),
    ("accounts.readdress_user", objections_to_new_addresses),
    ("mail.view_suppression", addresses_that_bounce_again_and_again),
    ("duel.view_game", forgotten_games),
)
"""The kinds of tasks, the most urgent first, each with the permission to know of it."""
