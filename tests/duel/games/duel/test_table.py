"""The drawn table of Splendor Duel, in many positions and for every reader."""

import random
from collections.abc import Iterator

import pytest
from django.utils import translation

from duel.games.base import Region
from engine.duel import GAME
from engine.duel.facts import CARD_OF
from engine.duel.position import ACTION, START, Position
from engine.turn import winning_moves
from tests.duel.games.drawn import (
    Drawn,
    assert_playable,
    assert_symbols_exist,
    cards_laid_open,
    ids_in,
)
from tests.duel.games.duel.games import DUEL, LANGUAGES, NAMES, steps

READERS = (0, 1, None)


def table_of(position: Position, seat: int | None, **more: object) -> tuple[Region, ...]:
    names = more.pop("names", NAMES)
    assert isinstance(names, tuple)
    return DUEL.table(GAME.view(position, seat), seat, names)


def html_of(position: Position, seat: int | None, **more: object) -> str:
    return "".join(region.html for region in table_of(position, seat, **more))


def positions(*numbers: int) -> Iterator[Position]:
    for number in numbers:
        yield from (position for position, _, _ in steps(number))


def positions_with_secrets() -> list[Position]:
    """Some in which both hold a card that only they know."""
    return [
        position
        for position in positions(*range(8))
        if all(any(hidden for _, hidden in player.reserved) for player in position.players)
    ][::20]


def other_secrets(position: Position, seat: int | None, chance: random.Random) -> Position:
    """The same position with other cards wherever the reader cannot look."""
    data = GAME.dump(position)
    for level in "123":
        hidden = [
            reserved
            for number, player in enumerate(data["players"])
            if number != seat
            for reserved in player["reserved"]
            if reserved["from"] == "deck" and reserved["id"][1] == level
        ]
        cards = [*data["decks"][level], *(reserved["id"] for reserved in hidden)]
        chance.shuffle(cards)
        for reserved in hidden:
            reserved["id"] = cards.pop()
        data["decks"][level] = cards
    return GAME.load(data)


def test_every_legal_move_can_be_tapped() -> None:
    kinds = set()
    for place, position in enumerate(positions(1, 2, 3, 4)):
        if place % 4 and position.phase in (START, ACTION):
            continue
        seat, legal = position.to_move, GAME.legal(position)
        assert seat is not None
        view = GAME.view(position, seat)
        choices = DUEL.choices(view, legal, seat, NAMES)
        assert [choice.move for choice in choices] == DUEL.moves_in_order(view, legal)
        assert sorted(choice.move for choice in choices) == sorted(legal)
        picks = {pick for choice in choices for pick in choice.picks}
        assert_playable(DUEL.table(view, seat, NAMES, picks=picks), choices)
        kinds |= {choice.kind for choice in choices}
    assert kinds == {
        *("take", "reserve", "buy", "use", "replenish"),
        *("token", "steal", "royal", "discard"),
    }


def test_choices_say_what_the_list_of_moves_says() -> None:
    for position in [*positions(2)][-20::4]:
        seat, legal = position.seat, GAME.legal(position)
        view, wins = GAME.view(position, seat), winning_moves(GAME, position, legal)
        listed = DUEL.sheet(view, legal, seat, NAMES, wins=wins).moves
        choices = DUEL.choices(view, legal, seat, NAMES, wins=wins)
        for item, choice in zip(listed, choices, strict=True):
            assert (item.move, item.words) == (choice.move, choice.words)
            assert (item.final, item.wins) == (choice.final, choice.wins)


@pytest.mark.parametrize(
    ("move", "picks"),
    [
        ("take a1 b1 c1", ("a1", "b1", "c1")),
        ("use c3", ("c3",)),
        ("token e5", ("e5",)),
        ("replenish", ("bag",)),
        ("reserve c3 D2-07", ("c3", "D2-07")),
        ("reserve c3 deck1", ("c3", "deck1")),
        ("buy D2-07 gold red", ("D2-07",)),
        ("buy D2-24 as red", ("D2-24",)),
        ("steal red", ("steal:red",)),
        ("discard red red gold", ("own:red", "own:red", "own:gold")),
        ("royal R-01", ("R-01",)),
    ],
)
def test_what_is_tapped_for_a_move(move: str, picks: tuple[str, ...]) -> None:
    from duel.games.duel.table import picks_of
    from engine.duel.moves import option_of

    assert picks_of(option_of(move)) == picks


def test_what_all_purchases_of_a_card_have_in_common_is_not_asked() -> None:
    """Gold that has to be paid anyway, and the only colour that a wild card can take."""
    asked: set[str] = set()
    for position in positions(*range(4)):
        seat = position.to_move
        if seat is None:
            continue
        choices = DUEL.choices(GAME.view(position, seat), GAME.legal(position), seat, NAMES)
        for choice in choices:
            same = [
                each for each in choices if (each.kind, each.picks) == (choice.kind, choice.picks)
            ]
            assert not all(set(choice.ways) & set(each.ways) for each in same)
            assert bool(choice.ways) <= (choice.kind == "buy" and len(same) > 1)
            asked.update(choice.ways)
    assert {"as red", "gold for pearl"} <= asked


