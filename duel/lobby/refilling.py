"""Services that fill and free seats of a proposal, for its page, suspension and merging."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from duel.errors import NotYourSeat
from duel.lobby.bots import bot_at, refuse_too_many_bot_games
from duel.lobby.checks import (
    AlreadyInvited,
    NoFreeSeat,
    NoSuchInvitation,
    checked_address,
    own_proposal,
    proposed_game,
    refuse_unless_there,
)
from duel.lobby.invitations import addresses_to_write_to, refuse_too_many_challenges
from duel.lobby.proposals import INVITATION_DAYS, begin_if_full, call_off, sit_down, turn_down
from duel.lobby.seating import free_invited, free_left, is_kept_free, open_numbers, open_up
from duel.models import Game, Seat
from duel.notices.intents import notice_invitations


@transaction.atomic
def invite(*, public_id: str, by: User, address: str) -> Game:
    """Invite somebody to the first free seat of one's own proposal, which stands anew from now."""
    address = checked_address(address)
    refuse_unless_there(by)
    game = own_proposal(public_id, by)
    seats = list(game.seats.order_by("number"))
    # Of those who have sat down no address is compared: it would tell whose it is.
    if address in {by.email, *(seat.invited_address for seat in seats)}:
        raise AlreadyInvited
    is_written_to = bool(addresses_to_write_to(by=by, among=[address]))
    seat = _free_seat(game, seats)
    seat.invited_address = address
    seat.save(update_fields=["invited_address"])
    _stand_anew(game)
    if is_written_to:
        notice_invitations(game, to=[seat.number], now=timezone.now())
    return game


@transaction.atomic
def seat_bot(*, public_id: str, by: User, level: str) -> Game:
    """Give the first free seat of one's own proposal to a bot; if it was the last, the game begins.

    In a game of two that would be another game.
    """
    refuse_unless_there(by)
    game = own_proposal(public_id, by)
    refuse_too_many_bot_games(by=by)
    if game.seat_count == 2:
        raise NoFreeSeat
    seat = _free_seat(game, list(game.seats.order_by("number")))
    now = timezone.now()
    sit_down(game, number=seat.number, user=bot_at(level), word="", now=now)
    begin_if_full(game, now=now)
    return game


@transaction.atomic
def take_back_invitation(*, public_id: str, by: User, seat: int, epoch: int) -> None:
    """Free a seat of one's own proposal to which somebody is invited who has not answered.

    The epoch tells that invitation from a later one. A game of two is withdrawn instead.
    """
    game = own_proposal(public_id, by)
    waiting = game.seats.select_related("game").filter(user=None, number__gt=0)
    invited = waiting.filter(number=seat, link_epoch=epoch).first()
    if invited is None or is_kept_free(invited) or game.seat_count == 2:
        raise NoSuchInvitation
    free_invited(invited, is_taken_back=True)


@transaction.atomic
def open_to_all(*, public_id: str, by: User) -> Game:
    """List one's own proposal in the lobby: anybody may take the seats that are free."""
    refuse_unless_there(by)
    game = own_proposal(public_id, by)
    if not game.is_listed:
        refuse_too_many_challenges(by=by)
    for seat in game.seats.select_related("game"):
        if is_kept_free(seat):
            open_up(seat)
    if not open_numbers(game, game.seats.all()):
        raise NoFreeSeat
    game.is_listed = True
    game.save(update_fields=["is_listed"])
    _stand_anew(game)
    return game


@transaction.atomic
def leave(*, public_id: str, by: User) -> None:
    """Give up a seat that one has taken, before the game begins; the proposer withdraws instead."""
    game = proposed_game(public_id)
    seat = game.seats.select_related("game", "user").filter(user=by, number__gt=0).first()
    if seat is None:
        raise NotYourSeat
    free_left(seat)


def give_up_part(game: Game, person: User) -> None:
    """Remove somebody who is suspended or leaves from a proposal whose row is locked.

    Their own is withdrawn. Of another one their seat becomes free, if it is for more than two.
    """
    seats = list(game.seats.select_related("game", "user"))
    mine = [seat for seat in seats if seat.user == person]
    if any(seat.number == 0 for seat in mine):
        call_off(game, "withdrawn")
        return
    for seat in mine:
        free_left(seat)
    for seat in seats:
        if seat.user is None and seat.invited_address == person.email:
            turn_down(seat)


def _free_seat(game: Game, seats: list[Seat]) -> Seat:
    """Return the first seat that is kept free, or else an open one."""
    if kept := next(filter(is_kept_free, seats), None):
        return kept
    if not (numbers := open_numbers(game, seats)):
        raise NoFreeSeat
    return Seat.objects.create(game=game, number=numbers[0], bank_left=game.bank)


def _stand_anew(game: Game) -> None:
    """Let the proposal expire as if it were made now."""
    game.expires_at = timezone.now() + timedelta(days=INVITATION_DAYS)
    game.save(update_fields=["expires_at"])
