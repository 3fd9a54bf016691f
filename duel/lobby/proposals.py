"""How a game comes about: proposed, joined or declined, begun."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from accounts.models import User, normal_address
from duel.errors import (
    AccountIsClosed,
    BadAddress,
    BadTerms,
    BadWord,
    NotInvited,
    NotOver,
    NotProposed,
    NotYourSeat,
    OpponentHasLeft,
)
from duel.integrity.beginnings import write_beginning
from duel.lobby.active_users import lock_active_user
from duel.lobby.invitations import addresses_to_write_to, refuse_too_many_challenges, tell_proposer
from duel.models import Game, GameSecret, Seat, Status
from duel.notices.intents import cancel_invitations, notice_invitations, notice_turn
from duel.record.log import Log
from duel.record.reading import locked_game
from duel.words.terms import Terms, terms_of
from engine.fairness import SECRET_BYTES, BadNonce, commitment, normalise_nonce

INVITATION_DAYS = 14


@sensitive_variables()
@transaction.atomic
def propose(
    *,
    by: User,
    terms: Terms,
    invite: Sequence[str] = (),
    is_listed: bool = False,
    rematch_of: Game | None = None,
) -> Game:
    """Return a new game with its secret drawn and its commitment published.

    `invite` are the addresses of the others in order; the seats that remain are open to anyone
    who knows of the game or, if it `is_listed`, finds it in the lobby, in the order of joining.
    Each inviter writes to a stranger only once, and to a limited number a day. Seat 0 is the
    proposer's, with a drawn word, which `choose_word` replaces by one of their own now that the
    commitment can be seen. Inviting oneself to all other seats makes a game against oneself,
    which begins at once.
    """
    terms.check()
    addresses = [_checked_address(address) for address in invite]
    against_oneself = addresses == [by.email] * (terms.seats - 1)
    if len(addresses) >= terms.seats:
        raise BadTerms
    if len({by.email, *addresses}) <= len(addresses) and not against_oneself:
        raise BadTerms  # a person has one seat
    _refuse_unless_there(by)
    if is_listed:
        refuse_too_many_challenges(by=by)
    to_be_written_to = [] if against_oneself else addresses_to_write_to(by=by, among=addresses)
    now = timezone.now()
    secret = secrets.token_bytes(SECRET_BYTES)
    game = Game.objects.create(
        game=terms.game,
        rules=terms.rules,
        options=terms.option_object(),
        is_public=terms.is_public,
        warns=terms.warns,
        leaving=terms.leaving,
        is_listed=is_listed,
        seat_count=terms.seats,
        commitment=commitment(secret),
        rematch_of=rematch_of,
        grace=terms.time.grace,
        bank=terms.time.bank,
        increment=terms.time.increment,
        cap=terms.time.cap,
        free_weekends=terms.time.free_weekends,
        late_may_be_claimed=terms.time.late_may_be_claimed,
        proposed_at=now,
        expires_at=now + timedelta(days=INVITATION_DAYS),
    )
    GameSecret.objects.create(game=game, secret=secret)
    Seat.objects.create(
        game=game,
        number=0,
        user=by,
        nonce=_drawn_word(),
        joined_at=now,
        bank_left=game.bank,
    )
    for number, address in enumerate(addresses, start=1):
        Seat.objects.create(game=game, number=number, invited_address=address, bank_left=game.bank)
        if against_oneself:
            _sit(game, number=number, user=by, word="", now=now)
    if against_oneself:
        _begin_if_full(game, now=now)
    else:
        written_to = (1 + addresses.index(address) for address in to_be_written_to)
        notice_invitations(game, to=written_to, now=now)
    return game


@transaction.atomic
def choose_word(*, public_id: str, by: User, word: str) -> None:
    """Put one's own word into the shuffle, until the game begins."""
    game = _proposed(public_id)
    seats = game.seats.filter(user=by)
    if not seats:
        raise NotYourSeat
    for seat in seats:
        seat.nonce = _checked_word(word)
        seat.save(update_fields=["nonce"])


@transaction.atomic
def accept(*, public_id: str, by: User, word: str = "") -> Game:
    """Take the seat one was invited to, or an open one; the last to sit down begins the game.

    Accepting again changes nothing.
    """
    now = timezone.now()
    _refuse_unless_there(by)
    game = locked_game(public_id)
    if game.status != Status.OFF and game.seats.filter(user=by).exists():
        return game
    _refuse_unless_proposed(game, now)
    invited = game.seats.filter(user=None, invited_address=by.email).order_by("number").first()
    if invited is not None:
        number = invited.number
    else:
        number = game.seats.count()
        if number >= game.seat_count:
            raise NotInvited
        Seat.objects.create(game=game, number=number, bank_left=game.bank)
    _sit(game, number=number, user=by, word=word, now=now)
    _begin_if_full(game, now=now)
    return game


