"""Whatever anybody sends anywhere, no page, call or reply breaks.

The surfaces are found by walking the site (`surfaces.py`), the API's own description and the
phrases of replies. Each is sent what no person would write.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import hypothesis
import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import strategies as st

from accounts.models import User
from accounts.services.sign_in import ask_for_sign_in
from duel.lobby.proposals import propose
from duel.models import Game
from duel.words.terms import Terms
from mail.models import InboundMail
from tests.duel.letter_links import more_address, mover
from tests.duel.replies.mailing import write
from tests.duel.replies.phrases import asks
from tests.duel.surfaces import SentForm, Site, plain_addresses, routes, walk
from tests.duel.tables import begin
from tests.duel.web.test_scanners import mailed

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("postgresql")]

ABSURD = (
    *("", "\0", "a\0b", "\ud800", "\u202e", "x" * 5000),
    *("-1", "0", "9" * 30, "2147483648", "9223372036854775808", "1e400", "NaN", "\u0663", "\u00b2"),
    *("0001-01-01", "9999-12-31", "9999-12-31T23:59:59+14:00", "00:00", "24:60", "../..", "[]"),
)
FEW = ("\0", "9" * 30, "9223372036854775808", "-1", "\u0663", "\ud800", "x" * 500, "9999-12-31")
"""Of these, what is tried at every address."""
ROOMS = ("accounts", "duel", "support", "mail", "lib", "config")
NUMBERS = ("0", "9" * 4, "99999999999999999999", "\u0663", "-1")


class Attacker:
    """Sends anything, and remembers what broke; nothing that it does stays."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.broken: list[str] = []
        self.sent = 0

    def send(self, method: str, path: str, data: bytes = b"", **more: Any) -> None:
        cache.clear()  # of how often somebody has asked
        self.sent += 1
        savepoint = transaction.atomic()
        savepoint.__enter__()
        try:
            with transaction.atomic():
                answer = self.client.generic(method, path, data, **more)
                said = f"{answer.status_code}" if answer.status_code >= 500 else ""
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        finally:
            transaction.set_rollback(True)
            savepoint.__exit__(None, None, None)
        if said:
            self.broken.append(f"{method} {path[:90]} {data[:120]!r}: {said[:200]}")

    def fill(self, form: SentForm, values: dict[str, str]) -> None:
        body = _encoded(dict(form.fields) | values)
        if form.method == "POST":
            kind = "application/x-www-form-urlencoded"
            self.send("POST", form.action, body.encode(), content_type=kind)
        else:
            self.send("GET", f"{form.action.partition('?')[0]}?{body}")


def _encoded(fields: dict[str, str]) -> str:
    return urlencode(fields, errors="surrogatepass")


