"""The table as its player is served it: what it costs the server, what it weighs, what it asks.

The page and the API's answer are measured against a view that says nothing and makes as many
queries, each for the key of a game: in turn with it, through the same middleware, for the same
player, who is to move. Wall time, as the queries count; of several tries at a ply the quickest, as
whatever else a machine does only makes them slower. Weights are of what leaves: static files as
WhiteNoise packs them, the rest as it is answered to a browser.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from time import perf_counter

from whitenoise.compress import Compressor

from bench.quantity import Quantity, say
from bench.service import set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from config import urls
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.play.moves import play
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel

FIRST_PLY = 10
"""From here on is measured, until the game ends."""
EVERY = 8
"""Of so many plies one is measured."""
KB = 1000
PAGE, ANSWER, NEWS = "page", "answer", "news"

_LOADED = re.compile(r'"(?:[^"]*/)?static/([\w./-]+)')
_IMPORTED = re.compile(r'from "\./([\w.-]+)"')


@dataclass(frozen=True)
class Measurement:
    """What was measured at a ply, by what was asked for."""

    ply: int
    ratios: dict[str, float]
    queries: dict[str, int]
    sizes: dict[str, int]
    page: str


def empty(request: HttpRequest, public_id: str, queries: int) -> HttpResponse:
    """Answer nothing to a signed-in reader, after that many queries."""
    for _ in range(queries):
        Game.objects.values_list("pk").get(public_id=public_id)
    return HttpResponse(str(request.user.pk))


urlpatterns = [*urls.urlpatterns, path("bench/<slug:public_id>/<int:queries>", empty)]


@override_settings(UNSEND_SECONDS=0, ROOT_URLCONF=__name__)
def measure(tries: int = 8) -> list[Quantity]:
    """Return what the table costs and weighs, each way tried so often at a ply."""
    return [q for name in ("duel", "splendor") for q in _of_game(name, tries)]


def _of_game(name: str, tries: int) -> list[Quantity]:
    found = list(_measure_game(name, tries))
    early, late = found[0], found[-1]
    say(f"  {name}: plies {early.ply} to {late.ply}, queries {early.queries} to {late.queries}")
    ratios = {kind: mean(each.ratios[kind] for each in found) for kind in (PAGE, ANSWER)}
    say(f"  {name}: the dearest page takes {max(each.ratios[PAGE] for each in found):.1f}")
    first_load = max(each.sizes[PAGE] + _weight_of_parts(each.page) for each in found)
    update = max(each.sizes[NEWS] for each in found)
    more = max(late.queries[kind] - early.queries[kind] for kind in early.queries)
    return [
        Quantity(f"table: page of {name} / an empty view", ratios[PAGE], "", 5, 3),
        Quantity(f"table: API answer of {name} / the same", ratios[ANSWER], "", 5, 3),
        Quantity(f"table: first load of {name}", first_load / KB, "kB", 150),
        Quantity(f"table: an update of {name}", update / KB, "kB", 30),
        Quantity(f"table: queries late - early, {name}", more, "", 0, 0),
    ]


def _measure_game(name: str, tries: int) -> Iterator[Measurement]:
    """Play a game of that name to its end; yield what is measured on the way."""
    create = get_user_model().objects.create_user
    players = [create(f"{side}@{name}.example", name=side.title()) for side in ("one", "other")]
    game = propose(by=players[0], terms=Terms(game=name), invite=[players[1].email])
    accept(public_id=game.public_id, by=players[1])
    course = read_log(Game.objects.get(pk=game.pk)).course
    rules, position, chance, ply = course.game, course.position, random.Random(3), 0
    clients = {seat.number: _sign_in(seat.user) for seat in game.seats.all()}
    while position.to_move is not None:
        if ply >= FIRST_PLY and (ply - FIRST_PLY) % EVERY == 0:
            yield _measure_now(game, clients[position.to_move], ply, tries)
        seat, move = position.to_move, chance.choice(rules.legal(position))
        play(
            public_id=game.public_id, seat=seat, expected_ply=ply, moves=[move], channel=Channel.WEB
        )
        position, ply = rules.apply(position, move), ply + 1


def _sign_in(user: object) -> Client:
    client = Client(SERVER_NAME="localhost", headers={"Accept-Encoding": "gzip, br"})
    client.force_login(user)  # type: ignore[arg-type]
    return client


def _measure_now(game: Game, client: Client, ply: int, tries: int) -> Measurement:
    api = f"/api/v1/games/{game.public_id}"
    paths = {
        PAGE: reverse("duel:game", args=[game.public_id]),
        ANSWER: f"{api}?drawn=true",
        NEWS: f"{api}/news?after=0&drawn=true",
    }
    contents = {kind: _get(client, address) for kind, address in paths.items()}  # warms all up
    queries = {kind: _queries(client, address) for kind, address in paths.items()}
    needed = _queries(client, f"/bench/{game.public_id}/0")
    ratios = {}
    for kind in (PAGE, ANSWER):
        beside = f"/bench/{game.public_id}/{queries[kind] - needed}"
        took = [(_seconds(client, paths[kind]), _seconds(client, beside)) for _ in range(tries)]
        ours, bare = (min(times) for times in zip(*took, strict=True))
        ratios[kind] = ours / bare
    sizes = {kind: len(content) for kind, content in contents.items()}
    return Measurement(ply, ratios, queries, sizes, contents[PAGE].decode())


def _get(client: Client, address: str) -> bytes:
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} was answered with {answer.status_code}.")
    return answer.content


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        _get(client, address)
    return len(queries)


def _seconds(client: Client, address: str) -> float:
    begun = perf_counter()
    client.get(address)
    return perf_counter() - begun


def _weight_of_parts(page: str) -> int:
    """Return how much a browser loads beside the page: styles, modules, drawings."""
    waiting, parts = _LOADED.findall(page), dict[str, int]()
    while waiting:
        name = waiting.pop()
        if name in parts:
            continue
        found = finders.find(name)
        if not isinstance(found, str):
            raise RuntimeError(f"{name} is not there.")
        content = Path(found).read_bytes()
        parts[name] = min(len(content), len(Compressor.compress_brotli(content)))
        if name.endswith(".js"):
            waiting += _IMPORTED.findall(content.decode())
    return sum(parts.values())
