"""Receives signals about people and letters, and does what they mean for games."""

from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import looks_like
from accounts.signals import (
    address_changed,
    letters_chosen,
    links_revoked,
    name_changed,
    name_proposed,
)
from duel.integrity.divergences import leaving_broken_games
from duel.letters.answers_with_turn import turns_brought_by
from duel.letters.context import SentTurn
from duel.letters.trouble import tell_opponents
from duel.models import Notice, Seat, Status
from duel.models.game import DIGEST, TURN_KINDS
from duel.notices.kinds import REPLY_ANSWER
from duel.record.selectors import notices_of_turns_of
from duel.seats.links import revoke_links_of
from duel.timekeeping.clocks import letter_has_arrived, letter_was_lost
from duel.timekeeping.returned_letters import (
    bring_lost_turns,
    bring_turn_again,
    may_stop_clocks,
    person_is_here,
)
from mail.models import Letter, Suppression
from mail.reports.suppression import suppression_of
from mail.services import unfold
from mail.signals import address_taken_up, delivery_trouble, letter_arrived, letter_said_lost


@receiver(links_revoked)
def revoke_links_of_seats(person: User, **_: Any) -> None:
    """Revoke all game links of a person, invitations too; where it is their move, send new ones."""
    invited = Q(user=None, invited_address=person.email)
    revoke_links_of(Seat.objects.filter(Q(user=person) | invited))


@receiver(address_changed)
def keep_invitations(person: User, old: str, **_: Any) -> None:
    """Move invitations that wait for an answer from the former address to the new one."""
    Seat.objects.filter(user=None, invited_address=old).update(invited_address=person.email)


@receiver(name_proposed)
def refuse_name_of_another_player(person: User, name: str, **_: Any) -> None:
    """Refuse a name by which another player in one of the person's games is or was known."""
    others = (
        Seat.objects.filter(
            game__seats__user=person, game__status__in=[Status.PROPOSED, Status.RUNNING]
        )
        .exclude(user=person)
        .exclude(user=None)
        .select_related("user")
    )
    for seat in others:
        if any(looks_like(name, known) for known in (str(seat.user), seat.former_name) if known):
            raise ValidationError(
                gettext_lazy("Somebody in the same game has this name, or one that looks like it.")
            )


@receiver(name_changed)
def keep_former_name(person: User, old: str, **_: Any) -> None:
    """Keep the name by which running games know the person: the first, until taken again."""
    seats = Seat.objects.filter(user=person, game__status=Status.RUNNING)
    seats.filter(former_name="").update(former_name=old)
    seats.filter(former_name=person.name).update(former_name="")


@receiver(delivery_trouble)
def tell_of_lost_letters(letter: Letter | None, reason: str, **_: Any) -> None:
    """Tell the others at the table that a letter to one of them did not arrive."""
    if letter is None:
        return
    if letter.kind != DIGEST:
        tell_opponents(letter, reason)
    for notice in _turns_in(letter) if letter.kind == DIGEST else []:
        tell_opponents(letter, reason, topic=f"game:{notice.game.public_id}")


@receiver(letter_arrived)
def start_clock(letter: Letter, at: datetime, source: object = None, **_: Any) -> None:
    """Start the clock of a turn when its letter has arrived."""
    if isinstance(source, SentTurn):
        with leaving_broken_games():
            letter_has_arrived(
                source.public_id, seat=source.seat, ply=source.ply, at=at, known=source.snapshot
            )
        return
    for notice in _turns_in(letter):
        with leaving_broken_games():
            letter_has_arrived(
                notice.game.public_id,
                seat=notice.seat,
                ply=notice.ply,
                at=at,
                left_at=letter.sent_at,
            )


@receiver(delivery_trouble)
def stop_clock(address: str, letter: Letter | None, reason: str, **_: Any) -> None:
    """Stop the clock of a turn whose letter came back or could not be sent.

    A reader who called us spam wants no letters, and has the time from the move on. A report that
    its reader may have written stops nothing.
    """
    suppression = suppression_of(address)
    unwanted = suppression is not None and suppression.reason == Suppression.Reason.COMPLAINED
    if letter is None or unwanted or reason == "complained" or not may_stop_clocks(address):
        return
    for notice in _turns_in(letter):
        with leaving_broken_games():
            letter_was_lost(
                notice.game.public_id, seat=notice.seat, ply=notice.ply, left_at=letter.sent_at
            )


@receiver(letter_said_lost)
def send_turns_again(letter: Letter, **_: Any) -> None:
    """Ask the address once more, by the turn that the letter should have brought."""
    for notice in _turns_in(letter) if letter.kind in TURN_KINDS else []:
        bring_turn_again(notice.game.public_id, seat=notice.seat)


@receiver(address_taken_up)
def bring_turns_again(address: str, **_: Any) -> None:
    """Bring the owner of an address that takes letters again the turns that came back."""
    person = User.objects.filter(email=address).first()
    if person is not None:
        bring_lost_turns(person)


@receiver(user_logged_in)
def let_clocks_go_on(user: User, **_: Any) -> None:
    """Resume the clocks of somebody who has signed in, even if letters to them came back."""
    person_is_here(user)


@receiver(letters_chosen)
def send_what_waits(person: User, **_: Any) -> None:
    """Send a letter with each turn that was left to the daily letter."""
    if person.letters == User.Letters.SINGLE:
        keys = list(notices_of_turns_of(person).values_list("key", flat=True))
        unfold(keys, to=person.email)


def _turns_in(letter: Letter) -> list[Notice]:
    """Return the notices of the turns that a letter brings, always in the same order of games."""
    if letter.kind in TURN_KINDS:
        notices = Notice.objects.select_related("game").filter(pk=letter.data.get("notice"))
    elif letter.kind == DIGEST:
        reader = User.objects.filter(pk=letter.data.get("person")).first()
        left_at = letter.claimed_at or letter.created_at
        notices = notices_of_turns_of(reader) if reader else Notice.objects.none()
        notices = notices.filter(created_at__lte=left_at).order_by("game")
    elif letter.kind == REPLY_ANSWER:
        notices = turns_brought_by(letter)
    else:
        return []
    return list(notices)
