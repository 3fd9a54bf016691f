"""Many games of random moves, with everything that must always hold checked at each step."""

import itertools
import json
import random
from collections import Counter

import pytest

from engine.errors import Illegal, Unreadable
from engine.record import canonical_json
from engine.splendor import GAME
from engine.splendor.facts import COLOURS, POINTS_PER_POST, RULES_1, tokens_in_all
from engine.splendor.flow import reveals
from engine.splendor.position import OPTION_NAMES, PHASES, Position
from tests.engine.splendor.test_notation import every_text

WELL_FORMED = every_text()
OPTIONS = [chosen for number in range(4) for chosen in itertools.combinations(OPTION_NAMES, number)]
TABLES = list(itertools.product((2, 3, 4), OPTIONS))


def check_invariants(position: Position) -> None:
    seats = len(position.players)
    for colour, number in enumerate(tokens_in_all(seats)):
        held = sum(player.tokens[colour] for player in position.players)
        assert position.bank[colour] + held == number
        assert position.bank[colour] >= 0
    cards = [card for row in (*position.decks, *position.market) for card in row if card]
    cards += position.drawn
    for seat, player in enumerate(position.players):
        cards += [*player.cards, *(card for card, _ in player.reserved)]
        assert len(player.reserved) <= 3
        assert min(player.tokens) >= 0
        if seat != position.seat:
            assert sum(player.tokens) <= 10
        points = len(player.posts) if POINTS_PER_POST in player.powers else 0
        points += sum(card.points for card in player.cards)
        assert player.points == points + sum(noble.points for noble in player.nobles)
        assert player.bonuses == [
            *(sum(card.colour == colour for card in player.cards) for colour in range(5)),
            0,
        ]
    missing = len(RULES_1.cards) - len(cards)
    assert len({card.id for card in cards}) == len(cards)
    assert 0 <= missing <= 3 * len(position.out)
    nobles = [*position.nobles, *(noble for p in position.players for noble in p.nobles)]
    assert len(set(nobles)) == (0 if position.cities else seats + 1)
    if position.phase != "over":
        assert position.seat == (position.first + position.turn - 1) % seats
        assert position.seat not in position.out
        assert len(position.out) <= seats - 2


def choose(position: Position, moves: list[str], chance: random.Random) -> str:
    """Any move, mostly one that buys something, so that games go on."""
    buys = [move for move in moves if move.startswith("buy")]
    return chance.choice(buys if buys and chance.random() < 0.7 else moves)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_invariants_hold_at_every_step(seats: int, options: tuple[str, ...]) -> None:
    chance = random.Random(f"{seats} {options}")
    seed = chance.randbytes(32)
    position = GAME.new(seed, seats=seats, options=options)
    played: list[str | int] = []
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
        if seats > 2 and chance.random() < 0.01:
            seat = chance.choice([s for s in range(seats) if s not in position.out])
            step = GAME.retire(position, seat)
            assert GAME.dump(step.position) == GAME.dump(GAME.retire(twin, seat).position)
            played.append(seat)
        else:
            move = choose(position, moves, chance)
            step = GAME.step(position, move)
            assert GAME.dump(step.position) == GAME.dump(GAME.apply(twin, move))
            played.append(move)
        assert GAME.dump(position) == data
        assert step.reveals == reveals(step.events)
        json.dumps(step.events)
        position = step.position
        assert len(played) < 1000

    replayed = GAME.new(seed, seats=seats, options=options)
    for each in played:
        if isinstance(each, int):
            replayed = GAME.retire(replayed, each).position
        else:
            GAME.play(replayed, each)
    assert GAME.dump(replayed) == GAME.dump(position)


@pytest.mark.parametrize(("seats", "options"), [(2, ("posts",)), (3, ()), (4, ("posts", "cities"))])
def test_the_list_of_legal_moves_and_the_check_of_a_move_agree(
    seats: int, options: tuple[str, ...]
) -> None:
    chance = random.Random(1000 + seats)
    position = GAME.new(chance.randbytes(32), seats=seats, options=options)
    while moves := GAME.legal(position):
        before = GAME.dump(position)
        for move in moves:
            GAME.apply(position, move)
        listed = set(moves)
        for text in chance.sample(WELL_FORMED, 60) + near_misses(moves, chance):
            if text not in listed:
                with pytest.raises((Illegal, Unreadable)):
                    GAME.play(position, text)
        assert GAME.dump(position) == before
        GAME.play(position, choose(position, moves, chance))


def near_misses(moves: list[str], chance: random.Random) -> list[str]:
    """Texts that differ from a legal move in one word."""
    words = [*COLOURS, "deck1", "S1-01", "gold", "1", "N-01", "T1", "pass", "keep"]
    texts = []
    for move in chance.choices(moves, k=15):
        parts = move.split()
        parts[chance.randrange(len(parts))] = chance.choice(words)
        texts += [" ".join(parts), f"{move} {chance.choice(words)}", " ".join(move.split()[:-1])]
    return texts


def test_random_play_meets_every_phase_and_kind_of_event() -> None:
    phases: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(60):
        chance = random.Random(2000 + number)
        options = ("posts", "cities") if number % 5 == 0 else ("posts",)
        seats = 2 + number % 3
        position = GAME.new(chance.randbytes(32), seats=seats, options=options)
        while moves := GAME.legal(position):
            phases[position.phase] += 1
            if seats > 2 and chance.random() < 0.003:
                step = GAME.retire(position, position.seat)
            else:
                step = GAME.step(position, choose(position, moves, chance))
            kinds.update(event["kind"] for event in step.events)
            position = step.position
        phases[position.phase] += 1
    # Under rules 1 no purchase brings two posts at once, and a stuck table is rare.
    assert set(phases) == set(PHASES) - {"post"}
    assert set(kinds) | {"passed"} == {
        *("taken", "looked", "reserved", "buried", "bought", "revealed", "slot_empty"),
        *("discarded", "noble", "post", "passed", "last_round", "turn", "retired", "victory"),
    }
