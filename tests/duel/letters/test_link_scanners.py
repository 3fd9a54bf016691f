"""A fetch is nobody's act: programs open every link of every letter, and nothing is written."""

import re

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from duel.models import Game, LinkUse
from duel.record.links import Purpose, seat_path
from mail.models import Letter
from mail.mutes import unsubscribe_url
from mail.reports.suppression import suppress
from tests.duel.clocks.ticking import send_letters
from tests.duel.letters.every_kind import EVERY_KIND
from tests.duel.letters.kinds import draft_of
from tests.duel.letters.outbox import built, mover, row
from tests.duel.tables import a_quiet_move, known_seat, submit
from tests.duel.timekeeping.test_lost_letters import lose_letter
from tests.fixtures.rows import changes, every_row

pytestmark = [pytest.mark.django_db, pytest.mark.words]

USES = (LinkUse._meta.db_table,)
"""That links were opened is counted; nothing else is written down."""

MOVES = 8
"""Links of moves that are opened in each letter; their pages differ by no more than the move."""


def links_in(letter: Letter) -> list[str]:
    draft = draft_of(letter)
    links = {*re.findall(rf"{site.SITE_URL}[^\s\"'<>]*", draft.text + draft.html)}
    moves = sorted(link for link in links if "/go/" in link)
    return [*filter(None, [*(links - {*moves}), unsubscribe_url(letter)]), *moves[:MOVES]]


def assert_fetching_writes_nothing(links: list[str]) -> None:
    """Open each link as mail scanners do: they ask what is there, then take it, then go on."""
    assert links
    before = every_row(but=USES)
    scanner = Client()
    for link in links:
        for answer in (scanner.head(link), scanner.get(link, follow=True)):
            assert answer.status_code < 500, link
    assert changes(before, every_row(but=USES)) == []


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_opening_the_links_of_a_letter_writes_nothing(kind: str, much_is_hidden: Game) -> None:
    EVERY_KIND[kind](much_is_hidden)
    letters = [letter for letter in Letter.objects.filter(kind=kind) if built(letter) is not None]
    assert letters
    assert_fetching_writes_nothing([link for letter in letters for link in links_in(letter)])


@pytest.mark.parametrize("is_mover", [True, False])
def test_opening_older_links_writes_nothing_while_a_turn_can_be_taken_back(
    is_mover: bool, much_is_hidden: Game, settings: Settings
) -> None:
    game = much_is_hidden
    settings.UNSEND_SECONDS = 300
    seats = {seat.is_to_move: seat for seat in game.seats.all()}
    of_seat = (Purpose.BOARD, Purpose.MORE, Purpose.TIME, Purpose.TROUBLE)
    older = [
        seat_path(known_seat(seats[is_mover]), purpose, ply=ply)
        for ply in (game.ply - 6, game.ply)
        for purpose in of_seat
    ]
    submit(game, a_quiet_move(game))
    assert_fetching_writes_nothing(older)


def test_opening_links_is_no_sign_of_life_of_an_address_that_bounces(much_is_hidden: Game) -> None:
    game = much_is_hidden
    letter = row(game, mover(game))
    send_letters(game)
    lose_letter(game)
    suppress(address=letter.to, reason="bounced", at=timezone.now())
    assert game.deadline is None
    assert_fetching_writes_nothing(links_in(letter))
