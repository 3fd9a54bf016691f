"""Every page of the site, in light and dark colours, in languages with long words, on a phone."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.tokens import preferences_url
from accounts.urls import urlpatterns as pages_about_oneself
from duel.lobby.invitations import invitation_url
from duel.lobby.proposals import propose
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.record.links import Purpose, seat_path
from duel.web.guide import menu
from duel.web.urls import urlpatterns as pages_of_games
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.browser.tablemates import sign_in
from tests.duel.games.splendor.test_letters import begun, played
from tests.duel.letter_links import move_address, mover
from tests.duel.tables import a_quiet_move, begin, known_seat, make_final, submit

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SEEN: list[tuple[str, Scheme]] = [("fr", "dark"), ("it", "light")]
"""English is seen by all other tests, and mostly shorter."""

NOT_LOOKED_AT = frozenset(
    {
        *("/sign-out/", "/second-factor/", "/second-factor/setup/"),
        "/.well-known/duelpost-keys.json",
    }
)
"""What only a press may open, what is for operators alone, and what is for programs."""


@pytest.fixture
def looks(page: "Page", assert_accessible: Callable[[], None]) -> Callable[[str], None]:
    """Call it with an address: the page opens, is accessible, and nothing is cut off."""
    page.set_viewport_size({"width": 320, "height": 800})

    def look_at(address: str) -> None:
        response = page.goto(address)
        assert response is not None
        assert response.ok, f"{address}: {response.status}"
        assert_accessible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{address} is {overflow} pixels too wide"

    return look_at


@pytest.fixture(params=SEEN, ids="-".join)
def language(request: pytest.FixtureRequest, page: "Page") -> str:
    """The reader's language, with light or dark colours."""
    spoken, scheme = request.param
    page.emulate_media(color_scheme=scheme)
    page.set_extra_http_headers({"Accept-Language": spoken})
    return str(spoken)


def without_names() -> Iterator[str]:
    """The addresses that are the same for everybody."""
    for each in (*pages_of_games, *pages_about_oneself):
        address = f"/{each.pattern}"
        if "<" not in address and address not in NOT_LOOKED_AT:
            yield address


def of_game(game: Game) -> Iterator[str]:
    """The pages of a game for one of its players."""
    for page in ("game", "replay", "timeline", "report", "own-more", "own-time", "try"):
        yield reverse(f"duel:{page}", args=[game.public_id])
    yield reverse("duel:timeline", args=[game.public_id]) + "?only=notes"


def linked(seat: Seat, ply: int) -> Iterator[str]:
    """The pages to which a letter leads, which need no sign-in."""
    of_seat = (Purpose.BOARD, Purpose.MORE, Purpose.TIME, Purpose.TROUBLE)
    for purpose in (*of_seat, Purpose.TIMELINE, Purpose.PAYMENTS):
        yield seat_path(known_seat(seat), purpose, ply=ply)
    yield move_address(seat.game, 1, seat)


def test_a_visitor_can_use_every_page(
    language: str, looks: Callable[[str], None], bruno: User
) -> None:
    propose(by=bruno, terms=Terms(game="splendor", seats=3), is_listed=True)
    for address in without_names():
        looks(address)
    for name, _title in menu():
        looks(reverse("duel:help-page", args=[name]))


def test_a_member_can_use_every_page(  # noqa: PLR0917
    language: str,
    looks: Callable[[str], None],
    page: "Page",
    live_server: Any,
    ada: User,
    bruno: User,
) -> None:
    User.objects.filter(pk=ada.pk).update(language=language)
    over = begin(ada, bruno)
    resign(public_id=over.public_id, seat=1, channel=Channel.WEB)
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    make_final(game)
    write_note(seat=game.seats.get(user=bruno), ply=game.ply - 1, text="Good luck!")
    own = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    open_to_all = propose(by=bruno, terms=Terms(game="splendor", seats=4), is_listed=True)
    sign_in(page.context, ada, live_server.url)
    for address in (
        *without_names(),
        *of_game(game),
        reverse("duel:person", args=[bruno.public_id]),
        reverse("duel:game", args=[over.public_id]),
        reverse("duel:replay", args=[over.public_id]),
        reverse("duel:challenge", args=[own.public_id]),
        reverse("duel:challenge", args=[open_to_all.public_id]),
    ):
        looks(address)


def test_whoever_has_a_letter_can_use_every_page(  # noqa: PLR0917
    language: str, looks: Callable[[str], None], ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = played(begun(ada, bruno, olga, eve), 60)
    User.objects.update(language=language)
    seat = Seat.objects.select_related("game", "user").get(pk=mover(game).pk)
    for address in linked(seat, game.ply):
        looks(address)
    looks(seat_path(known_seat(seat), Purpose.BOARD, ply=0))
    invited = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    for page in ("invitation", "decline", "never"):
        looks(invitation_url(invited.seats.get(number=1), page))
    looks(preferences_url(ada))
