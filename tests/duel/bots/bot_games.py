"""Games of people with bots, for the tests."""

from accounts.models import User
from duel.bots.sweeps import sweep_bots
from duel.lobby.proposals import propose
from duel.models import Game, LogEntry
from duel.record.log import read_log
from duel.words.terms import Terms
from tests.duel.tables import submit

BOT = "apprentice"


def with_bots(person: User, *levels: str, **terms: object) -> Game:
    """A game of the person with bots, begun, in which the person is to move."""
    levels = levels or (BOT,)
    agreed = Terms(seats=1 + len(levels), **terms)  # type: ignore[arg-type]
    game = propose(by=person, terms=agreed, bots=levels)
    sweep_bots()
    game.refresh_from_db()
    assert game.to_move == 0
    return game


def in_which_each_begins(person: User) -> list[Game]:
    """Two games of the person with a bot, just begun: in one of them the bot is to move."""
    games: dict[int | None, Game] = {}
    while len(games) < 2:
        game = propose(by=person, terms=Terms(), bots=[BOT])
        games[game.to_move] = game
    return list(games.values())


def a_take(game: Game) -> str:
    """A move that makes a whole turn and turns nothing up."""
    game.refresh_from_db()
    course = read_log(game).course
    return next(m for m in course.game.legal(course.position) if m.startswith("take "))


def quiet_turn(game: Game) -> None:
    """Let the player to move make a whole turn that turns nothing up."""
    submit(game, a_take(game))


def moves_of_bots(game: Game) -> list[str]:
    """What bots have played."""
    entries = LogEntry.objects.filter(game=game, channel="bot", kind="move").order_by("seq")
    return list(entries.values_list("text", flat=True))
