"""A game against a bot at once, for its page and its letter: by one press, or by a letter's press.

The letter is a sign-in letter of its own kind; its target page says which game was asked for.
"""

import uuid
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from django.urls import reverse

from accounts.models import SignInRequest, User
from accounts.services.sign_in import ask_for_sign_in
from duel.games.registry import game_choices, terms_nearest
from duel.lobby.proposals import propose
from duel.models import Game
from duel.words.terms import Terms
from engine.bots import LEVELS

BOT_GAME = "bot-game"
"""The kind of the letter whose press begins such a game."""


@dataclass(frozen=True)
class BotGame:
    """Which game somebody wants to play, and against which bot."""

    game: str
    level: str

    @property
    def terms(self) -> Terms:
        """The usual ones, for as few as the game is for: in Duel and Splendor that is two."""
        return terms_nearest(self.game, "")

    @property
    def bot(self) -> str:
        """What the bot is called, which may have no account yet."""
        return str(User.Bot(self.level).label)

    @property
    def page(self) -> str:
        """The page on which the same can be asked for by somebody who is signed in."""
        return f"{reverse('duel:play-bot')}?{urlencode({'game': self.game, 'level': self.level})}"


def wanted_game(request: SignInRequest) -> BotGame | None:
    """Return the game for which the letter was asked for; None if it was for something else."""
    page = urlsplit(request.target)
    query = {name: values[-1] for name, values in parse_qs(page.query).items()}
    wanted = BotGame(query.get("game", ""), query.get("level", ""))
    is_known = wanted.game in dict(game_choices()) and wanted.level in LEVELS
    return wanted if page.path == reverse("duel:play-bot") and is_known else None


def ask_by_letter(*, wanted: BotGame, address: str, network: str, language: str) -> uuid.UUID:
    """Post the letter whose press begins the game, within the limits of sign-in letters."""
    return ask_for_sign_in(
        address=address, network=network, language=language, target=wanted.page, kind=BOT_GAME
    )


def begin_at_once(*, by: User, wanted: BotGame) -> Game:
    """Return the game, which has begun."""
    return propose(by=by, terms=wanted.terms, bots=[wanted.level] * (wanted.terms.seats - 1))