@pytest.fixture
def game(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    ada.refresh_from_db()
    ask_for_sign_in(address=bruno.email, network="192.0.2.0", language="en", target="")
    propose(by=ada, terms=Terms(), invite=["carla@duelpost.example"])
    return begin(ada, bruno)


@pytest.fixture(params=["a player who operates", "nobody in particular"])
def client_of(request: pytest.FixtureRequest, ada: User) -> Client:
    client = Client()
    if request.param.startswith("a player"):
        client.force_login(ada)
    return client


@pytest.fixture
def site(game: Game, client_of: Client) -> Site:
    start = [*plain_addresses(), *sorted(mailed()), more_address(game, mover(game))]
    return walk(client_of, [*start, reverse("duel:game", args=[game.public_id])])


def test_no_form_breaks(site: Site, client_of: Client) -> None:
    attacker = Attacker(client_of)
    for form in site.forms.values():
        fixed = {name for name, _ in form.fields if name in ("act", "csrfmiddlewaretoken")}
        names = [name for name, _ in form.fields if name not in fixed]
        for value in ABSURD:
            attacker.fill(form, dict.fromkeys(names, value))
        for place, name in enumerate(names):
            attacker.fill(form, {name: ABSURD[(place * 5 + 1) % len(ABSURD)]})
    assert len(site.forms) > 8
    assert not attacker.broken, "\n".join(attacker.broken)


def names_of_parameters() -> list[str]:
    """Every name that some view looks for behind the question mark, read from the sources."""
    asked = re.compile(r'request\.GET(?:\.get\(|\[|\.getlist\()"(\w+)"|"(\w+)" in request\.GET')
    sources = (path.read_text() for room in ROOMS for path in Path(room).rglob("*.py"))
    found = {name for text in sources for pair in asked.findall(text) for name in pair if name}
    return sorted(found | {"page", "p", "q", "o", "all", "after", "next", "language", "timeline"})


def test_no_query_string_breaks_a_page(site: Site, client_of: Client) -> None:
    attacker = Attacker(client_of)
    names = names_of_parameters()
    assert len(names) > 10
    for path in site.addresses():
        for value in FEW:
            query = _encoded(dict.fromkeys(names, value))
            attacker.send("GET", f"{path.partition('?')[0]}?{query}")
    assert len(site.pages) > 10
    assert not attacker.broken, "\n".join(attacker.broken)


def test_no_address_breaks(site: Site, client_of: Client) -> None:
    attacker = Attacker(client_of)
    for route in routes():
        for value in FEW:
            said = quote(value, errors="surrogatepass") or "0"
            path = "/" + said.join(re.split(r"<[^>]+>", route))
            attacker.send("GET", path)
            attacker.send("POST", path)
    assert not attacker.broken, "\n".join(attacker.broken)


JSON_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**31, 2**63, 10**40, 1e308, "", "\0", "\ud800", "x" * 5000, "9" * 30),
    *([], [[]], ["take a1"] * 200, ["\0"], ["\ud800"], {}, {"a": {}}),
)


def calls_of_api(client: Client) -> Iterator[tuple[str, str, dict[str, Any], list[str]]]:
    """The method, the path, the properties of the body and the parameters of every call."""
    schema = json.loads(client.get("/api/v1/openapi.json").content)
    for path, operations in schema["paths"].items():
        for method, call in operations.items():
            queries = [each["name"] for each in call.get("parameters", []) if each["in"] == "query"]
            body = call.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            yield method.upper(), path, schema["components"]["schemas"].get(name, {}), queries


def test_no_field_of_the_api_breaks(game: Game, client_of: Client) -> None:
    attacker = Attacker(client_of)
    for method, path, body, queries in calls_of_api(client_of):
        address = path.replace("{public_id}", game.public_id)
        for value in ABSURD:
            query = _encoded(dict.fromkeys(queries, value))
            odd = path.replace("{public_id}", quote(value[:99], errors="surrogatepass") or "0")
            attacker.send(method, f"{address}?{query}")
            attacker.send(method, f"{odd}?{query}")
        names = list(body.get("properties", {}))
        for absurd in JSON_VALUES:
            for filled in (names, *([name] for name in names)):
                sent = dict.fromkeys(names, 0) | dict.fromkeys(filled, absurd)
                data = json.dumps(sent).encode()
                attacker.send(method, address, data, content_type="application/json")
        for data in (b"", b"{", b"[" * 9999, b"\xff", b"NaN", b'{"a":1e999}'):
            attacker.send(method, address, data, content_type="application/json")
    assert attacker.sent > 100
    assert not attacker.broken, "\n".join(attacker.broken)


PHRASES = sorted({phrase.text for phrase in asks()})


@hypothesis.settings(
    max_examples=100, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
@hypothesis.given(
    phrase=st.sampled_from(PHRASES),
    numbers=st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=4),
    tail=st.sampled_from(["", " 9999-12-30 to 9999-12-31", " 0001-01-01", "\u202e", " \u0663"]),
)
def test_no_reply_word_breaks_its_reader(
    game: Game, phrase: str, numbers: list[str], tail: str
) -> None:
    """Each phrase that is understood, with other numbers and days in it."""
    turns = iter(numbers * 20)
    text = re.sub(r"[0-9]+", lambda _: next(turns), phrase) + tail
    savepoint = transaction.atomic()
    savepoint._from_testcase = True  # type: ignore[attr-defined]  # mail is committed within it
    savepoint.__enter__()
    try:
        cache.clear()
        mail = write(mover(game), text)
        assert mail.status == InboundMail.Status.READ, mail.last_error
    finally:
        transaction.set_rollback(True)
        savepoint.__exit__(None, None, None)
