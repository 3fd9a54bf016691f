"""Letters about games, built from what lies in the outbox, and raw as they leave."""

import itertools
from email import message_from_bytes, policy
from email.message import EmailMessage

from accounts.models import User
from duel.models import Game
from duel.record.log import read_log
from mail.models import Letter
from mail.registry import Draft, builder_of
from mail.sending.messages import compose
from tests.duel.games.duel.games import DUEL
from tests.duel.tables import play_any


def row(game: Game, user: User, kind: str = "your-turn") -> Letter:
    """The newest letter of that kind to that person about the game."""
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", to=user.email, kind=kind)
    return letters.latest("pk")


def built(letter: Letter) -> Draft | None:
    """What the letter would say now."""
    return builder_of(letter.kind)(letter.data)


def read(game: Game, user: User, kind: str = "your-turn") -> Draft:
    draft = built(row(game, user, kind))
    assert draft is not None
    return draft


def raw(letter: Letter) -> bytes:
    """The letter as it goes over the wire."""
    draft = built(letter)
    assert draft is not None
    return bytes(compose(letter, draft).message().as_bytes())


def parsed(letter: Letter) -> EmailMessage:
    """The raw letter as a strict program reads it: any defect is an error."""
    message = message_from_bytes(raw(letter), policy=policy.strict.clone(max_line_length=998))
    assert isinstance(message, EmailMessage)
    return message


def as_printed(game: Game) -> list[str]:
    """The legal moves in the order of the numbers beside them."""
    course = read_log(game).course
    view = course.game.view(course.position, course.position.to_move)
    return DUEL.moves_in_order(view, course.game.legal(course.position))


def mover(game: Game) -> User:
    """The player to move."""
    game.refresh_from_db()
    assert game.to_move is not None
    user = game.seats.get(number=game.to_move).user
    assert user is not None
    return user


def play_to_a_handover(game: Game, least: int = 1) -> None:
    """Play at least so many moves, and on until the turn has just passed to the other player."""
    for played in itertools.count(1):
        before = game.to_move
        play_any(game)
        assert game.to_move is not None, "The game is over."
        if played >= least and game.to_move != before:
            return
