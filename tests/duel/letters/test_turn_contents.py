"""What a turn letter and the board page tell beside the rules: marks, names of cards, figures."""

import re

import pytest
from django.test import Client

from accounts.models import User
from duel.games.duel.seat_view import SeatView
from duel.lobby.proposals import propose
from duel.models import Game
from duel.perspective import seat_position as position_module
from duel.words.terms import Terms
from engine.duel import GAME
from engine.duel.moves import option_of
from engine.duel.position import Position
from engine.gems.pieces import DECK_ROWS
from tests.duel.games.duel.games import DUEL, NAMES
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import mover, play_to_a_handover, read
from tests.duel.letters.test_size import LANGUAGES, built_position, letter_at, long_letters
from tests.duel.tables import begin
from tests.engine.duel.table import table

pytestmark = [pytest.mark.django_db, pytest.mark.words]

SEVENTEEN = table(
    board="K",
    cards=("D3-01", "D3-08", "D3-10", "D3-13"),
    mine="RRRO",
    market=("D1-14", "D1-26"),
    their_cards=("D1-05", "D2-12"),
    theirs="R",
    their_reserved=("D1-09",),
)
"""Seventeen points and two crowns: a third crown brings a royal, and one of those three points."""


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game in which seat 0 is to move."""
    game = begin(ada, bruno)
    if game.to_move != 0:
        play_to_a_handover(game)
    return game


def words_of(html: str) -> str:
    """What a reader sees of HTML, in one line."""
    return " ".join(re.sub(r"<[^>]*>|&nbsp;", " ", html.partition("<body")[2]).split())


def board_at(game: Game, position: Position, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(position_module, "current_position", lambda game, read: position)
    return Client().get(board_address(game, game.seats.get(number=0))).content.decode()


def test_a_move_that_wins_by_a_further_choice_is_marked(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = letter_at(game, SEVENTEEN)
    assert re.search(r"^\d+\) 1\.1 green.*, can win", letter.text, re.MULTILINE)
    assert "can win the game" in letter.html
    assert "can win the game" in board_at(game, SEVENTEEN, monkeypatch)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_names_the_card_of_each_move(game: Game, language: str) -> None:
    """Beside the move, or in the title above it."""
    named = 0
    for position in (built_position(), SEVENTEEN, *long_letters(54)):
        view = GAME.view(position, 0)
        moves, slots = (
            DUEL.moves_in_order(view, GAME.legal(position)),
            SeatView(view, 0, NAMES).slots,
        )
        title = ""
        for line in letter_at(game, position, language).text.splitlines():
            if found := re.match(r"(\d+)\) ", line):
                card = option_of(moves[int(found[1]) - 1]).card
                if card in slots:
                    named += 1
                    assert slots[card] in line or slots[card] in title
                assert card not in DECK_ROWS or str(card)[-1] in line
            elif line.rstrip().endswith(":"):
                title = line
    assert named > 50


def test_both_players_figures_are_in_letter_and_page(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = letter_at(game, SEVENTEEN)
    drawn = words_of(letter.html)
    assert "You 17 points of 20 2 crowns of 10" in drawn
    assert "Bruno 3 points of 20 1 crown of 10" in drawn
    assert "1 white (1 point) 1 green (2 points, 1 crown)" in drawn
    assert re.search(r"Reserved: blue, 1 crown \([^)]*missing\)\.", drawn)
    parts = [letter.text, board_at(game, SEVENTEEN, monkeypatch)]
    for part in (" ".join(part.split()) for part in parts):
        assert "You: 17 points of 20, 2 crowns of 10" in part
        assert "Bruno: 3 points of 20, 1 crown of 10" in part
        assert "Cards: 1 white (1 point), 1 green (2 points, 1 crown)." in part
        assert re.search(r"Reserved: blue, 1 crown \([^)]*missing\)\.", part)


def test_who_plays_against_oneself_reads_two_names(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[ada.email])
    game.refresh_from_db()
    text = read(game, mover(game)).text
    other = f"Ada ({2 - (game.to_move or 0)})"
    assert f"with {other}" in text
    assert f"{other}: 0 points of 20" in text


def test_what_is_final_is_explained_only_where_something_can_be(game: Game) -> None:
    in_the_middle = GAME.apply(SEVENTEEN, "buy D1-14")
    assert in_the_middle.phase == "royal"
    for position, is_told in ((SEVENTEEN, True), (in_the_middle, False)):
        letter = letter_at(game, position)
        assert ("* Final: it turns something up" in letter.text) is is_told
        assert ("* Final: it turns something up" in letter.html) is is_told
