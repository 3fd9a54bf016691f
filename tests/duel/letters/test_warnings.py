"""Warnings of how the opponent could win on the next turn: agreed on, told to both, no secret."""

import random
import re
from types import SimpleNamespace

import pytest
from django.test import Client

from accounts.models import User
from duel.integrity.beginnings import digest_of
from duel.lobby.proposals import propose, rematch
from duel.models import Beginning, Game
from duel.perspective import seat_position as position_module
from duel.words.terms import Terms, terms_of
from engine.duel.position import Position
from tests.duel.games.duel.test_warnings import CAREFUL, NINE_GREEN
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import play_to_a_handover
from tests.duel.letters.test_size import letter_at
from tests.duel.lobby.invitations.invitee import letter_of
from tests.duel.tables import begin, play_to_the_end
from tests.engine.duel.table import table
from tests.engine.duel.test_view import other_secrets

pytestmark = [pytest.mark.django_db, pytest.mark.words]

HANDS = {"reserved": ("D1-01*",), "their_reserved": ("D1-15", "D1-02*", "D2-01*")}

IN_SIGHT = table(**NINE_GREEN, **HANDS, theirs="WWWKKUURRP")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game in which seat 0 is to move."""
    game = begin(ada, bruno)
    if game.to_move != 0:
        play_to_a_handover(game)
    return game


def board_at(game: Game, position: Position, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(position_module, "current_position", lambda game, read: position)
    return Client().get(board_address(game, game.seats.get(number=0))).content.decode()


# --- Where it stands


def test_the_letter_and_the_board_page_warn(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = letter_at(game, IN_SIGHT)
    for part in (" ".join(letter.text.split()), letter.html, board_at(game, IN_SIGHT, monkeypatch)):
        assert f"{CAREFUL}by buying the reserved card" in part


def test_who_agreed_on_no_warning_gets_none(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.warns = False
    game.save(update_fields=["warns"])
    letter = letter_at(game, IN_SIGHT)
    for part in (letter.text, letter.html, board_at(game, IN_SIGHT, monkeypatch)):
        assert "Careful" not in part


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.usefixtures("traveller")  # both tell of time
def test_letter_and_page_are_the_same_whatever_is_hidden(
    game: Game, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(language)
    here = letter_at(game, IN_SIGHT, language)
    page = board_at(game, IN_SIGHT, monkeypatch)
    for _ in range(30):  # in some of them a hidden card would win
        other = other_secrets(IN_SIGHT, 0, chance)
        there = letter_at(game, other, language)
        assert (there.text, there.html) == (here.text, here.html)
        assert board_at(game, other, monkeypatch) == page


def test_a_hidden_card_that_would_win_is_no_threat(game: Game) -> None:
    hidden = table(**NINE_GREEN, theirs="WWWKK", their_reserved=("D1-15*",))
    assert "Careful" not in letter_at(game, hidden).text


# --- The term


def test_new_games_warn_unless_something_else_is_agreed_on(ada: User) -> None:
    assert propose(by=ada, terms=Terms()).warns
    assert not propose(by=ada, terms=Terms(warns=False)).warns


@pytest.mark.parametrize("warns", [True, False])
def test_a_rematch_keeps_the_term(ada: User, bruno: User, warns: bool) -> None:
    game = begin(ada, bruno, warns=warns)
    play_to_the_end(game)
    again = rematch(public_id=game.public_id, by=ada)
    assert again.warns is warns
    assert terms_of(again) == terms_of(game)


@pytest.mark.parametrize(
    ("warns", "told"),
    [
        (True, "Each player is warned when the opponent could win on the next turn"),
        (False, "Nobody is warned when the opponent could win on the next turn."),
    ],
)
def test_it_is_told_before_anybody_joins(ada: User, bruno: User, warns: bool, told: str) -> None:
    game = propose(by=ada, terms=Terms(warns=warns), invite=["nina@elsewhere.example"])
    letter = letter_of(game)
    assert letter is not None
    assert told in " ".join(letter.text.split())
    assert told in " ".join(letter.html.split())
    open_to_all = propose(by=ada, terms=Terms(warns=warns), is_listed=True)
    browser = Client()
    browser.force_login(bruno)
    page = browser.get(f"/challenge/{open_to_all.public_id}")
    assert told in " ".join(page.content.decode().split())


def test_the_form_offers_it_and_can_leave_it_out(ada: User) -> None:
    browser = Client()
    browser.force_login(ada)
    page = browser.get("/new/").content.decode()
    assert re.search(r'<input[^>]* name="warns"[^>]* checked', page)
    answers = {"opponent": "anyone", "game": "duel", "time": "3-days", "late": "claim"}
    browser.post("/new/", answers | {"warns": "on"})
    browser.post("/new/", answers)
    assert list(Game.objects.order_by("pk").values_list("warns", flat=True)) == [True, False]


def test_what_a_game_began_with_is_proved_with_or_without_the_term(ada: User, bruno: User) -> None:
    """The digest of a game that did not agree on it is what it was before there was the term."""
    for game in (begin(ada, bruno, warns=False), begin(ada, bruno)):
        seats = list(game.seats.order_by("number"))
        persons = [seat.person for seat in seats]
        kept = Beginning.objects.get(game=game).digest
        columns = {name: value for name, value in vars(game).items() if name != "warns"}
        as_it_was = digest_of(SimpleNamespace(**columns), seats, persons)
        assert digest_of(game, seats, persons) == kept
        assert (kept == as_it_was) is not game.warns
