"""No answer of the API tells what its reader may not know, looked at byte by byte."""

import json
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, Seat
from duel.record.log import read_log
from tests.duel.api.calls import Caller, answers, signed_in, with_key
from tests.duel.letter_links import mover
from tests.duel.tables import begin, legal_moves
from tests.duel.worlds import WORLDS, draw_a_card, other_world

pytestmark = [pytest.mark.words, pytest.mark.django_db]


@pytest.fixture(params=[False, True], ids=["", "a-card-was-just-drawn"])
def game(request: pytest.FixtureRequest, much_is_hidden: Game) -> Game:
    """Open to all, so that strangers see what there is to see."""
    if request.param:
        draw_a_card(much_is_hidden)
    Game.objects.filter(pk=much_is_hidden.pk).update(is_public=True)
    much_is_hidden.refresh_from_db()
    return much_is_hidden


def answers_ahead(caller: Caller, game: Game) -> Iterator[tuple[str, bytes]]:
    """All that is answered to who composes a turn: each first step, and each second after some."""
    for step in legal_moves(game):
        ahead_answer = ahead(caller, game, step)
        yield step, ahead_answer
        if step == "replenish" or "deck" in step or step.startswith("use "):
            for second in json.loads(ahead_answer)["choices"][::5]:
                yield f"{step}, {second['move']}", ahead(caller, game, step, second["move"])


def ahead(caller: Caller, game: Game, *steps: str) -> bytes:
    body = {"ply": game.ply, "steps": steps}
    answer = caller.post(f"games/{game.public_id}/turn?drawn=true", body)
    assert answer.status_code == 200, (steps, answer.content)
    return bytes(answer.content)


@pytest.mark.parametrize("reader", ["0", "1", "key of 0", "key of 1", "stranger", "nobody"])
def test_a_table_is_the_same_whatever_is_hidden(reader: str, game: Game, eve: User) -> None:
    number = int(reader[-1]) if reader[-1].isdigit() else None
    caller = Caller()
    if number is not None:
        caller = (with_key if "key" in reader else signed_in)(game.seats.get(number=number))
    elif reader == "stranger":
        caller.client.force_login(eve)
    here = dict(answers(caller, game))
    assert b'"regions":[{' in here["look"]
    assert (b'"frames":[{' in here["replay"]) is (number is not None)
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
    assert any(step.startswith("replenish, ") for step in here)
    for world in WORLDS[:2]:
        with other_world(game, seat.number, world):
            assert dict(answers_ahead(caller, game)) == here


def test_what_a_replenishment_lays_is_unseen_until_it_is_sent(game: Game) -> None:
    ahead_answer = json.loads(ahead(with_key(mover(game)), game, "replenish"))
    assert "unseen" in ahead_answer["view"]["board"]
    assert ahead_answer["final"]


def test_a_card_to_be_drawn_or_turned_up_is_unseen_until_it_is_sent(much_is_hidden: Game) -> None:
    game, seat = much_is_hidden, mover(much_is_hidden)
    caller = with_key(seat)
    reserves = [move for move in legal_moves(game) if move.startswith("reserve ")]
    drawn, taken = (
        next(move for move in reserves if ("deck" in move) is from_deck)
        for from_deck in (True, False)
    )
    hand = json.loads(ahead(caller, game, drawn))["view"]["players"][seat.number]["reserved"]
    assert hand[-1] == {"level": int(drawn[-1]), "from": "deck"}
    row = json.loads(ahead(caller, game, taken))["view"]["market"][taken.split()[-1][1]]
    assert row.count(None) == 1


def test_the_secret_and_the_cards_of_decks_stand_in_no_answer(game: Game) -> None:
    hidden = {card.id for deck in read_log(game).course.position.decks for card in deck}
    for seat in game.seats.order_by("number"):
        whole = b"".join(content for _, content in answers(signed_in(seat), game)).decode()
        assert not [card for card in hidden if f'"{card}"' in whole]


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
