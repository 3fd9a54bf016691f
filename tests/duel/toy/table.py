"""Three at a table: how they begin, play from their letters, and what they are told."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

from django.test import Client

from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.models.game import TURN_KINDS
from duel.record.finality import game_known_at
from duel.words.naming import DAY
from duel.words.terms import Terms, TimeControl
from mail.models import Letter
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import built, mover


def begin_of_three(first: User, *others: User, **terms: object) -> Game:
    """A toy that the first proposes and all others accept."""
    wanted = {"game": "toy", "seats": 3, "time": TimeControl(grace=DAY), **terms}
    proposed = propose(
        by=first,
        terms=Terms(**wanted),  # type: ignore[arg-type]
        invite=[other.email for other in others],
    )
    for other in others:
        accept(public_id=proposed.public_id, by=other)
    proposed.refresh_from_db()
    return proposed


def newest_turn(game: Game) -> str:
    """The text of the newest letter that brings its turn to the player to move."""
    mine = Letter.objects.filter(topic=f"game:{game.public_id}", to=mover(game).email)
    draft = built(mine.filter(kind__in=TURN_KINDS).latest("pk"))
    assert draft is not None
    return draft.text


def press(game: Game, move: str, note: str = "") -> str:
    """Play by the link in the letter of the player to move; return the board page that follows."""
    text = newest_turn(game)
    found = re.search(rf"\) {move}\b.*?(http\S+)", text, re.DOTALL)
    assert found, text
    page = Client()
    address = urlsplit(found[1]).path
    shown = page.get(address)
    assert f"To {move} is what you chose." in shown.content.decode()
    done = page.post(address, {"note": note}, follow=True)
    assert done.status_code == 200, done.content.decode()
    game.refresh_from_db()
    return done.content.decode()


def play_to_the_end(game: Game, notes: Mapping[int, str] = MappingProxyType({})) -> None:
    """Play by the letters until the first to move has won, with these notes to moves."""
    for place, move in enumerate(("one", "peek", "two", "two", "two", "one", "two")):
        press(game, move, note=notes.get(place, ""))
    assert game.to_move is None


def letters(game: Game, kind: str) -> list[str]:
    """To whom letters of this kind were posted."""
    posted = Letter.objects.filter(topic=f"game:{game.public_id}", kind=kind)
    return list(posted.order_by("pk").values_list("to", flat=True))


def board(game: Game, person: User) -> str:
    """The board page of somebody, where the game stands as they may know it."""
    game.refresh_from_db()
    seat = game.seats.get(user=person)
    shown = Client().get(board_address(game_known_at(game, seat.number), seat))
    assert shown.status_code == 200
    return shown.content.decode()