@transaction.atomic
def decline(*, public_id: str, address: str) -> None:
    """Turn an invitation down; the game is off."""
    game = _proposed(public_id)
    if not game.seats.filter(user=None, invited_address=normal_address(address)).exists():
        raise NotInvited
    call_off(game, "declined")


@transaction.atomic
def withdraw(*, public_id: str, by: User) -> None:
    """Take one's own proposal back before it begins."""
    game = _proposed(public_id)
    if not game.seats.filter(number=0, user=by).exists():
        raise NotYourSeat
    call_off(game, "withdrawn")


def expire_proposals(*, now: datetime | None = None, most: int = 200) -> int:
    """Return how many proposals ran out; at most `most` are called off at a time."""
    now = now or timezone.now()
    with transaction.atomic():
        due = Game.objects.select_for_update(skip_locked=True).filter(
            status=Status.PROPOSED, expires_at__lte=now
        )
        games = list(due.order_by("expires_at")[:most])
        for game in games:
            call_off(game, "expired")
    return len(games)


def call_off(game: Game, because: str) -> None:
    """Let a proposal, whose row is locked, go; its invitations are called off with it.

    Whoever has sent one is told that it was declined or ran out.
    """
    game.status = Status.OFF
    game.off_because = because
    game.save(update_fields=["status", "off_because"])
    cancel_invitations(game, now=timezone.now())
    tell_proposer(game)


@transaction.atomic
def rematch(*, public_id: str, by: User) -> Game:
    """Return a new proposal on the same terms to the same opponents.

    If one of them has proposed it already, it is accepted; one that stands is not repeated.
    """
    _refuse_unless_there(by)
    game = locked_game(public_id)
    people = [seat.user for seat in game.seats.select_related("user").order_by("number")]
    if by not in people:
        raise NotYourSeat
    if game.status != Status.OVER:
        raise NotOver
    stands = Q(status=Status.RUNNING) | Q(status=Status.PROPOSED, expires_at__gt=timezone.now())
    if (there_is := game.rematches.filter(stands).first()) is not None:
        return accept(public_id=there_is.public_id, by=by)
    addresses = [user.email for user in people if user is not None and user != by]
    if None in people:
        raise OpponentHasLeft
    if not addresses:  # a game against oneself
        addresses = [by.email] * (len(people) - 1)
    return propose(by=by, terms=terms_of(game), invite=addresses, rematch_of=game)


def _sit(game: Game, *, number: int, user: User, word: str, now: datetime) -> None:
    seat = game.seats.get(number=number)
    seat.user = user
    seat.nonce = _checked_word(word) if word.strip() else _drawn_word()
    seat.joined_at = now
    seat.invited_address = ""
    seat.save(update_fields=["user", "nonce", "joined_at", "invited_address"])


@sensitive_variables()
def _begin_if_full(game: Game, *, now: datetime) -> None:
    seats = list(game.seats.select_related("user").order_by("number"))
    if len(seats) < game.seat_count or any(seat.joined_at is None for seat in seats):
        return
    game.began_at = now
    game.save(update_fields=["began_at"])
    secret = bytes(GameSecret.objects.get(game=game).secret)
    write_beginning(game, seats)
    log = Log(game, seats, secret, [])
    log.write_derived()
    notice_turn(log, now=now)


def _proposed(public_id: str) -> Game:
    game = locked_game(public_id)
    _refuse_unless_proposed(game, timezone.now())
    return game


def _refuse_unless_proposed(game: Game, now: datetime) -> None:
    if game.status != Status.PROPOSED or (game.expires_at and game.expires_at <= now):
        raise NotProposed


def _refuse_unless_there(person: User) -> None:
    if not lock_active_user(person):
        raise AccountIsClosed


def _drawn_word() -> str:
    return secrets.token_hex(16)


def _checked_word(word: str) -> str:
    if "\0" in word:  # PostgreSQL cannot store it
        raise BadWord
    try:
        return normalise_nonce(word)
    except BadNonce:
        raise BadWord from None


def _checked_address(address: str) -> str:
    address = normal_address(address)
    try:
        validate_email(address)
    except ValidationError:
        raise BadAddress from None
    return address
