"""The player aid: in a person's first letter of each kind of game, and whenever they ask."""

import pytest
from django.conf import settings

from accounts.models import User
from duel.games.registry import aid_lines, presentation_of
from tests.duel.letter_links import mover as seat_of_mover
from tests.duel.letters.outbox import mover, play_to_a_handover, read
from tests.duel.replies.mailing import answer, write
from tests.duel.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.words]
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", ["duel", "splendor"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_in_the_first_letter_of_each_kind_of_game(
    ada: User, bruno: User, language: str, game: str
) -> None:
    User.objects.update(language=language)
    begin(ada, bruno, game="splendor" if game == "duel" else "duel")
    begun = begin(ada, bruno, game=game)
    draft = read(begun, mover(begun))
    for line in aid_lines(presentation_of(begun), [], language):
        assert in_one_line(line) in in_one_line(draft.text)
        assert line in draft.html
    assert f"/help/{game}/" in draft.text
    assert max(map(len, draft.text.splitlines())) <= 78


def test_it_tells_of_the_options_that_are_played(ada: User, bruno: User) -> None:
    game = begin(ada, bruno, game="splendor", options=frozenset({"cities", "posts"}))
    draft = read(game, mover(game))
    for line in aid_lines(presentation_of(game), ["cities", "posts"], "en"):
        assert line in in_one_line(draft.text)


def test_it_is_in_no_letter_of_a_second_game_and_in_no_later_one(ada: User, bruno: User) -> None:
    first = begin(ada, bruno)
    second = begin(ada, bruno)
    line = aid_lines(presentation_of(first), [], "en")[0]
    assert line not in in_one_line(read(second, mover(second)).text)
    play_to_a_handover(first, least=8)
    assert line not in in_one_line(read(first, mover(first)).text)


@pytest.mark.parametrize(("language", "word"), [("en", "help"), ("fr", "aide"), ("it", "aiuto")])
def test_it_answers_a_cry_for_help(ada: User, bruno: User, language: str, word: str) -> None:
    User.objects.update(language=language)
    begin(ada, bruno)
    game = begin(ada, bruno)
    seat = seat_of_mover(game)
    write(seat, word)
    body = in_one_line(str(answer(seat).body))
    for line in aid_lines(presentation_of(game), [], language):
        assert in_one_line(line) in body
