"""Tasks about mail: letters given up, mails not read, addresses with trouble; `lines` calls it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import ChangeOfAddress, User
from duel.models import Seat, Status
from duel.words.naming import moment
from mail.access import LETTERS, MAILS
from mail.models import Letter, Suppression
from mail.mutes import name_of_kind
from mail.reports.evidence import LATELY, addresses_often_refused
from support.conflicts import without_own
from support.lists import MOST_ADDRESSES
from support.status.figures import given_up_letters, unread_mail
from support.worklist.tasks import MOST_OF_A_KIND, Task

OBJECTION_IS_SHOWN_FOR = timedelta(days=7)


def letters_given_up(reader: User, now: datetime) -> Iterator[Task]:
    """Yield the letters that were given up in the last day, each with the fate of its address."""
    shown = LETTERS.shown_to(reader, given_up_letters(now)).order_by("-id")
    letters = list(shown[:MOST_OF_A_KIND])
    addresses = [letter.to for letter in letters]
    dead = {
        row.address: row
        for row in Suppression.objects.filter(address__in=addresses, lifted_at__isnull=True)
    }
    people = {user.email: user for user in User.objects.filter(email__in=addresses)}
    for letter in letters:
        aside, person = dead.get(letter.to), people.get(letter.to)
        yield Task(
            gettext("Letter given up: %(kind)s") % {"kind": name_of_kind(letter.kind)},
            _fate(letter, aside),
            reverse("admin:mail_letter_change", args=[letter.pk]),
            *_remedy(letter, person if aside else None),
        )


def mail_not_read(reader: User, _now: datetime) -> Iterator[Task]:
    """Yield the mails that came in and could not be read, the oldest first."""
    shown = MAILS.shown_to(reader, unread_mail())
    changelist = f"{reverse('admin:mail_inboundmail_changelist')}?status__exact=failed"
    for mail in shown[:MOST_OF_A_KIND]:
        sentence = gettext("From %(address)s, received %(when)s, about “%(about)s”: %(error)s")
        words = {
            "address": mail.sender or "?",
            "when": moment(mail.received_at),
            "about": mail.about,
            "error": mail.last_error or "?",
        }
        yield Task(
            gettext("Mail that could not be read"),
            sentence % words,
            reverse("admin:mail_inboundmail_change", args=[mail.pk]),
            gettext("Read it again"),
            changelist,
        )


def dead_addresses(reader: User, _now: datetime) -> Iterator[Task]:
    """Yield the people whose turn it is and whose address takes no letters, the latest first."""
    latest = Suppression.objects.filter(lifted_at__isnull=True).order_by("-since")
    aside = {row.address: row for row in latest[:MOST_ADDRESSES]}
    seats = Seat.objects.filter(is_to_move=True, user__email__in=aside).exclude(user=reader)
    waiting = without_own(reader, seats, game="game_id").select_related("user", "game")
    people: set[int] = set()
    for seat in waiting.order_by("-user_id", "game_id")[: MOST_OF_A_KIND * 5]:
        if seat.user is None or seat.user.pk in people:
            continue
        people.add(seat.user.pk)
        row = aside[seat.user.email]
        words = {
            "when": moment(row.since),
            "why": row.get_reason_display(),
            "game": seat.game.public_id,
        }
        sentence = gettext("Takes no letters since %(when)s (%(why)s), and game %(game)s waits.")
        yield _about_address(seat.user, sentence % words, _taking_up(seat.user))


def addresses_that_bounce_again_and_again(reader: User, now: datetime) -> Iterator[Task]:
    """Yield who plays on though letters to them came back on several days of the last months."""
    # It may be a weak mailbox, or somebody who lets letters come back when time is short.
    days = addresses_often_refused(now=now, most=MOST_ADDRESSES)
    seats = Seat.objects.filter(user__email__in=days, game__status=Status.RUNNING)
    theirs = without_own(reader, seats.exclude(user=reader), game="game_id")
    people = User.objects.filter(pk__in=theirs.values("user")).order_by("pk")
    for person in people[:MOST_OF_A_KIND]:
        sentence = gettext(
            "Letters came back on %(days)d days of the last %(lately)d; they play on."
        )
        words = {"days": days[person.email], "lately": LATELY.days}
        yield _about_address(person, sentence % words)


def objections_to_new_addresses(reader: User, now: datetime) -> Iterator[Task]:
    """Yield the people whose old address has objected to a change that an operator asked for."""
    # Somebody may have deceived the operator. Changes are kept for 30 days, so there are few.
    undone = ChangeOfAddress.objects.filter(
        is_by_operator=True, undone_at__gt=now - OBJECTION_IS_SHOWN_FOR
    )
    for change in undone.exclude(user=reader).select_related("user").order_by("-undone_at"):
        sentence = gettext(
            "The old address objected on %(when)s to the new one that an operator had asked for, "
            "and letters go there as before. Perhaps somebody else wanted this account."
        )
        yield _about_address(change.user, sentence % {"when": moment(change.undone_at or now)})


def _about_address(person: User, why: str, decision: tuple[str, str] | None = None) -> Task:
    what = gettext("Address of %(name)s") % {"name": person}
    page = reverse("admin:accounts_user_change", args=[person.pk])
    return Task(what, why, page, *(decision or (gettext("Look at it"), page)))


def _fate(letter: Letter, aside: Suppression | None) -> str:
    pattern = gettext("To %(address)s, %(error)s.")
    sentence = pattern % {"address": letter.to, "error": letter.last_error or "?"}
    if aside is None:
        takes = gettext("The address takes letters.")
        return f"{sentence} {takes}"
    words = {"when": moment(aside.since), "why": aside.get_reason_display()}
    none = gettext("The address takes no letters since %(when)s (%(why)s).") % words
    return f"{sentence} {none}"


def _remedy(letter: Letter, person: User | None) -> tuple[str, str]:
    if person is not None:
        return _taking_up(person)
    return gettext("Send it again"), f"{reverse('admin:mail_letter_changelist')}?worry=failed"


def _taking_up(person: User) -> tuple[str, str]:
    url = reverse("admin:accounts_user_act", args=[person.pk, "lift-suppression"])
    return capfirst(gettext("Let letters go to the address again")), url
