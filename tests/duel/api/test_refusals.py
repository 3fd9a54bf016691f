"""The API answers anything with a code and a sentence; never with an error of ours or a write."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from duel.api.auth import MOST_BYTES
from duel.api.errors import NotAnswered
from duel.errors import Refused
from duel.models import Game, LogEntry, Note, NoteMute, Status
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin, legal_moves, play_to_the_end, submit

pytestmark = [pytest.mark.words, pytest.mark.django_db]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def sent(caller: Caller, game: Game, act: str, body: Any) -> tuple[int, str]:
    answer = caller.post(f"games/{game.public_id}/{act}", body)
    return answer.status_code, answer.json().get("code", "")


GARBAGE = [
    (b"", 422, "invalid"),
    (b"{", 400, "unreadable_body"),
    (b"\xff\xfe\x00", 400, "unreadable_body"),
    (b"null", 422, "invalid"),
    (b"[]", 422, "invalid"),
    (b'"take a1"', 422, "invalid"),
    (b"1e400", 422, "invalid"),
    (b"{}", 422, "invalid"),
    ({"ply": 0}, 422, "invalid"),
    ({"moves": ["take a1"]}, 422, "invalid"),
    ({"ply": -1, "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": 2**40, "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": "0", "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": 0.0, "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": True, "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": None, "moves": ["take a1"]}, 422, "invalid"),
    ({"ply": 0, "moves": "take a1"}, 422, "invalid"),
    ({"ply": 0, "moves": [1]}, 422, "invalid"),
    ({"ply": 0, "moves": [None]}, 422, "invalid"),
    ({"ply": 0, "moves": []}, 422, "invalid"),
    ({"ply": 0, "moves": [""]}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"] * 61}, 422, "invalid"),
    ({"ply": 0, "moves": ["x" * 201]}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"], "note": 7}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"], "note": "x" * 5000}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"], "note_to": [9]}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"], "note_to": ["0"]}, 422, "invalid"),
    ({"ply": 0, "moves": ["take a1"], "seat": 1}, 422, "invalid"),
    ({"ply": 0, "moves": ["hocus pocus"]}, 422, "unreadable"),
    ({"ply": 0, "moves": ["prends a1 \N{SNOWMAN} \0"]}, 422, "unreadable"),
    ({"ply": 0, "moves": ["take  a1"]}, 422, "unreadable"),
    ({"ply": 0, "moves": ["royal R1"]}, 422, "unreadable"),
    ({"ply": 0, "moves": ["discard red"]}, 422, "illegal_move"),
    ({"ply": 5, "moves": ["take a1"]}, 409, "stale"),
    (b"[" * 30_000, 400, "unreadable_body"),
    (b'{"ply": 0, "moves": ["' + b"x" * MOST_BYTES + b'"]}', 413, "too_large"),
]


@pytest.mark.parametrize(("body", "status", "code"), GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused_with_a_code_and_writes_nothing(
    body: Any, status: int, code: str, game: Game
) -> None:
    before = LogEntry.objects.count()
    caller = with_key(mover(game))
    assert sent(caller, game, "moves", body) == (status, code)
    assert LogEntry.objects.count() == before


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["ply", "steps", "moves", "note", "note_to"]) | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@pytest.mark.only_on("sqlite")
@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=ANYTHING, act=st.sampled_from(["turn", "moves", "take-back", "send-now"]))
def test_whatever_is_sent_is_answered_without_an_error(body: Any, act: str, game: Game) -> None:
    client = Client(raise_request_exception=True)
    caller = with_key(mover(game))
    caller.client = client
    answer = caller.post(f"games/{game.public_id}/{act}", body)
    assert answer.status_code in {200, 400, 409, 422, 429}


@pytest.mark.parametrize("name", ["0", "x" * 500, "..", "é", "DROP TABLE", "2345678923"])
def test_there_is_no_game_of_any_other_name(name: str, ada: User) -> None:
    client = Client()
    client.force_login(ada)
    assert Caller(client).get(f"games/{name}").status_code == 404


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", str(2**60), "1e3"])
def test_news_after_no_number_is_invalid(after: str, game: Game) -> None:
    answer = with_key(mover(game)).get(f"games/{game.public_id}/news", after=after)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_addresses_that_are_none_and_ways_that_are_not_meant_are_told_so(game: Game) -> None:
    caller = with_key(mover(game))
    answer = caller.get("nothing/at/all")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_address")
    answer = caller.get(f"games/{game.public_id}/moves")
    assert (answer.status_code, answer.json()["code"]) == (405, "not_allowed")
    assert answer["Allow"] == "POST"


def test_it_is_not_ones_turn(game: Game) -> None:
    caller, move = with_key(waiting(game)), a_quiet_move(game)
    assert sent(caller, game, "moves", {"ply": 0, "moves": [move]}) == (409, "not_your_turn")
    assert sent(caller, game, "turn", {"ply": 0, "steps": []}) == (409, "not_your_turn")


def test_nothing_can_be_taken_back_that_is_final(game: Game) -> None:
    caller = with_key(mover(game))
    submit(game, a_quiet_move(game))
    assert sent(caller, game, "take-back", {"ply": 1}) == (409, "cannot_take_back")
    assert sent(caller, game, "take-back", {"ply": 0}) == (409, "stale")


def test_a_game_that_is_over_can_be_looked_at_and_not_played(game: Game) -> None:
    play_to_the_end(game)
    caller = with_key(game.seats.get(number=0))
    table = caller.table(game, drawn="true")
    assert table["status"] == "over"
    assert (table["to_move"], table["turn"], table["deadline_words"]) == (None, None, "")
    assert table["result_words"]
    assert table["asked"] == "The game is over."
    body = {"ply": game.ply, "moves": ["take a1"]}
    assert sent(caller, game, "moves", body) == (409, "game_is_over")


def test_a_game_that_has_not_begun_is_one_only_for_its_players(
    game: Game, ada: User, eve: User
) -> None:
    Game.objects.filter(pk=game.pk).update(status=Status.PROPOSED, is_public=True)
    answer = signed_in(game.seats.get(user=ada)).get(f"games/{game.public_id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_running")
    client = Client()
    client.force_login(eve)
    assert Caller(client).get(f"games/{game.public_id}").status_code == 404


def test_a_damaged_game_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = with_key(mover(game))
    submit(game, a_quiet_move(game))
    Game.objects.filter(pk=game.pk).update(head="0" * 64)
    answer = caller.get(f"games/{game.public_id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
    answer = caller.post(f"games/{game.public_id}/moves", {"ply": 1, "moves": ["take a1"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
    assert "damaged" in answer.json()["sentence"]


def test_what_nobody_foresaw_is_an_error_like_everywhere(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **words: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("duel.api.games.table_answer", fail)
    caller = with_key(mover(game))
    with pytest.raises(RuntimeError, match="planted"):
        caller.get(f"games/{game.public_id}")


def test_who_presses_too_fast_has_to_wait(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duel.api.games.PRESSES_PER_MINUTE", 2)
    monkeypatch.setattr("duel.api.games.READS_PER_MINUTE", 4)
    caller = with_key(mover(game))
    answers = [sent(caller, game, "send-now", {"ply": 0}) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    looks = [caller.get(f"games/{game.public_id}") for _ in range(2)]
    assert [answer.status_code for answer in looks] == [200, 429]
    assert looks[1]["Retry-After"] == "60"


def test_a_note_goes_with_the_moves_or_it_is_said_that_it_did_not(game: Game) -> None:
    seat = mover(game)
    body = {"ply": 0, "moves": [a_quiet_move(game)], "note": "  Good \0 luck! "}
    answer = with_key(seat).post(f"games/{game.public_id}/moves", body)
    assert answer.json()["said"] == ""
    assert Note.objects.get().text == "Good luck!"
    (note,) = with_key(mover(game)).table(game)["notes"]
    assert note["writer"] == str(seat.user)
    assert note["text"] == "Good luck!"
    seat = mover(game)
    assert seat.user is not None
    NoteMute.objects.create(user=seat.user, game=None, since=game.proposed_at)
    body = {"ply": 1, "moves": [a_quiet_move(game)], "note": "And you"}
    answer = with_key(seat).post(f"games/{game.public_id}/moves", body)
    assert answer.status_code == 200
    assert "not kept" in answer.json()["said"]
    assert Note.objects.count() == 1


def test_the_note_is_to_somebody_else_at_the_table(game: Game) -> None:
    seat = mover(game)
    body = {"ply": 0, "moves": [a_quiet_move(game)], "note": "Hm", "note_to": [seat.number]}
    assert sent(with_key(seat), game, "moves", body) == (422, "no_such_reader")
    assert LogEntry.objects.filter(game=game, kind="move").count() == 0


def test_resigning_needs_more_than_a_key(game: Game) -> None:
    """A key looks and plays; there is no call for anything else."""
    document = json.loads(Client().get("/api/v1/openapi.json").content)
    acts = {path.rsplit("/", 1)[-1] for path, calls in document["paths"].items() if "post" in calls}
    # A file that is replayed belongs to no game here.
    assert acts == {"turn", "moves", "take-back", "send-now", "replay"}
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)


def _all_refusals(base: type[Refused] = Refused) -> Iterator[type[Refused]]:
    for each in base.__subclasses__():
        if each is not NotAnswered:
            yield each
        yield from _all_refusals(each)


def test_each_refusal_has_a_code_of_its_own() -> None:
    codes = [each.code for each in _all_refusals()]
    own = [each for each in _all_refusals() if "code" not in vars(each)]
    assert own == []
    assert len(codes) == len(set(codes))
    assert all(code.replace("_", "").isalpha() and code.islower() for code in codes)


def test_every_legal_move_that_is_offered_is_taken_by_turn(game: Game) -> None:
    caller = with_key(mover(game))
    for move in legal_moves(game)[::9]:
        assert sent(caller, game, "turn", {"ply": 0, "steps": [move]}) == (200, "")


def test_calls_keep_the_names_from_which_programs_were_generated() -> None:
    document = json.loads(Client().get("/api/v1/openapi.json").content)
    calls = [call for path in document["paths"].values() for call in path.values()]
    assert {call["operationId"] for call in calls} == {
        *("duel_api_games_games", "duel_api_games_look", "duel_api_games_news"),
        *("duel_api_games_following", "duel_api_games_turn", "duel_api_games_moves"),
        *("duel_api_games_take_back", "duel_api_games_let_go", "duel_api_games_replay"),
        *("duel_api_analysis_chances", "duel_api_analysis_advice"),
        "duel_api_replays_replay_file",
    }
