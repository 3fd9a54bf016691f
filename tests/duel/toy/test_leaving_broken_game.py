"""Who leaves a game of three whose record is broken: it ends beside the log."""

from accounts.models import User
from duel.models import Game, Status
from duel.play.moves import resign
from duel.seats.deletion import delete_account
from engine.kinds import Channel
from support.people.suspension import GameFate, suspend
from tests.duel.integrity.breaking import cut_off
from tests.duel.toy.table import press


def break_without(game: Game, seat: int) -> None:
    """Let a seat be out, and the last entry after it be lost."""
    resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()
    press(game, "one")
    cut_off(game)


def test_who_is_suspended_leaves_it_to_the_others(game: Game, bruno: User, olga: User) -> None:
    press(game, "one")
    cut_off(game)
    suspend(
        operator=olga,
        person=bruno,
        reason="Spam.",
        games=GameFate.RESIGN,
        message_to_players="It ends here.",
    )
    game.refresh_from_db()
    assert (game.status, game.result) == (Status.OVER, {"winners": [0, 2], "by": ["resign"]})


def test_nobody_wins_who_had_left_before(game: Game, bruno: User) -> None:
    break_without(game, 2)
    delete_account(user=bruno)
    game.refresh_from_db()
    assert game.result == {"winners": [0], "by": ["resign"]}


def test_who_had_left_before_ends_nothing(game: Game, carla: User) -> None:
    break_without(game, 2)
    delete_account(user=carla)
    game.refresh_from_db()
    assert game.status == Status.RUNNING
