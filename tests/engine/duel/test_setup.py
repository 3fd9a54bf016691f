from engine.duel import GAME
from engine.duel.facts import CARDS, COLOURS, SPIRAL
from engine.fairness import Stream

SEEDS = [bytes([n]) * 32 for n in range(1, 7)]


def test_the_spiral_goes_from_the_centre_down_and_clockwise_outward() -> None:
    row, column = 2, 2
    path = [(row, column)]
    steps = iter([(1, 0), (0, -1), (-1, 0), (0, 1)] * 3)
    for length in (1, 1, 2, 2, 3, 3, 4, 4, 4):
        down, right = next(steps)
        for _ in range(length):
            row, column = row + down, column + right
            path.append((row, column))
    assert [5 * row + column for row, column in path] == list(SPIRAL)


def test_decks_and_market_come_from_the_published_shuffles() -> None:
    for seed in SEEDS:
        data = GAME.dump(GAME.new(seed))
        for level, slots in (("1", 5), ("2", 4), ("3", 3)):
            deck = [card.id for card in CARDS if str(card.level) == level]
            Stream(seed, f"deck{level}").shuffle(deck)
            assert data["market"][level] == deck[:slots]
            assert data["decks"][level] == deck[slots:]


def test_the_tokens_lie_along_the_spiral_in_the_published_order() -> None:
    for seed in SEEDS:
        tokens = [name for name in COLOURS[:5] for _ in range(4)]
        tokens += ["pearl"] * 2 + ["gold"] * 3
        Stream(seed, "board").shuffle(tokens)
        data = GAME.dump(GAME.new(seed))
        assert [data["board"][cell] for cell in SPIRAL] == tokens
        assert set(data["bag"].values()) == {0}


def test_the_first_seat_is_drawn_and_the_other_takes_a_privilege() -> None:
    firsts = set()
    for seed in SEEDS:
        data = GAME.dump(GAME.new(seed))
        first = Stream(seed, "first").below(2)
        firsts.add(first)
        assert (data["first"], data["to_move"]) == (first, first)
        assert data["players"][first]["privileges"] == 0
        assert data["players"][1 - first]["privileges"] == 1
        assert data["supply"] == 2
    assert firsts == {0, 1}


def test_everything_else_begins_empty() -> None:
    data = GAME.dump(GAME.new(SEEDS[0]))
    assert (data["turn"], data["phase"], data["again"], data["refills"]) == (1, "start", False, 0)
    assert (data["game"], data["rules"], data["options"], data["result"]) == ("duel", 1, {}, None)
    assert data["royals"] == ["R-01", "R-02", "R-03", "R-04"]
    assert data["seed"] == SEEDS[0].hex()
    for player in data["players"]:
        assert set(player["tokens"].values()) == {0}
        assert player["reserved"] == player["cards"] == player["royals"] == []
