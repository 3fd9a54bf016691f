"""What a forged link costs, and how long links are good whose signature has one part."""

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Seat
from duel.record.links import Link, Purpose, link_token
from duel.words.terms import Terms
from tests.duel.letter_links import link_token_as_before, move_address, mover
from tests.duel.tables import begin, legal_moves, play_on, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]

PAGES = {
    "duel:move": Purpose.MOVE,
    "duel:board": Purpose.BOARD,
    "duel:payments": Purpose.PAYMENTS,
    "duel:more": Purpose.MORE,
    "duel:again": Purpose.REMATCH,
    "duel:time": Purpose.TIME,
    "duel:trouble": Purpose.TROUBLE,
    "duel:invitation": Purpose.INVITATION,
    "duel:turn-letter": Purpose.LETTER,
    "duel:timeline-link": Purpose.TIMELINE,
}


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 6)
    return game


def upgrade() -> None:
    """What the migration does that came with signatures of two parts."""
    folder = Path(str(apps.get_app_config("duel").path)) / "migrations"
    (path,) = folder.glob("*_links.py")
    migration = import_module(f"duel.migrations.{path.stem}")
    migration.keep_mailed_links_good(apps, SimpleNamespace(connection=connection))


def forged(page: str, game: Game, *, number: int = 1) -> str:
    """A link that names the position of this moment, signed by somebody else."""
    link = Link(game.pk, mover(game).number, game.ply, number)
    token = link_token(PAGES[page], link, epoch=0)
    return reverse(page, args=[token[:-16] + "A" * 16])


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_forged_link_costs_one_query_and_no_replay(
    page: str, method: str, client: Client, game: Game
) -> None:
    Seat.objects.update(link_epoch=58_000_000)  # as after a restore
    address = forged(page, game)
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        status = getattr(client, method)(address).status_code
    if status == 405:  # a page without a button
        assert not list(asked)
        return
    assert status == 404
    assert [query["sql"].split()[0] for query in asked] == ["SELECT"]


def test_every_purpose_was_tried() -> None:
    assert set(PAGES.values()) == set(Purpose)


def old_move(game: Game, number: int = 1) -> str:
    seat, text = mover(game), legal_moves(game)[number - 1]
    link = Link(game.pk, seat.number, game.ply, number)
    token = link_token_as_before(Purpose.MOVE, link, epoch=seat.link_epoch, text=text)
    return reverse("duel:move", args=[token])


def test_links_mailed_before_the_upgrade_stay_good(client: Client, game: Game) -> None:
    seat = mover(game)
    link = Link(game.pk, seat.number, game.ply)
    board = link_token_as_before(Purpose.BOARD, link, epoch=0)
    move = old_move(game)
    upgrade()
    assert client.get(reverse("duel:board", args=[board])).status_code == 200
    assert client.get(move).status_code == 200
    assert client.post(move).status_code == 302
    game.refresh_from_db()
    assert game.ply == link.ply + 1
    assert client.get(reverse("duel:board", args=[board]), follow=True).status_code == 200


def test_an_old_link_for_a_ply_reached_since_is_forged(client: Client, game: Game) -> None:
    upgrade()
    submit(game, legal_moves(game)[0])
    assert client.get(old_move(game)).status_code == 404
    assert client.get(move_address(game)).status_code == 200


def test_an_invitation_mailed_before_the_upgrade_stays_good_and_no_later_one(
    client: Client, ada: User
) -> None:
    def invitation(game: Game) -> str:
        link = Link(game.pk, 1, 0)
        text = "stranger@example.org"
        token = link_token_as_before(Purpose.INVITATION, link, epoch=0, text=text)
        return reverse("duel:invitation", args=[token])

    before = propose(by=ada, terms=Terms(), invite=["stranger@example.org"])
    upgrade()
    since = propose(by=ada, terms=Terms(), invite=["stranger@example.org"])
    assert client.get(invitation(before)).status_code == 200
    assert client.get(invitation(since)).status_code == 404
