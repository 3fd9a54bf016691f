"""The calls about a game whose secret is open: who stood better, what a program would play."""

from collections.abc import Callable
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.requests import within_limit
from duel.api.auth import ANYBODY
from duel.api.errors import TooFast
from duel.api.games import REFUSALS, at_table, caller_of
from duel.api.json import json_answer
from duel.api.schemas import Advice, Chances, Ply
from duel.table.analysis import advice_at, chances_in
from duel.table.open_table import OpenTable
from duel.table.replay_sources import replay_of_game

ANALYSES_PER_MINUTE = 40

router = Router(tags=["games"])


@router.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/chances",
    auth=ANYBODY,
    response={200: Chances, **REFUSALS},
    url_name="chances",
)
def chances(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return who stood how well at each step of a game whose secret is open, by a program."""

    def answer(table: OpenTable) -> HttpResponse:
        replay = replay_of_game(table.perspective)
        return json_answer({"plies": replay.plies, "chances": chances_in(replay)})

    return _analysed(request, public_id, answer)


@router.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/advice",
    auth=ANYBODY,
    response={200: Advice, **REFUSALS},
    url_name="advice",
)
def advice(request: HttpRequest, public_id: str, ply: Ply) -> HttpResponse:
    """Return what the strongest program would have played there; of open games alone."""

    def answer(table: OpenTable) -> HttpResponse:
        return json_answer(asdict(advice_at(replay_of_game(table.perspective), ply)))

    return _analysed(request, public_id, answer)


def _analysed(
    request: HttpRequest, public_id: str, answer: Callable[[OpenTable], HttpResponse]
) -> HttpResponse:
    """Return the answer, unless somebody asks for more than a reader needs: each costs us time."""
    name = f"analysis:{caller_of(request).counted_as}"
    if not within_limit(name, most=ANALYSES_PER_MINUTE, seconds=60):
        raise TooFast
    return at_table(request, public_id, answer)
