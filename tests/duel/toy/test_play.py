"""Three play the toy by the links in their letters."""

import pytest
from django.test import Client

from accounts.models import User
from duel.errors import BadTerms
from duel.lobby.proposals import propose
from duel.models import Game
from duel.words.terms import Terms
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import built, mover, read, row
from tests.duel.pages import in_words
from tests.duel.tables import assert_sound, make_final
from tests.duel.toy.table import board, letters, play_to_the_end, press

pytestmark = pytest.mark.words


def test_it_begins_when_the_last_of_three_has_accepted(game: Game, ada: User, carla: User) -> None:
    assert game.to_move == 0
    assert letters(game, "your-turn") == [ada.email]
    assert "Toy with Bruno and Carla. You move first." in read(game, ada).text
    press(game, "one")
    press(game, "one")
    told = read(game, carla).text
    assert "The game has begun: Toy with Ada and Bruno. Ada moved first." in told


def test_it_is_no_game_for_two(ada: User, bruno: User) -> None:
    with pytest.raises(BadTerms):
        propose(by=ada, terms=Terms(game="toy", seats=2), invite=[bruno.email])


def test_the_turn_goes_round_by_the_links_in_the_letters(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    for move, person in [("one", ada), ("two", bruno), ("one", carla), ("one", ada)]:
        assert mover(game) == person
        press(game, move)
    round_and_on = [ada, bruno, carla, ada, bruno]
    assert letters(game, "your-turn") == [person.email for person in round_and_on]
    assert_sound(game)


def test_a_letter_tells_what_both_others_did_since_ones_last_turn(
    game: Game, ada: User, carla: User
) -> None:
    for move in ("one", "two", "peek"):
        press(game, move)
    told = read(game, ada).text
    assert "Bruno says two.\nBruno nods.\nCarla peeks.\n" in told
    assert "Ada says" not in told
    press(game, "two")
    press(game, "one")
    told = read(game, carla).text
    assert "SINCE YOUR LAST TURN. Ada says two.\nAda nods.\nBruno says one.\n" in told


def test_each_note_bears_the_name_of_its_writer(game: Game, carla: User) -> None:
    press(game, "one", note="a word of hers")
    press(game, "one", note="a word of his")
    draft = read(game, carla)
    for content in (draft.text, draft.html, board(game, carla)):
        assert "Ada writes: “a word of hers”" in content
        assert "Bruno writes: “a word of his”" in content


def test_what_one_has_seen_is_told_to_neither_of_the_others(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    shown = press(game, "peek")
    assert "Ada peeks at " in shown
    assert in_words(shown).count("a hidden number") == 1
    assert "Ada peeks." in read(game, bruno).text
    press(game, "one")
    for content in (read(game, carla).text, board(game, bruno)):
        assert "peeks at" not in content
        assert in_words(content).count("a hidden number") == 2


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_can_be_taken_back_is_shown_to_neither_of_the_others(
    game: Game, bruno: User, carla: User
) -> None:
    shown = press(game, "one", note="never seen")
    assert "Take it back" in shown
    for person in (bruno, carla):
        page = board(game, person)
        assert "Ada is to count." in page
        assert "Ada says" not in page
    ada = game.seats.get(number=0)
    Client().post(board_address(game, ada, "duel:take-back"))
    game.refresh_from_db()
    assert game.to_move == 0
    press(game, "two")
    make_final(game)
    told = read(game, bruno).text
    assert "Ada says two." in told
    assert "says one" not in told
    assert "never seen" not in told
    assert_sound(game)


def test_the_last_letters_go_to_all_three(game: Game, ada: User, bruno: User, carla: User) -> None:
    play_to_the_end(game)
    assert game.result == {"winners": [0], "by": ["count"]}
    assert letters(game, "game-over") == [ada.email, bruno.email, carla.email]
    for person, result in [
        (ada, "You won the game: five was counted."),
        (bruno, "Ada won the game: five was counted."),
        (carla, "Ada won the game: five was counted."),
    ]:
        draft = built(row(game, person, "game-over"))
        assert draft is not None
        for content in (draft.text, draft.html, board(game, person)):
            assert result in content
            assert "Places: 1. Ada, 2. Carla, 3. Bruno." in content
    assert_sound(game)


def test_the_last_letter_names_who_wrote_what(game: Game, bruno: User) -> None:
    play_to_the_end(game, notes={4: "his own", 5: "hers", 6: "the end"})
    for content in (read(game, bruno, "game-over").text, read(game, bruno, "game-over").html):
        assert "Carla writes: “hers”" in content
        assert "Ada writes: “the end”" in content
        assert "Bruno and" not in content.partition("writes")[2]
        assert "Ada and Carla writes" not in content


def test_once_it_is_over_everybody_sees_all_numbers(game: Game, ada: User, carla: User) -> None:
    play_to_the_end(game)
    for content in (board(game, carla), read(game, ada, "game-over").text):
        assert "holds" in content
        assert "a hidden number" not in content
