"""What is asked of a proposal, of its people, words and addresses before anything is written."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from accounts.bots import is_of_bot
from accounts.models import User
from duel.errors import AccountIsClosed, BadAddress, BadWord, NotProposed, NotYourSeat
from duel.lobby.active_users import lock_active_user
from duel.lobby.refusals import AddressOfBot
from duel.models import Game, Status
from duel.record.reading import locked_game
from engine.fairness import BadNonce, normalise_nonce
from mail.addresses import normal_address


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
