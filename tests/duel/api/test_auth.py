"""Who is let in: by session, seat key or personal token; what each may do, and what it leaves."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Session, User
from accounts.services.api_tokens import create_token, revoke_token
from accounts.services.preferences import revoke_links
from accounts.services.support import suspend_person
from config.logs import redact
from duel.models import Game, LogEntry, Seat
from duel.record.seat_keys import seat_key
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def by_token(person: User) -> Caller:
    return Caller(authorization=f"Bearer {create_token(person=person, name='script')}")


def status_and_code(caller: Caller, game: Game) -> tuple[int, str]:
    answer = caller.get(f"games/{game.public_id}")
    return answer.status_code, answer.json().get("code", "")


def test_each_way_in_shows_the_same_table(game: Game, ada: User) -> None:
    seat = game.seats.get(user=ada)
    tables = [way.table(game) for way in (signed_in(seat), with_key(seat), by_token(ada))]
    assert tables[0] == tables[1] == tables[2]


def test_each_way_in_plays(game: Game) -> None:
    for way in (signed_in, with_key, lambda seat: by_token(seat.user)):
        seat, ply = mover(game), game.ply
        sent = {"ply": ply, "moves": [a_quiet_move(game)]}
        answer = way(seat).post(f"games/{game.public_id}/moves", sent)
        assert answer.status_code == 200, answer.content
        game.refresh_from_db()
        assert game.ply == ply + 1
    channels = LogEntry.objects.filter(game=game, kind="move").values_list("channel", flat=True)
    assert list(channels.order_by("seq")) == ["web", "link", "api"]


def test_a_session_needs_the_csrf_token_to_play(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    seat = mover(game)
    assert seat.user is not None
    client.force_login(seat.user)
    address = f"/api/v1/games/{game.public_id}/moves"
    sent = json.dumps({"ply": 0, "moves": [a_quiet_move(game)]})

    def post(**headers: str) -> Any:
        return client.post(address, sent, content_type="application/json", headers=headers)

    answer = post()
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert LogEntry.objects.filter(game=game, kind="move").count() == 0
    client.get("/me/")
    token = client.cookies["csrftoken"].value
    assert post(**{"X-CSRFToken": token}).status_code == 200


def test_a_key_needs_none_though_a_cookie_comes_along(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    other = waiting(game)
    assert other.user is not None
    client.force_login(other.user)
    caller = Caller(client, authorization=with_key(mover(game)).headers["Authorization"])
    sent = {"ply": 0, "moves": [a_quiet_move(game)]}
    assert caller.post(f"games/{game.public_id}/moves", sent).status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer dp_nobody", "Bearer ", "Seat x", "Seat", "Basic YTpi", "nonsense", "é"]
)
def test_what_is_not_good_is_never_passed_over_for_the_cookie(header: str, game: Game) -> None:
    caller = signed_in(mover(game))
    caller.headers["Authorization"] = header
    status, code = status_and_code(caller, game)
    assert (status, code) in {(401, "sign_in"), (401, "bad_key")}


def test_a_key_opens_no_other_game(game: Game, ada: User, bruno: User) -> None:
    other = begin(ada, bruno)
    public = begin(ada, bruno, is_public=True)
    caller = with_key(game.seats.get(user=ada))
    answers = [caller.get(f"games/{name}") for name in (other.public_id, "2345678923")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert status_and_code(caller, public) == (404, "unknown_game")
    assert caller.get("games").status_code == 401


def test_a_key_is_dead_after_twelve_hours_and_with_revoked_links(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    caller = with_key(game.seats.get(user=ada))
    traveller.shift(timedelta(hours=11, minutes=59))
    assert status_and_code(caller, game)[0] == 200
    traveller.shift(timedelta(minutes=2))
    assert status_and_code(caller, game) == (401, "bad_key")
    fresh = with_key(game.seats.get(user=ada))
    assert status_and_code(fresh, game)[0] == 200
    revoke_links(person=ada)
    assert status_and_code(fresh, game) == (401, "bad_key")


def test_who_is_suspended_is_kept_out_by_every_way(game: Game, ada: User, olga: User) -> None:
    seat = game.seats.get(user=ada)
    ways = [with_key(seat), by_token(ada), signed_in(seat)]
    suspend_person(operator=olga, person=ada, reason="spam")
    assert [status_and_code(way, game) for way in ways] == [
        (403, "suspended"),
        (403, "suspended"),
        (404, "unknown_game"),
    ]


def test_a_revoked_token_opens_nothing(game: Game, ada: User) -> None:
    caller = by_token(ada)
    assert status_and_code(caller, game)[0] == 200
    revoke_token(person=ada, pk=ApiToken.objects.get().pk)
    assert status_and_code(caller, game) == (401, "sign_in")


def test_that_a_token_plays_is_noted_once_an_hour_and_looking_never(
    game: Game, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    callers = {person.pk: by_token(person) for person in (ada, bruno)}
    seat = mover(game)
    caller = callers[seat.user_id or 0]
    tokens = ApiToken.objects.filter(user=seat.user)
    caller.table(game)
    caller.get("games")
    caller.post(f"games/{game.public_id}/turn", {"ply": 0, "steps": []})
    assert tokens.get().last_used_at is None
    noted = []
    for minutes in (0, 30, 31):
        traveller.shift(timedelta(minutes=minutes))
        caller.post(f"games/{game.public_id}/send-now", {"ply": 0})
        noted.append(tokens.get().last_used_at)
    assert noted[0] == noted[1] != noted[2] == timezone.now()


def test_nobody_in_particular_plays_nothing(ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    assert Caller().table(game)["seat"] is None
    sent = {"ply": 0, "moves": [a_quiet_move(game)]}
    answer = Caller().post(f"games/{game.public_id}/moves", sent)
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
    assert Caller().get("games").status_code == 401


def test_a_spectator_who_is_known_plays_nothing(ada: User, bruno: User, eve: User) -> None:
    game = begin(ada, bruno, is_public=True)
    caller = by_token(eve)
    assert caller.table(game)["turn"] is None
    for act in ("moves", "turn", "take-back", "send-now"):
        sent: dict[str, Any] = {"ply": 0}
        sent |= {"moves": ["take a1"]} if act == "moves" else {}
        sent |= {"steps": []} if act == "turn" else {}
        answer = caller.post(f"games/{game.public_id}/{act}", sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat"), act


def test_looking_leaves_no_trace(game: Game) -> None:
    seat = mover(game)
    caller = signed_in(seat)
    sessions = list(Session.objects.values())
    for _ in range(2):
        answer = caller.get(f"games/{game.public_id}")
        assert not answer.cookies
        caller.get("games")
    assert list(Session.objects.values()) == sessions
    assert LogEntry.objects.filter(game=game, kind="move").count() == 0


def test_no_token_and_no_key_reaches_a_log(game: Game, ada: User) -> None:
    seat: Seat = game.seats.get(user=ada)
    for sent in (create_token(person=ada, name="x"), seat_key(seat, timezone.now())):
        assert sent not in redact(f"Authorization: Bearer {sent}")
        assert sent not in redact(f"Seat {sent},")


def test_answers_are_in_the_language_of_their_reader(game: Game, ada: User) -> None:
    ada.language = "it"
    ada.save()
    seat = game.seats.get(user=ada)
    deadlines = {way.table(game)["deadline_words"] for way in (with_key(seat), by_token(ada))}
    assert len(deadlines) == 1
    assert deadlines != {"The clock does not run at the moment."}
    sent = {"ply": 7, "moves": ["take a1"]}
    for way in (with_key(seat), by_token(ada)):
        answer = way.post(f"games/{game.public_id}/moves", sent)
        assert answer.json()["sentence"] != "The game has moved on since."
