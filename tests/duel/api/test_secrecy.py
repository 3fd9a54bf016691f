"""No answer of the API tells what its reader may not know, looked at byte by byte."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, Seat
from duel.record.log import read_log
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.linked import mover, waiting
from tests.duel.onlookers import NOTE
from tests.duel.onlookers import Table as TableToLookAt
from tests.duel.tables import begin, legal_moves, make_final, play_on
from tests.duel.worlds import WORLDS, draw_a_card, other_world

pytestmark = [pytest.mark.django_db]


@pytest.fixture(params=[False, True], ids=["", "a-card-was-just-drawn"])
def game(request: pytest.FixtureRequest, much_is_hidden: Game) -> Game:
    """Open to all, so that strangers see what there is to see."""
    if request.param:
        draw_a_card(much_is_hidden)
    Game.objects.filter(pk=much_is_hidden.pk).update(is_public=True)
    much_is_hidden.refresh_from_db()
    return much_is_hidden


def answers(caller: Caller, game: Game) -> Iterator[tuple[str, bytes]]:
    """All that is answered to somebody who does not play."""
    yield "look", caller.get(f"games/{game.public_id}", drawn="true").content
    yield "news", caller.get(f"games/{game.public_id}/news", after=1).content
    yield "games", caller.get("games").content


def answers_ahead(caller: Caller, game: Game) -> Iterator[tuple[str, bytes]]:
    """All that is answered to who composes a turn: each first step, and each second after some."""
    for step in legal_moves(game):
        said = ahead(caller, game, step)
        yield step, said
        if step == "replenish" or "deck" in step or step.startswith("use "):
            for second in json.loads(said)["choices"][::7]:
                yield f"{step}, {second['move']}", ahead(caller, game, step, second["move"])


def ahead(caller: Caller, game: Game, *steps: str) -> bytes:
    body = {"ply": game.ply, "steps": steps}
    answer = caller.post(f"games/{game.public_id}/turn?drawn=true", body)
    assert answer.status_code == 200, (steps, answer.content)
    return bytes(answer.content)


@pytest.mark.parametrize("reader", ["0", "1", "stranger", "nobody"])
def test_a_table_is_the_same_whatever_is_hidden(reader: str, game: Game, eve: User) -> None:
    number = int(reader) if reader.isdigit() else None
    caller = Caller()
    if number is not None:
        caller = signed_in(game.seats.get(number=number))
    elif reader == "stranger":
        caller.client.force_login(eve)
    here = dict(answers(caller, game))
    assert b'"regions":[{' in here["look"]
    for world in WORLDS:
        with other_world(game, number, world):
            assert dict(answers(caller, game)) == here


def test_looking_ahead_is_the_same_whatever_is_hidden(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duel.api.games.READS_PER_MINUTE", 100_000)
    seat = mover(game)
    caller = with_key(seat)
    here = dict(answers_ahead(caller, game))
    assert any(step.startswith("replenish, ") for step in here) or game.to_move is None
    for world in WORLDS[:2]:
        with other_world(game, seat.number, world):
            assert dict(answers_ahead(caller, game)) == here


def test_what_a_replenishment_lays_is_unseen_until_it_is_sent(game: Game) -> None:
    if "replenish" not in legal_moves(game):
        pytest.skip("Nothing to replenish here.")  # pragma: no cover
    said = json.loads(ahead(with_key(mover(game)), game, "replenish"))
    assert "unseen" in said["view"]["board"]
    assert said["final"]


def test_the_secret_and_the_cards_of_decks_stand_in_no_answer(game: Game) -> None:
    hidden = {card.id for deck in read_log(game).course.position.decks for card in deck}
    for seat in game.seats.order_by("number"):
        whole = b"".join(content for _, content in answers(signed_in(seat), game)).decode()
        assert not [card for card in hidden if f'"{card}"' in whole]


@pytest.fixture
def table(ada: User, bruno: User, can_be_taken_back: None) -> TableToLookAt:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    while any(seat.number == game.to_move and seat.user is None for seat in game.seats.all()):
        play_on(game, 1)  # pragma: no cover
    make_final(game)
    return TableToLookAt(game, mover(game), waiting(game))


def _readers(table: TableToLookAt, eve: User) -> list[Caller]:
    stranger = Client()
    stranger.force_login(eve)
    return [signed_in(table.other), with_key(table.other), Caller(stranger), Caller()]


def _shown(table: TableToLookAt, eve: User) -> list[Any]:
    return [dict(answers(reader, table.game)) for reader in _readers(table, eve)]


@pytest.mark.parametrize("act", ["play_a_turn", "begin_a_turn"])
def test_a_turn_that_can_be_taken_back_is_hidden_from_all_others(
    act: str, table: TableToLookAt, eve: User
) -> None:
    if act == "begin_a_turn" and not any(m.startswith("use ") for m in legal_moves(table.game)):
        play_on(table.game, 1)
        make_final(table.game)
        table = TableToLookAt(table.game, mover(table.game), waiting(table.game))
    before = _shown(table, eve)
    getattr(table, act)()
    assert _shown(table, eve) == before
    own = with_key(table.mover).table(table.game)
    assert own["ply"] == before_ply(before) + 1
    table.take_back()
    after = _shown(table, eve)
    assert after != before, "That something was taken back is told."
    assert NOTE.encode() not in b"".join(c for shown in after for c in shown.values())


def before_ply(before: list[Any]) -> int:
    return int(json.loads(before[-1]["look"])["ply"])


def test_a_private_game_is_none_to_others_byte_for_byte(much_is_hidden: Game, eve: User) -> None:
    stranger = Client()
    stranger.force_login(eve)
    for caller in (Caller(stranger), Caller()):
        for call in ("", "/news?after=1"):
            real, none = (
                caller.client.get(f"/api/v1/games/{name}{call}")
                for name in (much_is_hidden.public_id, "2345678923")
            )
            assert (real.status_code, real.content) == (none.status_code, none.content)
            assert real.status_code == 404
            own = {"Content-Length", "Set-Cookie"}
            assert {k: v for k, v in real.items() if k not in own} == {
                k: v for k, v in none.items() if k not in own
            }
    real, none = (
        Caller(stranger).post(f"games/{name}/moves", {"ply": 0, "moves": ["take a1"]})
        for name in (much_is_hidden.public_id, "2345678923")
    )
    assert (
        (real.status_code, real.content) == (none.status_code, none.content) == (404, real.content)
    )


def test_who_has_a_seat_elsewhere_is_an_outsider_here(much_is_hidden: Game, eve: User) -> None:
    seat: Seat = begin(eve, much_is_hidden.seats.get(number=0).user).seats.get(user=eve)  # type: ignore[arg-type]
    for caller in (signed_in(seat), with_key(seat)):
        assert caller.get(f"games/{much_is_hidden.public_id}").status_code == 404
