"""Who answers by mail: every move of the letter opens a mail that plays just this move."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings as django_settings

from accounts.models import User
from duel.models import Game
from mail.inbound.parsing.parse import parse
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.letter_links import mover
from tests.duel.replies.mailing import numbered, raw_mail, write
from tests.duel.tables import begin

LANGUAGES = [code for code, _ in django_settings.LANGUAGES]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def mails_of_the_letter(game: Game, language: str) -> list[tuple[str, str]]:
    """The address and the words of each mail that a tap in the letter opens."""
    User.objects.update(answers_by_mail=True, language=language)
    seat = mover(game)
    assert seat.user is not None
    letter = Letter.objects.filter(kind="your-turn", to=seat.user.email).latest("pk")
    draft = builder_of("your-turn")(letter.data)
    assert draft is not None
    links = [unescape(link) for link in re.findall(r'href="(mailto:[^"]*body=[^"]*)"', draft.html)]
    return [(urlsplit(link).path, parse_qs(urlsplit(link).query)["body"][0]) for link in links]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_and_send_plays_the_move_that_was_tapped(game: Game, language: str) -> None:
    seat = mover(game)
    moves = numbered(game, seat)
    mails = mails_of_the_letter(game, language)
    assert len(mails) > 50
    address, body = mails[len(mails) // 2]
    key = address.partition("+")[2].partition("@")[0]
    number = int(body.partition(")")[0])
    mail = write(mover(game), body.replace(", ", ",\n", 1), key=key)
    assert mail.outcome in ("played", "asked")
    assert game.entries.filter(kind="move").earliest("seq").text == moves[number - 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_each_mail_survive_the_way_in(game: Game, language: str) -> None:
    for _, body in mails_of_the_letter(game, language):
        raw = raw_mail("gabcdefghijklmnop", body, sender="ada@duelpost.example")
        assert parse(raw).text.split() == body.split()


def test_nothing_in_such_a_letter_can_be_pressed_by_a_scanner(game: Game) -> None:
    seat = mover(game)
    User.objects.update(answers_by_mail=True)
    assert seat.user is not None
    letter = Letter.objects.filter(kind="your-turn", to=seat.user.email).latest("pk")
    draft = builder_of("your-turn")(letter.data)
    assert draft is not None
    assert "/go/" not in draft.text
    assert "/go/" not in draft.html
