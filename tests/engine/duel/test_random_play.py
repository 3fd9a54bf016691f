"""Many games of random moves, with everything that must always hold checked at each step."""

import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.duel import GAME
from engine.duel.facts import CARDS, CELL_NAMES, COLOURS, TOKENS_IN_ALL
from engine.duel.flow import reveals
from engine.duel.moves import read_move
from engine.duel.position import PHASES, Position
from engine.errors import Illegal, Unreadable
from engine.record import canonical_json
from tests.engine.duel.test_notation import every_text

WELL_FORMED = every_text()


def check_invariants(position: Position) -> None:
    hands = [position.board, *(player.tokens for player in position.players)]
    for colour, number in enumerate(TOKENS_IN_ALL):
        held = sum(hand[colour] for hand in hands[1:])
        assert position.board.count(colour) + position.bag[colour] + held == number
    cards = [card for row in (*position.decks, *position.market) for card in row if card]
    for player in position.players:
        cards += [card for card, _ in (*player.reserved, *player.cards)]
        assert len(player.reserved) <= 3
        assert (
            sum(card.points for card, _ in player.cards)
            + sum(royal.points for royal in player.royals)
            == player.points
        )
        assert sum(card.crowns for card, _ in player.cards) == player.crowns
    assert sorted(card.id for card in cards) == [card.id for card in CARDS]
    assert position.supply + sum(player.privileges for player in position.players) == 3
    assert sum(position.players[1 - position.seat].tokens) <= 10
    assert sum(len(player.royals) for player in position.players) + len(position.royals) == 4
    for cell, colour in enumerate(position.board):
        assert position.gem_cells >> cell & 1 == (colour < 6)
        assert position.gold_cells >> cell & 1 == (colour == 6)
    assert not (position.again and position.phase in ("start", "over"))


@pytest.mark.parametrize("number", range(40))
def test_invariants_hold_at_every_step(number: int) -> None:
    chance = random.Random(number)
    seed = chance.randbytes(32)
    position = GAME.new(seed)
    played: list[str] = []
    while True:
        check_invariants(position)
        moves = GAME.legal(position)
        data = GAME.dump(position)
        assert (not moves) == (position.phase == "over") == (GAME.outcome(position) is not None)
        assert moves == sorted(set(moves))
        twin = GAME.load(json.loads(canonical_json(data)))
        assert GAME.dump(twin) == data
        assert GAME.legal(twin) == moves
        if not moves:
            break
        move = chance.choice(moves)
        step = GAME.step(position, move)
        assert GAME.dump(position) == data
        assert GAME.dump(step.position) == GAME.dump(GAME.apply(twin, move))
        assert step.reveals == reveals(step.events)
        json.dumps(step.events)
        position = step.position
        played.append(move)
        assert len(played) < 2000

    replayed = GAME.new(seed)
    for move in played:
        GAME.play(replayed, move)
    assert GAME.dump(replayed) == GAME.dump(position)


@pytest.mark.parametrize("number", range(6))
def test_the_list_of_legal_moves_and_the_check_of_a_move_agree(number: int) -> None:
    chance = random.Random(1000 + number)
    position = GAME.new(chance.randbytes(32))
    while moves := GAME.legal(position):
        before = GAME.dump(position)
        for move in moves:
            assert read_move(move).text == move
            GAME.apply(position, move)
        listed = set(moves)
        for text in chance.sample(WELL_FORMED, 120) + near_misses(moves, chance):
            if text not in listed:
                with pytest.raises((Illegal, Unreadable)):
                    GAME.play(position, text)
        assert GAME.dump(position) == before
        GAME.play(position, chance.choice(moves))


def near_misses(moves: list[str], chance: random.Random) -> list[str]:
    """Texts that differ from a legal move in one word."""
    words = [*CELL_NAMES, *COLOURS, "deck1", "D1-01", "D1-26", "as", "gold"]
    texts = []
    for move in chance.choices(moves, k=30):
        parts = move.split()
        parts[chance.randrange(len(parts))] = chance.choice(words)
        texts += [" ".join(parts), f"{move} {chance.choice(words)}", " ".join(move.split()[:-1])]
    return texts


def test_random_play_meets_every_phase_and_kind_of_event() -> None:
    phases: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(25):
        chance = random.Random(2000 + number)
        position = GAME.new(chance.randbytes(32))
        while moves := GAME.legal(position):
            phases[position.phase] += 1
            step = GAME.step(position, chance.choice(moves))
            kinds.update(event["kind"] for event in step.events)
            position = step.position
        phases[position.phase] += 1
    assert set(phases) == set(PHASES)
    assert set(kinds) == {
        *("privilege_used", "taken", "privilege", "replenished", "reserved", "bought", "revealed"),
        *("slot_empty", "ability", "ability_skipped", "stolen", "royal", "discarded"),
        *("extra_turn", "turn", "victory"),
    }


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.binary(min_size=32, max_size=32), choices=st.lists(st.integers(0, 10**6)))
def test_any_sequence_of_legal_moves_keeps_the_invariants(seed: bytes, choices: list[int]) -> None:
    position = GAME.new(seed)
    for choice in choices:
        moves = GAME.legal(position)
        if not moves:
            break
        GAME.play(position, moves[choice % len(moves)])
        check_invariants(position)
    assert GAME.dump(GAME.load(GAME.dump(position))) == GAME.dump(position)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_a_move_or_refused_with_a_sentence(text: str) -> None:
    position = GAME.new(bytes(32))
    before = GAME.dump(position)
    if text not in GAME.legal(position):
        with pytest.raises((Illegal, Unreadable)) as refusal:
            GAME.play(position, text)
        assert str(refusal.value).endswith(".")
        assert str(refusal.value).isprintable()
    assert GAME.dump(position) == before
