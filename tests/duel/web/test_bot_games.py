"""A game against a bot at once: by one press, or by a letter for which an address is enough."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.bots import bot_of
from accounts.codes import token_of
from accounts.models import SignInRequest, User
from accounts.services import sign_in
from duel.errors import ClosedToNewcomers
from duel.lobby import bots
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.words.terms import Terms
from mail.models import Letter
from mail.mutes import mute
from mail.registry import builder_of
from tests.accounts.conftest import send_all
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db

NINA = "nina@elsewhere.example"
ASKED = {"game": "duel", "level": "apprentice"}
ABOUT_NINA = {"name": "Nina", "language": "fr", "time_zone": "Europe/Paris"}


@pytest.fixture(autouse=True)
def own_limits(settings: Settings) -> Iterator[None]:
    """Count letters that are asked for in this test alone."""
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": "bot games"}}
    cache.clear()
    yield
    cache.clear()


def ask(client: Client, address: str = NINA, **asked: str) -> str:
    """Ask for the letter, and return the page that answers."""
    answer = client.post("/play/", ASKED | {"address": address} | asked, follow=True)
    assert answer.status_code == 200
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


def link_to(address: str) -> str:
    """The path of the link in the newest such letter to the address."""
    letter = Letter.objects.filter(to=address, kind="bot-game").latest("pk")
    draft = builder_of("bot-game")(letter.data)
    assert draft is not None
    found = re.search(r"https?://[^/]+(/play/\S+)", draft.text)
    assert found
    assert found[1] in draft.html
    return found[1]


def test_an_address_is_enough_to_play(client: Client) -> None:
    assert "A letter is on its way" in ask(client)
    link = link_to(NINA)
    shown = client.get(link).content.decode()
    assert "Splendor Duel against Apprentice (bot)" in shown
    assert NINA in shown
    assert "bots go on waiting" in shown
    assert "claim the game" not in shown

    answer = client.post(link, ABOUT_NINA)

    game = Game.objects.get()
    assert answer["Location"] == reverse("duel:game", args=[game.public_id])
    nina = User.objects.get(email=NINA)
    assert (str(nina), nina.language, nina.time_zone) == ("Nina", "fr", "Europe/Paris")
    assert [seat.user for seat in game.seats.all()] == [nina, bot_of("apprentice")]
    assert game.status == Status.RUNNING
    assert client.get(answer["Location"]).status_code == 200
    assert client.get("/").wsgi_request.user == nina


def test_nothing_happens_before_the_press(client: Client) -> None:
    ask(client)
    for _ in range(2):
        client.get(link_to(NINA))
        client.head(link_to(NINA))

    assert not Game.objects.exists()
    assert not User.objects.exists()
    assert SignInRequest.objects.get().is_open


def test_a_press_counts_once(client: Client) -> None:
    ask(client)
    link = link_to(NINA)
    client.post(link, ABOUT_NINA)

    assert client.post(link, ABOUT_NINA)["Location"] == "/"  # signed in: to their games
    assert Client().get(link).status_code == 410
    assert Game.objects.count() == 1


def test_a_newcomer_without_a_name_is_asked_again(client: Client) -> None:
    ask(client)
    link = link_to(NINA)

    page = client.post(link, ABOUT_NINA | {"name": " "}).content.decode()

    assert 'class="errors"' in page
    assert not Game.objects.exists()
    assert client.post(link, ABOUT_NINA).status_code == 302


def test_somebody_known_is_spoken_to_in_their_language_and_asked_nothing(
    client: Client, ada: User
) -> None:
    User.objects.filter(pk=ada.pk).update(language="it")
    ask(client, ada.email, game="splendor", level="journeyman")
    page = client.get(link_to(ada.email)).content.decode()
    assert '<html lang="it">' in page
    assert 'name="name"' not in page

    client.post(link_to(ada.email))

    game = Game.objects.get()
    assert (game.game, game.seat_count) == ("splendor", 2)
    assert [seat.user for seat in game.seats.all()] == [ada, bot_of("journeyman")]


def test_who_is_signed_in_begins_by_one_press_without_a_letter(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert 'action="/play/"' in client.get("/").content.decode()

    answer = client.post("/play/", ASKED | {"level": "journeyman"})

    game = Game.objects.get()
    assert answer["Location"] == reverse("duel:game", args=[game.public_id])
    assert not Letter.objects.filter(kind="bot-game").exists()


def test_the_front_page_asks_for_no_more_than_an_address(client: Client) -> None:
    form = client.get("/").content.decode().partition('action="/play/"')[2].partition("</form>")[0]

    assert re.findall(r'<(?:input|select) (?:type="email" )?name="(\w+)"', form) == [
        "address",
        "game",
        "level",
    ]
    assert re.findall(r'<option value="([\w-]+)"', form)[0] == "duel"


def test_a_wrong_answer_loses_nothing(client: Client) -> None:
    page = ask(client, "nina", game="splendor", level="journeyman")

    assert 'value="nina"' in page
    assert re.search(r'value="splendor" selected', page)
    assert re.search(r'value="journeyman" selected', page)
    assert 'class="errors"' in page
    assert "bots.invalid is a bot" in ask(client, "journeyman@bots.invalid")
    assert not Letter.objects.exists()


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"level": "grandmaster"}])
def test_what_there_is_not_cannot_be_asked_for(client: Client, wrong: dict[str, str]) -> None:
    assert 'class="errors"' in ask(client, NINA, **wrong)
    assert not SignInRequest.objects.exists()


def test_nobody_learns_whether_an_address_is_known(client: Client, ada: User) -> None:
    known, unknown = ask(client, ada.email), ask(client, NINA)
    assert known == unknown


@pytest.mark.parametrize("sign_up", ["invitation", "closed"])
def test_where_newcomers_are_not_taken_the_page_says_so_and_no_letter_goes_to_them(
    client: Client, ada: User, settings: Settings, sign_up: str
) -> None:
    settings.SIGN_UP = sign_up
    assert "It goes only to people who play here" in client.get("/").content.decode()
    for address in (ada.email, NINA):
        ask(client, address)
    send_all()

    assert Letter.objects.get(to=ada.email).status == Letter.Status.SENT
    assert Letter.objects.get(to=NINA).status == Letter.Status.DROPPED


def test_a_letter_from_before_the_doors_were_closed_says_so(
    client: Client, settings: Settings
) -> None:
    ask(client)
    link = link_to(NINA)
    settings.SIGN_UP = "closed"

    for answer in (client.get(link), client.post(link, ABOUT_NINA)):
        assert answer.status_code == 403
        assert str(ClosedToNewcomers.sentence) in answer.content.decode()
    assert not User.objects.exists()


def test_who_is_kept_out_reads_why(client: Client, ada: User) -> None:
    ask(client, ada.email)
    link = link_to(ada.email)
    User.objects.filter(pk=ada.pk).update(
        suspended_at="2026-01-01T00:00Z", suspension_message="insults", is_active=False
    )

    answer = client.post(link)

    assert answer.status_code == 403
    assert "insults" in answer.content.decode()
    assert not Game.objects.exists()


def test_letters_are_limited_together_with_those_to_sign_in(client: Client) -> None:
    most, _ = sign_in.LETTERS_PER_ADDRESS
    client.post("/sign-in/", {"address": NINA})
    for _ in range(most + 2):
        ask(client)

    assert Letter.objects.filter(to=NINA).count() == most


def test_a_letter_to_sign_in_begins_no_game(client: Client, ada: User) -> None:
    client.post("/sign-in/", {"address": ada.email})
    client.post("/sign-in/", {"address": ada.email, "next": "/play/?game=chess&level=apprentice"})

    for asked in SignInRequest.objects.all():
        link = reverse("duel:begin-bot-game", args=[token_of(asked)])
        assert client.post(link).status_code == 410
    assert not Game.objects.exists()


def test_mute_letters_do_not_keep_it_back(client: Client, ada: User) -> None:
    mute(address=ada.email, kind="")
    ask(client, ada.email)
    send_all()

    assert Letter.objects.get(to=ada.email).status == Letter.Status.SENT


def test_too_many_games_are_told_of_and_none_begins(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MOST_GAMES", 1)
    propose(by=ada, terms=Terms(), bots=["apprentice"])
    client.force_login(ada)

    page = client.post("/play/", ASKED, follow=True).content.decode()

    assert "You play many games with bots already." in page
    assert Game.objects.count() == 1


def test_nobody_reports_a_bot_for_insults(client: Client, ada: User, bruno: User) -> None:
    client.force_login(ada)
    with_bot = propose(by=ada, terms=Terms(), bots=["apprentice"])
    topics = {
        game: re.findall(
            r'name="topic" value="(\w+)"',
            client.get(f"/games/{game.public_id}/trouble", follow=True).content.decode(),
        )
        for game in (with_bot, begin(ada, bruno))
    }
    assert all("absence" in each for each in topics.values())
    assert [game for game, each in topics.items() if "abuse" not in each] == [with_bot]
