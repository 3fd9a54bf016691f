"""Calls of the API as programs make them, and what is answered held to what is promised."""

import json
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.utils import timezone
from ninja import Schema

from duel.api.schemas import Error, GameLine, Next, Replay, Table, Turn
from duel.models import Game, Seat
from duel.record.seat_keys import seat_key

LAST_PLIES = 8
"""So many are stepped through where all is looked at: a whole game takes its time."""


class Caller:
    """A caller: with a client that is signed in or not, or with a key."""

    def __init__(self, client: Client | None = None, *, authorization: str = "") -> None:
        self.client = client or Client()
        self.headers = {"Authorization": authorization} if authorization else {}

    def get(self, path: str, **query: Any) -> Any:
        return self._held(self.client.get(f"/api/v1/{path}", query, headers=self.headers))

    def post(self, path: str, body: Any) -> Any:
        content = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self._held(
            self.client.post(
                f"/api/v1/{path}", content, content_type="application/json", headers=self.headers
            )
        )

    def table(self, game: Game, **query: Any) -> dict[str, Any]:
        answer = self.get(f"games/{game.public_id}", **query)
        assert answer.status_code == 200, answer.content
        return answer.json()  # type: ignore[no-any-return]

    def _held(self, answer: Any) -> Any:
        """The answer, which is what the OpenAPI document says."""
        assert "Access-Control-Allow-Origin" not in answer
        assert answer["Cache-Control"] == "no-store, private"
        if answer.status_code == 204:
            assert answer.content == b""
            return answer
        data = answer.json()
        if answer.status_code >= 400:
            kind: type[Schema] = Error
        elif isinstance(data, list):
            kind = GameLine
        elif "count" in data:
            kind = Next
        elif "frames" in data:
            kind = Replay
        else:
            kind = Table if "seats" in data else Turn
        for each in data if isinstance(data, list) else [data]:
            kind.model_validate(each)
            assert set(each) <= set(kind.model_fields)
        return answer


def signed_in(seat: Seat) -> Caller:
    assert seat.user is not None
    client = Client()
    client.force_login(seat.user)
    return Caller(client)


def with_key(seat: Seat) -> Caller:
    return Caller(authorization=f"Seat {seat_key(seat, timezone.now())}")


def answers(caller: Caller, game: Game) -> Iterator[tuple[str, bytes]]:
    """All that is answered to somebody who does not play."""
    yield "look", caller.get(f"games/{game.public_id}", drawn="true").content
    yield "news", caller.get(f"games/{game.public_id}/news", after=1).content
    yield "games", caller.get("games").content
    last = {"after": max(game.known_ply - LAST_PLIES, 0)}
    yield "replay", caller.get(f"games/{game.public_id}/replay", **last).content
    yield "next", caller.get(f"games/{game.public_id}/next").content
