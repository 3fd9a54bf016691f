"""Services that propose, join, decline, withdraw and begin a game, for pages, API and replies."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.errors import BadTerms, NotInvited, NotOver, NotYourSeat, PlayerHasLeft
from duel.games.registry import excluded_options
from duel.integrity.beginnings import write_beginning
from duel.lobby.bots import bot_at, refuse_too_many_bot_games
from duel.lobby.checks import (
    AlreadyInvited,
    OptionsExcludeEachOther,
    checked_address,
    checked_word,
    own_proposal,
    proposed_game,
    refuse_unless_proposed,
    refuse_unless_there,
    runs_or_waits,
)
from duel.lobby.invitations import (
    addresses_to_write_to,
    refuse_too_many_challenges,
    tell_joined,
    tell_proposer,
)
from duel.lobby.seating import free_invited, open_numbers
from duel.models import Game, GameSecret, Seat, Status
from duel.notices.intents import cancel_invitations, notice_invitations, notice_turn
from duel.record.log import Log
from duel.record.reading import locked_game
from duel.words.terms import Terms, terms_of
from engine.fairness import SECRET_BYTES, commitment, derived_nonce
from mail.addresses import normal_address

INVITATION_DAYS = 14
RECORD_FORMAT = 2
"""Of new games: a proposal from before keeps its own, as nobody can tell whose its words are."""


@sensitive_variables()
@transaction.atomic
def propose(
    *,
    by: User,
    terms: Terms,
    invite: Sequence[str] = (),
    is_listed: bool = False,
    bots: Sequence[str] = (),
    own_word_first: bool = False,
    rematch_of: Game | None = None,
) -> Game:
    """Return a new game with its secret drawn and its commitment published.

    `invite` are the addresses of the others in order, and `bots` the levels of those that sit down
    after them; the seats that remain are open to anyone who has the link or, if it `is_listed`,
    finds it in the lobby. Seat 0 is the proposer's, with a derived word, which `choose_word`
    replaces now that the commitment can be seen. Inviting oneself to all other seats makes a game
    against oneself, which begins at once. So does one against bots alone, unless `own_word_first`.
    """
    terms.check()
    if excluded_options(terms):
        raise OptionsExcludeEachOther
    addresses = [checked_address(address) for address in invite]
    against_oneself = addresses == [by.email] * (terms.seats - 1)
    if len(addresses) + len(bots) >= terms.seats:
        raise BadTerms
    if len({by.email, *addresses}) <= len(addresses) and not against_oneself:
        raise AlreadyInvited
    refuse_unless_there(by)
    if is_listed:
        refuse_too_many_challenges(by=by)
    if bots:
        refuse_too_many_bot_games(by=by)
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
        record_format=RECORD_FORMAT,
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
        nonce=derived_nonce(secret, 0),
        is_word_derived=True,
        joined_at=now,
        bank_left=game.bank,
    )
    for number, address in enumerate(addresses, start=1):
        Seat.objects.create(game=game, number=number, invited_address=address, bank_left=game.bank)
        if against_oneself:
            sit_down(game, number=number, user=by, word="", now=now)
    for number, level in enumerate(bots, start=1 + len(addresses)):
        Seat.objects.create(game=game, number=number, bank_left=game.bank)
        sit_down(game, number=number, user=bot_at(level), word="", now=now)
    written_to = (1 + addresses.index(address) for address in to_be_written_to)
    notice_invitations(game, to=written_to, now=now)
    if not own_word_first:
        begin_if_full(game, now=now)
    return game


@transaction.atomic
def choose_word(*, public_id: str, by: User, word: str) -> Game:
    """Put one's own word into the shuffle, until the game begins, and return the game.

    A game against bots alone has waited for nothing else.
    """
    game = proposed_game(public_id)
    seats = game.seats.filter(user=by)
    if not seats:
        raise NotYourSeat
    for seat in seats:
        seat.nonce, seat.is_word_derived = checked_word(word), False
        seat.save(update_fields=["nonce", "is_word_derived"])
    begin_if_full(game, now=timezone.now())
    return game


@transaction.atomic
def accept(*, public_id: str, by: User, word: str = "") -> Game:
    """Take the seat one was invited to, or an open one; the last to sit down begins the game.

    Accepting again changes nothing.
    """
    now = timezone.now()
    refuse_unless_there(by)
    game = locked_game(public_id)
    if game.status != Status.OFF and game.seats.filter(user=by).exists():
        return game
    refuse_unless_proposed(game, now)
    sit_down(game, number=_seat_for(game, by), user=by, word=word, now=now)
    begin_if_full(game, now=now)
    return game


@transaction.atomic
def decline(*, public_id: str, address: str) -> None:
    """Turn an invitation down: its seat is free; a game of two is off."""
    invited = proposed_game(public_id).seats.select_related("game").filter(user=None)
    seat = invited.filter(invited_address=normal_address(address)).first()
    if seat is None or not seat.invited_address:
        raise NotInvited
    turn_down(seat)


def turn_down(seat: Seat) -> None:
    """Decline an invitation; the row of the game is locked."""
    if seat.game.seat_count == 2:
        call_off(seat.game, "declined")
    else:
        free_invited(seat, is_taken_back=False)


@transaction.atomic
def withdraw(*, public_id: str, by: User) -> None:
    """Take one's own proposal back before it begins."""
    call_off(own_proposal(public_id, by), "withdrawn")


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
    """Call off a proposal, whose row is locked, cancel its invitations, and tell who waits."""
    game.status = Status.OFF
    game.off_because = because
    game.save(update_fields=["status", "off_because"])
    cancel_invitations(game, now=timezone.now())
    tell_proposer(game)
    tell_joined(game)


