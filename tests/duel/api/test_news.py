"""News: a number for each reader that is never silent about what they may see, and costs nothing.

Any sequence of moves, steps, take-backs, words, offers and waiting: after each, what every reader
is told must be as before if their number is, and what nobody but the mover may know yet must leave
the numbers of all others as they were.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from duel.errors import Refused
from duel.models import Game
from duel.play.notes import write_note
from duel.play.offers import offer_to_cancel, withdraw_offer
from duel.play.undo import send_now, take_back_turn
from duel.record.finality import game_known_to, known_entries
from duel.record.news import counted_table
from duel.record.reading import stored_entries
from duel.timekeeping.clocks import give_time
from engine.kinds import Channel
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.clocks.ticking import MONDAY
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, legal_moves, play_on, submit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("can_be_taken_back")]

VOLATILE = {"number", "deadline_words", "is_late", "deadline"}
"""What time changes by itself, and the number."""

ACTS = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 10_000)),
    st.tuples(st.just("quiet"), st.integers(0, 10_000)),
    st.tuples(
        st.sampled_from(["take back", "send now", "offer", "give", "note"]), st.integers(0, 1)
    ),
    st.tuples(st.just("wait"), st.sampled_from([1, 100, 299, 300, 4000])),
)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno, is_public=True)


def number_and_table(caller: Caller, game: Game) -> tuple[int, str]:
    """The number, and all that is told with it but for what time changes by itself."""
    table = caller.table(game)
    number = table["number"]
    return number, json.dumps({key: table[key] for key in sorted(set(table) - VOLATILE)})


def number_of(game: Game, *own: int) -> int:
    table = counted_table(game.public_id)
    assert table is not None
    return table.number_for(own)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=st.lists(ACTS, min_size=5, max_size=20))
def test_the_number_is_never_silent_and_tells_no_more_than_may_be_known(
    acts: list[tuple[str, int]], ada: User, bruno: User
) -> None:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        game = begin(ada, bruno, is_public=True)
        readers = [with_key(seat) for seat in game.seats.order_by("number")] + [Caller()]
        before = [number_and_table(reader, game) for reader in readers]
        for act, number in acts:
            game.refresh_from_db()
            if game.to_move is None:
                break
            hidden_from = _do(game, act, number)
            traveller.shift(timedelta(seconds=number if act == "wait" else 1))
            now = [number_and_table(reader, game) for reader in readers]
            for seat, (was, is_now) in enumerate(zip(before, now, strict=True)):
                assert is_now[0] >= was[0], (act, seat)
                if is_now[0] == was[0]:
                    assert is_now[1] == was[1], (act, seat)
            _assert_it_counts_what_is_known(game)
            for seat in hidden_from(game):
                assert now[seat] == before[seat], (act, seat)
            before = now


def _assert_it_counts_what_is_known(game: Game) -> None:
    """What the query counts beside a turn that is left out is what `known_entries` leaves in."""
    table = counted_table(game.public_id)
    assert table is not None
    for own in ([0], [1], []):
        known = game_known_to(table.table.game, own)
        entries = known_entries(known, stored_entries(game.entries.order_by("seq")))
        beside = table.beside if known.hides_turn_of is not None else 0
        assert len(entries) == known.seq + beside


def _do(game: Game, act: str, number: int) -> Any:
    """Do it; return what says, of the game then, for which readers nothing may have changed."""
    public_id, ply, was = game.public_id, game.ply, Game.objects.get(pk=game.pk)
    try:
        match act:
            case "move" | "quiet":
                legal = legal_moves(game)
                quiet = [move for move in legal if move.startswith(("take ", "use ", "discard "))]
                moves = quiet if act == "quiet" and quiet else legal
                submit(game, moves[number % len(moves)])
                return lambda game: _others_of_a_turn_not_final(game, was)
            case "take back":
                take_back_turn(
                    public_id=public_id, seat=number, expected_ply=ply, channel=Channel.LINK
                )
            case "send now":
                send_now(public_id=public_id, seat=number, expected_ply=ply)
            case "offer":
                offer_to_cancel(public_id=public_id, seat=number, channel=Channel.LINK)
                withdraw_offer(
                    public_id=public_id, seat=number, terms="cancel", channel=Channel.LINK
                )
            case "give":
                give_time(
                    public_id=public_id, seat=number, to=1 - number, hours=1, channel=Channel.LINK
                )
            case "note":
                write_note(seat=game.seats.get(number=number), ply=ply, text=f"{ply} {number}")
                game = Game.objects.get(pk=game.pk)
                hides = game.unsent_seat == number
                return lambda game: _others_of_a_turn_not_final(game, was) if hides else [2]
    except Refused:
        return lambda game: [0, 1, 2]
    return lambda game: []


def _others_of_a_turn_not_final(game: Game, was: Game) -> list[int]:
    now = Game.objects.get(pk=game.pk)
    same = was.unsent_seat is None or was.known_ply == now.known_ply
    is_hidden = game_known_to(now, []).hides_turn_of is not None
    return [seat for seat in (0, 1, 2) if seat != now.unsent_seat] if is_hidden and same else []


def test_nothing_new_is_answered_by_nothing(game: Game) -> None:
    reader = signed_in(waiting(game))
    number = reader.table(game)["number"]
    address = f"games/{game.public_id}/news"
    assert reader.get(address, after=number).status_code == 204
    submit(game, a_quiet_move(game))
    assert reader.get(address, after=number).status_code == 204, "It can still be taken back."
    send_now(public_id=game.public_id, seat=0 if game.to_move else 1, expected_ply=game.ply)
    answer = reader.get(address, after=number)
    assert answer.status_code == 200
    assert answer.json()["number"] > number
    assert answer.json()["ply"] == 1


def test_a_turn_is_news_when_its_time_is_over_letter_or_no_letter(
    ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    game = begin(ada, bruno, is_public=True)
    readers = [with_key(waiting(game)), Caller()]
    numbers = [reader.table(game)["number"] for reader in readers]
    submit(game, a_quiet_move(game))
    for seconds, status in ((0, 204), (299, 204), (1, 200)):
        traveller.shift(timedelta(seconds=seconds))
        for reader, number in zip(readers, numbers, strict=True):
            answer = reader.get(f"games/{game.public_id}/news", after=number)
            assert answer.status_code == status


def test_ones_own_turn_is_news_to_oneself_at_once_and_when_it_is_final(game: Game) -> None:
    seat = mover(game)
    numbers = [number_of(game, seat.number)]
    submit(game, a_quiet_move(game))
    numbers.append(number_of(game, seat.number))
    send_now(public_id=game.public_id, seat=seat.number, expected_ply=game.ply)
    numbers.append(number_of(game, seat.number))
    assert numbers == sorted(set(numbers))


def test_steps_of_a_turn_under_way_are_news_to_nobody_else(game: Game) -> None:
    submit(game, a_quiet_move(game))
    Game.objects.filter(pk=game.pk).update(unsent_until=MONDAY)
    own = mover(game).number
    others = waiting(game).number
    before = number_of(game, own), number_of(game, others), number_of(game)
    submit(game, a_whole_turn(game)[0])
    after = number_of(game, own), number_of(game, others), number_of(game)
    assert after[0] > before[0]
    assert after[1:] == before[1:]


@pytest.mark.parametrize("plies", [4, 30])
def test_no_news_costs_three_queries_and_writes_nothing(
    plies: int, game: Game, django_assert_num_queries: Any
) -> None:
    play_on(game, plies)
    seat = mover(game)
    for reader, most in ((signed_in(seat), 3), (with_key(seat), 1), (Caller(), 1)):
        number = reader.table(game)["number"]
        client: Client = reader.client
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(
                f"/api/v1/games/{game.public_id}/news?after={number}", headers=reader.headers
            )
        assert answer.status_code == 204
        assert len(queries) <= most, [query["sql"][:80] for query in queries]
        assert all(query["sql"].startswith("SELECT") for query in queries)
        assert not answer.cookies
