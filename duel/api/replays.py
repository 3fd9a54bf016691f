"""The calls about replays: a game's file, the chances at each step, and a program's advice."""

from collections.abc import Callable
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.requests import network_of, within_limit
from duel.api.auth import ANYBODY, body_length
from duel.api.errors import TooFast, TooLarge, json_answer, packed_answer, refusal_answer
from duel.api.games import REFUSALS, at_table, caller_of
from duel.api.schemas import Advice, Chances, Error, Ply, Replay
from duel.errors import BadGameFile
from duel.table.analysis import advice_at, chances_in
from duel.table.open_table import OpenTable
from duel.table.origin import origin_of
from duel.table.replay_data import pack_replay_of_file
from duel.table.replay_sources import LARGEST_FILE, replay_of_file, replay_of_game

FILES_PER_HOUR = 60
ANALYSES_PER_MINUTE = 40

files = Router(tags=["games"])
analysis = Router(tags=["games"])


@files.post(
    "",
    auth=None,
    response={200: Replay, 413: Error, 422: Error, 429: Error},
    url_name="replay-file",
    openapi_extra={"requestBody": {"content": {"application/json": {}}, "required": True}},
)
def replay_file(request: HttpRequest) -> HttpResponse:
    """Return the game of a file, step by step, if all of it holds; else what is false in it.

    The body is the file as it was downloaded. Nothing of it is stored or logged. `origin` says
    whether this site holds the same record, and who signed the file.
    """
    network = network_of(request)
    if not within_limit(f"replay:{network}", most=FILES_PER_HOUR, seconds=3600):
        raise TooFast
    if body_length(request) > LARGEST_FILE:
        raise TooLarge
    try:
        replay = replay_of_file(request.body)
        origin = origin_of(replay, request.user)
        return packed_answer(request, pack_replay_of_file(replay, origin))
    except BadGameFile as refusal:
        return refusal_answer(refusal, problems=[*refusal.problems])


@analysis.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/chances",
    auth=ANYBODY,
    response={200: Chances, **REFUSALS},
    url_name="chances",
    operation_id="duel_api_analysis_chances",  # programs were generated from it
)
def chances(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return who stood how well at each step of a game whose secret is open, by a program."""

    def answer(table: OpenTable) -> HttpResponse:
        replay = replay_of_game(table.perspective)
        return json_answer({"plies": replay.plies, "chances": chances_in(replay)})

    return _analyse(request, public_id, answer)


@analysis.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/advice",
    auth=ANYBODY,
    response={200: Advice, **REFUSALS},
    url_name="advice",
    operation_id="duel_api_analysis_advice",  # programs were generated from it
)
def advice(request: HttpRequest, public_id: str, ply: Ply) -> HttpResponse:
    """Return what the strongest program would have played there; of open games alone."""

    def answer(table: OpenTable) -> HttpResponse:
        return json_answer(asdict(advice_at(replay_of_game(table.perspective), ply)))

    return _analyse(request, public_id, answer)


def _analyse(
    request: HttpRequest, public_id: str, answer: Callable[[OpenTable], HttpResponse]
) -> HttpResponse:
    """Return the answer within the caller's limit, as analysing takes time."""
    name = f"analysis:{caller_of(request).counted_as}"
    if not within_limit(name, most=ANALYSES_PER_MINUTE, seconds=60):
        raise TooFast
    return at_table(request, public_id, answer)
