"""A game by mail in the invented language: `tests/test_languages.py` runs it where it was added."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from accounts.models import User
from duel.letters.context import LetterContext  # noqa: F401 (registers the letters)
from duel.models import Game, Seat
from duel.words.naming import by_the_clock_in, duration, joined
from lib.languages import tables_in
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.letter_links import mover
from tests.duel.replies.mailing import answers, write
from tests.duel.tables import assert_sound, begin, hasty_moves, play_all
from tests.toy_language.language import CODE, translated

pytestmark = pytest.mark.django_db

LEFT = 14
"""So many moves of the game are left when the players begin to write."""

DAY = 24 * 3600
_MOVE = re.compile(r"^(\d+)\) (.+?)(?: \*)?(?: http\S+)?$", re.MULTILINE)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    User.objects.filter(pk__in=[ada.pk, bruno.pk]).update(language=CODE)
    game = begin(ada, bruno)
    play_all(game, hasty_moves(game)[:-LEFT])
    game.refresh_from_db()
    return game


def letter_to(seat: Seat) -> str:
    """The newest letter to the seat's player that is still true and lists moves."""
    assert seat.user is not None
    for letter in Letter.objects.filter(to=seat.user.email).order_by("-pk"):
        draft = builder_of(letter.kind)(letter.data)
        if draft and _MOVE.search(draft.text):
            return draft.text
    pytest.fail("No letter lists moves.")


def quoting(text: str, letter: str) -> str:
    """An answer above the quoted letter, as a mail program of that language writes it."""
    attribution = "Zno 2026-11-16 09:12, Duelpost <play@duelpost.example> zetorwo:"
    signature = translated("Sent from my telephone")
    return f"{text}\n\n{signature}\n\n{attribution}\n\n{letter}"


def test_it_is_offered_by_its_own_name_and_no_migration_is_missing() -> None:
    codes = [code for code, _ in settings.LANGUAGES]
    assert codes == [*(code for code in tables_in("replies.toml") if code != CODE), CODE]
    assert str(dict(settings.LANGUAGES)[CODE]) == "Ido"
    call_command("makemigrations", check=True, dry_run=True)


def test_a_game_is_played_to_its_end_by_mail_in_its_words(game: Game) -> None:
    outcomes = []
    while game.status == "running":
        seat = mover(game)
        letter = letter_to(seat)
        number, words = _MOVE.findall(letter)[0]
        verb = translated("buy") if words[0].isdigit() else ""  # of a card its heading says so
        for move in (f"{verb} {words}", f"{translated('I play the move')} {number}"):
            mail = write(seat, quoting(f"{translated('Hello')}!\n{move}", letter))
            outcomes.append((mail.outcome, move))
            if mail.outcome in ("played", "asked"):  # which asks for the rest of the turn
                break
        else:
            pytest.fail(f"Not played: {outcomes[-2:]}, {mail.reading}")
        game.refresh_from_db()
    in_words = [move for outcome, move in outcomes if outcome != "refused" and "evomo" not in move]
    assert len(in_words) > LEFT / 2, outcomes
    assert_sound(game)


def test_what_can_be_asked_for_and_how_it_is_refused(game: Game) -> None:
    seat = mover(game)
    assert write(seat, translated("show me the board, please")).outcome == "shown"
    assert write(seat, f"{translated('to me')}: {translated('think')}").outcome == "done"
    mail = write(seat, translated("do not take d3"))
    assert mail.outcome == "refused"
    assert "“ztono”" in answers(seat)[-1].body


def test_its_letters_say_everything_in_its_words(game: Game) -> None:
    letter = letter_to(mover(game))
    for english in ("take", "cards", "your", "points"):
        assert translated(english) in letter.lower()
        assert not re.search(rf"\b{english}\b", letter)


def test_it_counts_elides_and_dates_in_its_own_way() -> None:
    at = datetime(2026, 11, 19, 20, 5, tzinfo=UTC)
    with override(CODE):
        days = [duration(count * DAY) for count in (1, 3, 5)]
        lists = [joined(["d1", last]) for last in ("e1", "b2")]
        assert date_format(at, "DATE_FORMAT") == "2026.11.19"
        assert by_the_clock_in(ZoneInfo("Europe/Rome"), at) == (
            "zyadsruhto, 2026 zrebmevono 19, 21.05 (Zemoro)"
        )
    assert days == ["1 zyado", "3 zsyadoi", "5 zsyado"]
    assert lists == ["d1 zdnad e1", "d1 zdnao b2"]


def test_its_help_is_shown(client: Client) -> None:
    for page in ("mail", "table", "how-we-play", "duel", "splendor"):
        address = reverse("duel:help-page", args=[page])
        shown = client.get(address, headers={"accept-language": CODE}).content.decode()
        assert f'<html lang="{CODE}">' in shown
        assert translated("player") in shown
        assert not re.search(r"\bplayer\b", re.sub(r"<[^>]*>", "", shown))
