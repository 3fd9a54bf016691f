"""Acts of the admin about a person beside suspending and merging: address, deletion, notes."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from accounts.services.readdressing import ask_for_new_address, refuse_to_readdress
from duel.models import Game, NoteMute
from duel.play.notes import note_mutes
from duel.seats.deletion import delete_account
from engine.kinds import Channel
from support.conflicts import refuse_own_game
from support.people.suspension import refuse_opponent


def preview_readdressing(operator: User, person: User) -> list[str]:
    """Return what changing the address will do; raise if this operator cannot."""
    refuse_to_readdress(operator, person)
    refuse_opponent(operator, person)
    return [
        gettext("The new address gets a letter. It counts once its owner clicks the link in it."),
        gettext("The old address gets a letter now, and another one once the new address counts."),
        gettext("Both have a link to object within a week; the old address then counts again."),
        gettext("Once the new address counts, all sessions end, and waiting turns are sent there."),
        gettext("Make sure that it was really this person who asked: call them, or meet them."),
    ]


def readdress(*, operator: User, person: User, address: str, reason: str) -> None:
    """Ask the new address to confirm itself, and tell the old one; not for one's opponent."""
    refuse_opponent(operator, person)
    ask_for_new_address(operator=operator, person=person, address=address, reason=reason)


@transaction.atomic
def delete_for(*, operator: User, person: User, reason: str) -> None:
    """Delete the account of a person who has asked an operator for it."""
    reason = checked_reason(reason)
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.delete_user")
    refuse_opponent(operator, person)
    note_act(operator, person, "deleted the account", reason=reason)
    delete_account(user=person, channel=Channel.OPERATOR)


PERMISSION = "support.change_dispute"


def preview_note_mute(operator: User, person: User) -> list[str]:
    """Return what keeping the person's notes back everywhere will do; raise if it cannot be."""
    _refuse(operator, person, None)
    return [
        gettext("Notes of this person are shown and sent to nobody any more, in no game."),
        gettext("They read so when they write one, and can play on. No letter tells them."),
    ]


def preview_note_unmute(operator: User, person: User) -> list[str]:
    """Return what passing the person's notes on again will do; raise if it cannot be."""
    _refuse(operator, person, None)
    return [
        gettext(
            "Notes of this person go to their opponents again, but where a game says otherwise."
        )
    ]


@transaction.atomic
def mute_notes(*, operator: User, person: User, reason: str, game: Game | None = None) -> None:
    """Pass the person's notes on to nobody, in the game or everywhere, from now on."""
    _refuse(operator, person, game)
    reason = checked_reason(reason)
    if note_mutes(person, game).exists():
        raise ActRefused(_("Their notes are not passed on already."))
    NoteMute.objects.create(user=person, game=game, since=timezone.now())
    _write_down(operator, person, game, "muted the notes", reason)


@transaction.atomic
def unmute_notes(*, operator: User, person: User, reason: str, game: Game | None = None) -> None:
    """Pass the person's notes on again."""
    _refuse(operator, person, game)
    reason = checked_reason(reason)
    removed, _rows = note_mutes(person, game).delete()
    if not removed:
        raise ActRefused(_("Their notes are passed on already."))
    _write_down(operator, person, game, "no longer muted the notes", reason)


def _refuse(operator: User, person: User, game: Game | None) -> None:
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, PERMISSION)
    if game is None:
        refuse_opponent(operator, person)
    else:
        refuse_own_game(operator, game)


def _write_down(operator: User, person: User, game: Game | None, what: str, reason: str) -> None:
    if game is None:
        note_act(operator, person, f"{what} in all games", reason=reason)
    else:
        note_act(operator, game, f"{what} of person {person.pk}", reason=reason)
