"""Notes in letters: wherever one stands, its reader can hide and report it."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game
from duel.play.notes import hide_notes, write_note
from mail.models import Letter
from mail.registry import Draft
from tests.duel.letters.every_kind import EVERY_KIND
from tests.duel.letters.outbox import built
from tests.duel.tables import begin, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.words]

WAY = re.compile(r"https?://\S+/timeline/[\w-]+\?only=notes")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game of some moves, in which letters of every kind can be posted."""
    game = begin(ada, bruno)
    play_on(game, 6)
    return game


def letters(kind: str, game: Game) -> Iterator[tuple[Letter, Draft]]:
    """What the letters of this kind say to players, both of whom have just written a note."""
    EVERY_KIND[kind](game)
    game.refresh_from_db()
    for seat in game.seats.select_related("user", "game"):
        write_note(seat=seat, ply=game.ply, text=f"So says {seat.user}.")
    for letter in Letter.objects.filter(
        kind=kind, to__in=["ada@duelpost.example", "bruno@duelpost.example"]
    ):
        if (draft := built(letter)) is not None:
            yield letter, draft


@pytest.mark.parametrize("kind", sorted(EVERY_KIND))
def test_beside_a_note_stands_the_way_to_hide_and_report_it(kind: str, game: Game) -> None:
    for letter, draft in letters(kind, game):
        for part in (draft.text, draft.html):
            if "So says" not in part:
                assert not WAY.search(part)
                continue
            found = WAY.search(part)
            assert found, f"{kind} to {letter.to} shows a note and no way to hide it."
            page = Client().get(urlsplit(found[0])._replace(scheme="", netloc="").geturl())
            assert "Report this note" in page.content.decode()


@pytest.mark.parametrize("kind", ["your-turn", "reminder", "game-over", "digest"])
def test_a_letter_with_moves_has_what_the_other_wrote_unless_it_is_hidden(
    kind: str, game: Game, ada: User, bruno: User
) -> None:
    seen = list(letters(kind, game))
    assert any("So says" in draft.text and "So says" in draft.html for _, draft in seen)
    for reader, writer in ((ada, bruno), (bruno, ada)):
        hide_notes(reader=reader, writer=writer)
    for letter, _ in seen:
        draft = built(letter)
        assert draft is not None
        assert "So says" not in draft.text + draft.html
