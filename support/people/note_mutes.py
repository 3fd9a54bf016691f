"""Keeping a player's notes back, in a game or in all, until it is taken back."""

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
from duel.models import Game, NoteMute
from duel.play.notes import note_mutes
from support.conflicts import refuse_own_game
from support.people.suspension import refuse_opponent

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
