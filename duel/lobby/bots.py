"""Games with bots: who sits down for a level, and how many of them one person may have at once."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.bots import bot_of
from accounts.models import User
from duel.errors import BadTerms
from duel.lobby.checks import TooManyBotGames, runs_or_waits
from duel.models import AnyGame, Game, Seat
from engine.bots import LEVELS

MOST_GAMES = 20
"""So many games with bots one person may have proposed that run or wait to begin."""


def bot_at(level: str) -> User:
    """Return the bot of this level; raise BadTerms for any other level."""
    if level not in LEVELS:
        raise BadTerms
    return bot_of(level)


def has_bot(game: Game) -> bool:
    """Return whether a bot has a seat in the game."""
    return game.seats.filter(user__bot__in=User.Bot.values).exists()


def is_against_bots_alone(game: AnyGame) -> bool:
    """Return whether nobody but one person and bots sits in the game."""
    bots = Seat.objects.filter(game=game.pk, user__bot__in=User.Bot.values)
    return bots.count() == game.seat_count - 1


def refuse_too_many_bot_games(*, by: User) -> None:
    """Raise if this person has proposed enough games with bots; the person's row is locked."""
    with_bot = Exists(Seat.objects.filter(game=OuterRef("pk"), user__bot__in=User.Bot.values))
    games = Game.objects.filter(runs_or_waits(timezone.now()), with_bot)
    if games.filter(seats__number=0, seats__user=by).count() >= MOST_GAMES:
        raise TooManyBotGames
