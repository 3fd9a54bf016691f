"""Readers: games, seats and positions, each as one reader may see them."""

from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from duel.errors import NotYourSeat, UnknownGame
from duel.log import header_of, read_log, stored_entries
from duel.models import Game, GameSecret, Seat, Status
from engine.errors import EngineError
from engine.games import find_game
from engine.record import export


def find_by_public_id(public_id: str) -> Game:
    """Return the game of that name."""
    try:
        return Game.objects.get(public_id=public_id)
    except Game.DoesNotExist:
        raise UnknownGame from None


def seat_of(game: Game, user: User) -> Seat:
    """Return the person's seat in the game; against oneself, the one that is to move."""
    seats = list(game.seats.filter(user=user).order_by("-is_to_move", "number"))
    if not seats:
        raise NotYourSeat
    return seats[0]


def games_waiting_for(user: User) -> QuerySet[Game]:
    """Return the games in which it is this person's turn, the most urgent first."""
    return Game.objects.filter(seats__user=user, seats__is_to_move=True).order_by("deadline")


def current_position(game: Game) -> Any:
    """Return the engine's position of a begun game, from the cache if it is there.

    For reading only. Writers replay the log.
    """
    rules = find_game(game.game, game.rules)
    key = f"position:{game.game}:{game.rules}:{game.head}"
    dumped = cache.get(key)
    if dumped is not None:
        try:
            return rules.load(dumped)
        except EngineError:  # whatever lies there is not ours
            cache.delete(key)
    log = read_log(game)
    cache.set(key, rules.dump(log.course.position), timeout=30 * 24 * 3600)
    return log.course.position


def view_for(game: Game, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat (None: a spectator) may see it."""
    return find_game(game.game, game.rules).view(current_position(game), seat)


def secret_is_open(game: Game) -> bool:
    """Return whether anyone may see the game's secret by now."""
    return game.secret_opens_at is not None and game.secret_opens_at <= timezone.now()


def export_game(game: Game) -> dict[str, Any]:
    """Return the game's file, which `python -m engine verify` proves once the secret is open.

    Before that it holds no secret, so that it tells nothing that a player may not know; the
    moves in the log are open to both.
    """
    seats = list(game.seats.select_related("user").order_by("number"))
    secret = bytes(GameSecret.objects.get(game=game).secret) if secret_is_open(game) else None
    return export(
        header_of(game, seats),
        stored_entries(game.entries.order_by("seq")),
        names=[seat.user.name if seat.user else "" for seat in seats],
        secret=secret,
        result=game.result,
    )


def running_games() -> QuerySet[Game]:
    """Return the games that are being played."""
    return Game.objects.filter(status=Status.RUNNING)
