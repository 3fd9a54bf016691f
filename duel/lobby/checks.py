"""Checks of a proposal, its people, words and addresses; services call them before they write."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.bots import is_of_bot
from accounts.models import User
from duel.errors import (
    AccountIsClosed,
    BadAddress,
    BadTerms,
    BadWord,
    NotProposed,
    NotYourSeat,
    Refused,
)
from duel.models import Game, Seat, Status
from duel.record.reading import locked_game
from engine.fairness import BadNonce, normalise_nonce
from mail.addresses import normal_address


def lock_active_user(person: User) -> bool:
    """Return whether the account is open, and lock its row; that of a bot is not locked.

    Call it before the row of a game is locked: leaving, suspending and merging lock people first
    and games then, and the other order would deadlock with them.
    """
    if person.is_bot:
        return True
    people = User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True)
    return people.first() is not None


def lock_players(public_id: str, *, newcomer: User) -> None:
    """Lock the rows of a game's players and of this newcomer, by key, before that of the game."""
    players = Seat.objects.filter(game__public_id=public_id, user__isnull=False).values("user")
    people = User.objects.filter(Q(pk=newcomer.pk) | Q(pk__in=players), bot="").order_by("pk")
    list(people.select_for_update(no_key=True).values_list("pk"))


class AlreadyInvited(BadTerms):
    """Somebody is invited to a second seat."""

    code = "already_invited"
    sentence = _("Each player has one seat: this address was written twice, or is your own.")


class OptionsExcludeEachOther(BadTerms):
    """Options were chosen that make no sense together."""

    code = "options_exclude_each_other"
    sentence = _("These options cannot be played together.")


class NoSuchInvitation(Refused):
    """An invitation is to be taken back that was answered, or never sent."""

    code = "no_such_invitation"
    sentence = _("This invitation was answered or taken back already.")


class AddressOfBot(BadTerms):
    """A bot is invited by its address, which takes no letters."""

    code = "address_of_bot"
    sentence = _("A bot is not invited by its address: choose it among the opponents.")


class TooManyBotGames(Refused):
    """Somebody plays more games against bots at once than one can want to."""

    code = "too_many_bot_games"
    sentence = _("You play many games with bots already. Finish one of them first.")


class NoFreeSeat(Refused):
    """Somebody is invited, but no seat is free."""

    code = "no_free_seat"
    sentence = _("No seat of this game is free.")


def proposed_game(public_id: str) -> Game:
    """Return the proposal, its row locked; raise NotProposed if it no longer stands."""
    game = locked_game(public_id)
    refuse_unless_proposed(game, timezone.now())
    return game


def own_proposal(public_id: str, by: User) -> Game:
    """Return the same; raise NotYourSeat unless this person has proposed it."""
    game = proposed_game(public_id)
    if not game.seats.filter(number=0, user=by).exists():
        raise NotYourSeat
    return game


def runs_or_waits(now: datetime) -> Q:
    """Return the condition that a game runs, or is a proposal that still stands."""
    return Q(status=Status.RUNNING) | Q(status=Status.PROPOSED, expires_at__gt=now)


def refuse_unless_proposed(game: Game, now: datetime) -> None:
    """Raise unless the game waits for players, and its time is not up."""
    if game.status != Status.PROPOSED or (game.expires_at and game.expires_at <= now):
        raise NotProposed


def refuse_unless_there(person: User) -> None:
    """Raise unless the account is open; it stays so until the transaction ends."""
    if not lock_active_user(person):
        raise AccountIsClosed


def checked_word(word: str) -> str:
    """Return somebody's own word as it goes into the shuffle; raise BadWord."""
    if "\0" in word:  # PostgreSQL cannot store it
        raise BadWord
    try:
        return normalise_nonce(word)
    except BadNonce:
        raise BadWord from None


def checked_address(address: str) -> str:
    """Return the address as it is stored; raise BadAddress or AddressOfBot."""
    address = normal_address(address)
    try:
        validate_email(address)
    except ValidationError:
        raise BadAddress from None
    if is_of_bot(address):
        raise AddressOfBot
    return address