def test_spectators_can_pick_nothing_and_read_no_price_of_their_own() -> None:
    for position in [*positions(1)][::9]:
        drawn = Drawn(table_of(position, None))
        assert not drawn.picks
        assert not [words for words in drawn.said if "you " in words]


def test_what_is_hidden_is_nowhere_in_the_drawing() -> None:
    chance, tried = random.Random(7), 0
    for position in positions_with_secrets():
        for seat in READERS:
            html = html_of(position, seat)
            known = set(ids_in(str(GAME.view(position, seat))))
            assert set(ids_in(html)) <= known
            assert html_of(other_secrets(position, seat, chance), seat) == html
            tried += 1
    assert tried > 10


def test_cards_that_only_the_reader_knows_are_drawn_as_such() -> None:
    position = positions_with_secrets()[0]
    (card, _), *_ = [held for held in position.players[0].reserved if held[1]]
    own, other = Drawn(table_of(position, 0)), Drawn(table_of(position, 1))
    assert "Bruno does not know this card" in own.picks[card.id]
    assert f"a hidden card of level {card.level}" in other.said
    assert card.id not in html_of(position, 1)


def test_once_nothing_is_hidden_decks_and_reserves_lie_open() -> None:
    *_, (_, _, step) = steps(3)
    position = step.position
    view = GAME.view(position, 0) | GAME.open_parts(position)
    regions = DUEL.table(view, 0, NAMES)
    assert [len(deck) for deck in position.decks] == cards_laid_open(regions)
    drawn = set(ids_in("".join(region.html for region in regions)))
    assert {card.id for player in position.players for card, _ in player.reserved} <= drawn
    assert cards_laid_open(table_of(position, 0)) == [0, 0, 0]


def test_a_turn_composed_so_far_is_drawn_without_what_it_would_lay() -> None:
    tried = 0
    for position in positions(1, 2, 3):
        if "replenish" in GAME.legal(position):
            ahead = GAME.foresee(position)
            ahead.play("replenish")
            assert position.to_move is not None
            drawn = Drawn(DUEL.table(ahead.view(), position.to_move, NAMES))
            unseen = [mark for mark, value in drawn.marks.items() if value == "unseen"]
            assert unseen
            assert not set(unseen) & set(drawn.picks)
            tried += 1
    assert tried


def test_names_are_only_text() -> None:
    name = '<b onclick="x">"Ada" & \'Co\'</b>'
    for position in [*positions(1)][::25]:
        for seat in READERS:
            html = html_of(position, seat, names=(name, name + "2"))
            assert "<b onclick" not in html
            Drawn(table_of(position, seat, names=(name, name + "2")))


def test_keys_of_regions_and_of_what_can_change_last_through_a_game() -> None:
    lasting = None
    for position in [*positions(5)][::3]:
        for seat in READERS:
            drawn = Drawn(table_of(position, seat))
            assert drawn.keys == ["board", "beside", "market", "players", "upcoming"]
            cells = {mark for mark in drawn.marks if len(mark) == 2}
            slots = {mark for mark in drawn.marks if mark.startswith("slot-")}
            piles = {mark for mark in drawn.marks if mark.startswith("tokens-")}
            assert (len(cells), len(slots), len(piles)) == (25, 12, 14)
            lasting = lasting or (cells, slots, piles)
            assert lasting == (cells, slots, piles)


def test_a_mark_has_another_value_once_something_else_lies_there() -> None:
    for position, _, step in [*steps(6)][::4]:
        before, after = (Drawn(table_of(each, 0)).marks for each in (position, step.position))
        for row, cards in enumerate(position.market):
            for slot, card in enumerate(cards):
                is_same = card is step.position.market[row][slot]
                mark = f"slot-{row + 1}-{slot + 1}"
                assert (before[mark] == after[mark]) == is_same


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_read_in_every_language(language: str) -> None:
    with translation.override(language):
        for position in [*positions(2)][::15]:
            for seat in READERS:
                drawn = Drawn(table_of(position, seat))
                said = " ".join(drawn.said)
                assert "%(" not in said
                for card in CARD_OF:
                    assert card not in said


def test_what_a_card_costs_the_reader_is_told() -> None:
    position = next(p for p in positions(1) if p.players[0].cards and p.to_move == 0)
    view = GAME.view(position, 0)
    drawn = Drawn(DUEL.table(view, 0, NAMES))
    sheet = DUEL.sheet(view, GAME.legal(position), 0, NAMES)
    for line in sheet.filled:
        said = drawn.picks[line.card]
        assert said.startswith(f"{line.slot}: {line.words}; costs ")
        assert line.missing in said


def test_every_symbol_is_drawn_in_the_file() -> None:
    every = (html_of(position, seat) for position in positions(1, 2) for seat in READERS)
    assert_symbols_exist("".join(every))


def test_the_whole_table_is_small() -> None:
    sizes = [len(html_of(p, p.to_move).encode()) for p in positions(1, 2, 3)]
    assert max(sizes) < 45_000
