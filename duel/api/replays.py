"""The call that replays a game's file: it is checked, shown, and kept nowhere."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.requests import network_of, within_limit
from duel.api.auth import body_length
from duel.api.errors import TooFast, TooLarge, refusal_answer
from duel.api.json import packed_answer
from duel.api.schemas import Error, Replay
from duel.errors import BadGameFile
from duel.table.origin import origin_of
from duel.table.replay_data import packed_replay_of_file
from duel.table.replay_sources import LARGEST_FILE, replay_of_file

FILES_PER_HOUR = 60

router = Router(tags=["games"])


@router.post(
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
        return packed_answer(request, packed_replay_of_file(replay, origin))
    except BadGameFile as refusal:
        return refusal_answer(refusal, problems=[*refusal.problems])
