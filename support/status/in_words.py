"""The state of the service in sentences, each with how bad it is; for admin and letters."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from support.status.figures import MOST, StatusFigure, status_figures


@dataclass(frozen=True, slots=True)
class StatusLine:
    """One thing about the service: what it is, how it stands, and where to see more."""

    title: str
    sentence: str
    is_fine: bool
    url: str
    name: str = ""
    """Which figure it tells, as in `letters_due`."""
    is_settled_by_itself: bool = False
    """Whether nobody has to do anything about it, fine or not."""


def bulletin(reader: User) -> list[StatusLine]:
    """Return the state of all that this operator may know of, in the active language."""
    return [_line(figure) for figure in status_figures(reader=reader)]


def troubles(reader: User) -> list[StatusLine]:
    """Return the lines that somebody has to do something about."""
    return [line for line in bulletin(reader) if not line.is_settled_by_itself]


def _line(figure: StatusFigure) -> StatusLine:
    family, _colon, member = figure.name.partition(":")
    title, tell, view, query = _LINES[family]
    url = reverse(f"admin:{view}_changelist")
    return StatusLine(
        title=str(title) % {"name": member},
        sentence=capfirst(tell(figure)),
        is_fine=figure.is_fine,
        url=f"{url}?{urlencode(query)}" if query else url,
        name=family,
        is_settled_by_itself=figure.is_fine or family in _BY_THEMSELVES,
    )


def _due(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("No letter waits to be sent.")
    return ngettext(
        "%(count)s letter waits to be sent, for %(age)s now.",
        "%(count)s letters wait to be sent, the oldest for %(age)s now.",
        figure.number,
    ) % {"count": _count(figure), "age": _age(figure)}


def _retried(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("No letter is tried again after an error.")
    return ngettext(
        "%(count)s letter is tried again after an error, by itself.",
        "%(count)s letters are tried again after an error, by themselves.",
        figure.number,
    ) % {"count": _count(figure)}


def _given_up(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("No letter was given up in the last 24 hours.")
    return ngettext(
        "%(count)s letter was given up in the last 24 hours.",
        "%(count)s letters were given up in the last 24 hours.",
        figure.number,
    ) % {"count": _count(figure)}


def _sweep(figure: StatusFigure) -> str:
    if figure.since is None:
        return gettext("It has never run: are scheduler and worker there?")
    if figure.is_fine:
        return gettext("It ran %(age)s ago.") % {"age": _age(figure)}
    return gettext("It last ran %(age)s ago and is late: are scheduler and worker there?") % {
        "age": _age(figure)
    }


def _over_limit(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("No letter waits because of the daily limit.")
    return ngettext(
        "%(count)s letter waits: %(most)s letters in 24 hours are allowed (MAIL_DAILY_MOST).",
        "%(count)s letters wait: %(most)s letters in 24 hours are allowed (MAIL_DAILY_MOST).",
        figure.number,
    ) % {"count": _count(figure), "most": settings.MAIL_DAILY_MOST}


def _way_in(figure: StatusFigure) -> str:
    if figure.is_fine:
        return gettext("It was seen at work %(age)s ago.") % {"age": _age(figure)}
    return gettext(
        "For %(age)s now no reply has come in this way, nor could one: is its process there? The "
        "list tells what it said last."
    ) % {"age": _age(figure)}


def _mail_unread(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("Every mail that came in was read.")
    return ngettext(
        "%(count)s mail that came in could not be read, for %(age)s now.",
        "%(count)s mails that came in could not be read, the oldest for %(age)s now.",
        figure.number,
    ) % {"count": _count(figure), "age": _age(figure)}


def _unattended(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("Every clock is seen to in time.")
    return ngettext(
        "In %(count)s game something is overdue that the sweep of the clocks has not seen to.",
        "In %(count)s games something is overdue that the sweep of the clocks has not seen to.",
        figure.number,
    ) % {"count": _count(figure)}


def _stuck(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("Every game goes on by itself, or was stopped by somebody.")
    return ngettext(
        "%(count)s game does not go on by itself, though nobody stopped it.",
        "%(count)s games do not go on by themselves, though nobody stopped them.",
        figure.number,
    ) % {"count": _count(figure)}


def _overdue(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("In no game is the time up.")
    return ngettext(
        "In %(count)s game the time is up, and its players decide what comes of it.",
        "In %(count)s games the time is up, and their players decide what comes of it.",
        figure.number,
    ) % {"count": _count(figure)}


def _disputes(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("No report of a player waits for an answer.")
    return ngettext(
        "%(count)s report of a player waits for an answer, for %(age)s now.",
        "%(count)s reports of players wait for an answer, the oldest for %(age)s now.",
        figure.number,
    ) % {"count": _count(figure), "age": _age(figure)}


def _divergences(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("Every game that was replayed is as it was written.")
    return ngettext(
        "%(count)s game is not as it was written.",
        "%(count)s games are not as they were written.",
        figure.number,
    ) % {"count": _count(figure)}


def _outages(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("The service did not stand still in the last week.")
    return ngettext(
        "The service stood still %(count)s time in the last week; that ended %(age)s ago. Every "
        "clock was given that time back.",
        "The service stood still %(count)s times in the last week; the last time ended %(age)s "
        "ago. Every clock was given that time back.",
        figure.number,
    ) % {"count": _count(figure), "age": _age(figure)}


def _front_door(figure: StatusFigure) -> str:
    if not figure.number:
        return gettext("The service reaches itself as visitors do.")
    sentence = gettext(
        "The site or its mail port has not answered for %(age)s, though it runs. No turn's time "
        "ends meanwhile, for twelve hours at most, and that time is given back."
    )
    return sentence % {"age": _age(figure)}


def _disk(figure: StatusFigure) -> str:
    use = figure.disk
    if use is None:
        return ""
    sentence = gettext(
        "%(free)s free of %(total)s on the disk; the database takes %(database)s, of which "
        "%(mail)s are mail that came in."
    ) % {
        "free": _size(use.free),
        "total": _size(use.total),
        "database": _size(use.database),
        "mail": _size(use.raw_mail),
    }
    if figure.is_fine:
        return sentence
    hint = gettext("Less than a tenth is free: see INBOUND_KEEP_DAYS, logs and old backups.")
    return f"{sentence} {hint}"


def _size(number: int) -> str:
    return filesizeformat(number).replace("\xa0", " ")


_LINES: dict[str, tuple[str | Promise, Callable[[StatusFigure], str], str, dict[str, str]]] = {
    "letters_due": (_("Letters waiting"), _due, "mail_letter", {"worry": "waiting"}),
    "letters_retried": (_("Letters tried again"), _retried, "mail_letter", {"worry": "failing"}),
    "letters_given_up": (_("Letters given up"), _given_up, "mail_letter", {"worry": "failed"}),
    "letters_over_limit": (
        _("Letters above the daily limit"),
        _over_limit,
        "mail_letter",
        {"reason__exact": "limit"},
    ),
    "way_in": (_("Replies by “%(name)s”"), _way_in, "mail_heartbeat", {}),
    "mail_unread": (
        _("Mails not read"),
        _mail_unread,
        "mail_inboundmail",
        {"status__exact": "failed"},
    ),
    "disk": (_("Disk"), _disk, "mail_inboundmail", {}),
    "sweep": (_("Sweep “%(name)s”"), _sweep, "mail_sweep", {}),
    "games_unattended": (_("Clocks"), _unattended, "duel_game", {"list": "stuck"}),
    "games_stuck": (_("Stuck games"), _stuck, "duel_game", {"list": "stuck"}),
    "games_overdue": (_("Overdue games"), _overdue, "duel_game", {"list": "overdue"}),
    "disputes": (_("Disputes"), _disputes, "support_dispute", {}),
    "divergences": (_("Divergences"), _divergences, "duel_divergence", {"gone_at__isempty": "1"}),
    "outages": (_("Outages"), _outages, "duel_outage", {}),
    "front_door": (_("Front door"), _front_door, "duel_outage", {}),
}
"""Of each figure: its title, its words, and the list of the admin that shows the rows."""


_BY_THEMSELVES = frozenset({"letters_retried", "outages"})
"""Worth knowing, and put right by the service: what fails is tried again, time is given back."""


def _count(figure: StatusFigure) -> str:
    if figure.is_more:
        return gettext("more than %(number)s") % {"number": MOST}
    return str(figure.number)


def _age(figure: StatusFigure) -> str:
    """Return how long ago it was, as in “2 hours”."""
    if figure.since is None:
        return ""
    now = timezone.now()
    if now - figure.since < timedelta(minutes=1):
        return gettext("less than a minute")
    # Its blanks may not be broken, which is of no use in the letter's text.
    return timesince(figure.since, now, depth=1).replace("\xa0", " ")