@transaction.atomic
def rematch(*, public_id: str, by: User) -> Game:
    """Return a new proposal on the same terms to the same opponents.

    One that stands already is accepted instead. Seats of deleted accounts are open to anybody.
    """
    refuse_unless_there(by)
    game = locked_game(public_id)
    people = [seat.user for seat in game.seats.select_related("user").order_by("number")]
    if by not in people:
        raise NotYourSeat
    if game.status != Status.OVER:
        raise NotOver
    if (proposed := game.rematches.filter(runs_or_waits(timezone.now())).first()) is not None:
        return accept(public_id=proposed.public_id, by=by)
    others = [user for user in people if user is not None and user != by]
    addresses = [user.email for user in others if not user.is_bot]
    bots = [user.bot for user in others if user.is_bot]
    if None in people and not others:
        raise PlayerHasLeft
    if not others:  # a game against oneself
        addresses = [by.email] * (len(people) - 1)
    return propose(by=by, terms=terms_of(game), invite=addresses, bots=bots, rematch_of=game)


def _seat_for(game: Game, person: User) -> int:
    """Return the seat that the person was invited to, or the first open one."""
    seats = list(game.seats.order_by("number"))
    for seat in seats:
        if seat.user is None and seat.invited_address == person.email:
            return seat.number
    if not (numbers := open_numbers(game, seats)):
        raise NotInvited
    return Seat.objects.create(game=game, number=numbers[0], bank_left=game.bank).number


@sensitive_variables()
def sit_down(game: Game, *, number: int, user: User, word: str, now: datetime) -> None:
    """Give a seat of a proposal to a player, with their word or one derived from the secret."""
    seat = game.seats.get(number=number)
    seat.is_word_derived = not word.strip()
    if seat.is_word_derived:
        secret = bytes(GameSecret.objects.get(game=game).secret)
        seat.nonce = derived_nonce(secret, number)
    else:
        seat.nonce = checked_word(word)
    seat.user, seat.joined_at, seat.invited_address = user, now, ""
    seat.save(update_fields=["user", "nonce", "is_word_derived", "joined_at", "invited_address"])


@sensitive_variables()
def begin_if_full(game: Game, *, now: datetime) -> None:
    """Begin the game, whose row is locked or new, if everybody has sat down."""
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
