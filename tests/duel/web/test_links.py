"""Every link on every page leads somewhere, and every place on a page that is named is there."""

import re
from collections import deque
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from duel.lobby.proposals import propose
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.games.splendor.test_letters import begun, played
from tests.duel.tables import begin, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.words]

LINK = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')
PLACE = re.compile(r'\bid="([^"]+)"')
MOVE = re.compile(r"/(go|play)/[\w-]{20,}")
"""Pages of single moves: hundreds, all alike."""


def crawl(client: Client, start: str = "/") -> dict[str, str]:
    """Every page that can be reached, by its address; whatever is no page counts as empty."""
    pages: dict[str, str] = {}
    found = deque([start])
    while found:
        address = found.popleft()
        if address in pages:
            continue
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        is_page = answer.headers["Content-Type"].startswith("text/html")
        pages[address] = answer.content.decode() if is_page else ""
        for link in map(unescape, LINK.findall(pages[address])):
            found.extend(within_the_site(address, link))
    return pages


def within_the_site(page: str, link: str) -> list[str]:
    """The address to which the link leads; none if it leads elsewhere or to a single move."""
    path, query = urlsplit(link).path, urlsplit(link).query
    if urlsplit(link).scheme or path.startswith("/static/") or MOVE.match(path):
        return []
    here = urlsplit(page).path
    return [f"{path or here}?{query}" if query else path or here]


def assert_all_places_are_there(pages: dict[str, str]) -> None:
    for address, content in pages.items():
        for link in map(unescape, LINK.findall(content)):
            place = urlsplit(link).fragment
            for target in within_the_site(address, link) if place else []:
                assert place in PLACE.findall(pages[target]), f"{link} on {address}"


@pytest.fixture
def busy_ada(ada: User, bruno: User, olga: User, eve: User) -> User:
    """Ada with games of both kinds, one of which is over, notes, an invitation and a challenge."""
    over = begin(ada, bruno, is_public=True)
    resign(public_id=over.public_id, seat=1, channel=Channel.WEB)
    running = begin(ada, bruno)
    play_on(running, 4)
    write_note(seat=running.seats.get(user=bruno), ply=running.ply, text="Good luck!")
    played(begun(ada, bruno, olga, eve), 20)
    propose(by=bruno, terms=Terms(), invite=[ada.email])
    propose(by=bruno, terms=Terms(game="splendor", seats=3), is_listed=True)
    return ada


def test_a_visitor_finds_no_dead_link(client: Client, busy_ada: User) -> None:
    pages = crawl(client)
    assert {"/", "/challenges/", "/help/how-we-play/", "/sign-in/"} <= pages.keys()
    assert_all_places_are_there(pages)


def test_a_member_finds_no_dead_link(client: Client, busy_ada: User) -> None:
    client.force_login(busy_ada)
    pages = crawl(client)
    assert {"/club/", "/me/", "/account/tokens/", "/new/"} <= pages.keys()
    for kind in ("timeline/", "replay/", "file"):
        assert any(re.match(rf"/games/\w+/{kind}$", address) for address in pages), kind
    assert_all_places_are_there(pages)
