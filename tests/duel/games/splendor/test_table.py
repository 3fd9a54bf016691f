"""The drawn table of Splendor, in many positions, with every option and for every reader."""

import random
from collections.abc import Iterator, Sequence

import pytest
from django.utils import translation

from duel.games.base import Region
from engine.splendor import GAME
from engine.splendor.position import ACTION, KEEP, Position
from tests.duel.games.drawn import (
    Drawn,
    assert_playable,
    assert_symbols_exist,
    cards_laid_open,
    ids_in,
)
from tests.duel.games.splendor.games import (
    ID,
    LANGUAGES,
    NAMES,
    SPLENDOR,
    other_secrets,
    steps,
)

TABLES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (2, ()),
    (2, ("cities",)),
    (3, ("posts",)),
    (3, ("noble11", "posts")),
    (4, ()),
    (4, ("cities", "posts")),
)


def table_of(position: Position, seat: int | None) -> tuple[Region, ...]:
    return SPLENDOR.table(GAME.view(position, seat), seat, NAMES[: len(position.players)])


def html_of(position: Position, seat: int | None) -> str:
    return "".join(region.html for region in table_of(position, seat))


def positions(seats: int, options: Sequence[str], number: int = 1) -> Iterator[Position]:
    return (position for position, _, _ in steps(number, seats=seats, options=options))


def everywhere(step: int) -> Iterator[Position]:
    """Some positions of each kind of table."""
    for number, (seats, options) in enumerate(TABLES):
        yield from [*positions(seats, options, number)][::step]


def readers(position: Position) -> list[int | None]:
    return [*range(len(position.players)), None]


def choosing_between_two() -> Position:
    """Somebody looks at two cards of a deck, of which they keep one."""
    for number in range(60):
        for position in positions(4, ("posts",), number):
            if position.phase == KEEP:
                return position
    raise AssertionError("No game came there.")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_legal_move_can_be_tapped(seats: int, options: tuple[str, ...]) -> None:
    for number in (1, 2):
        for place, position in enumerate(positions(seats, options, number)):
            if place % 6 and position.phase == ACTION:
                continue
            seat, legal, names = position.to_move, GAME.legal(position), NAMES[:seats]
            assert seat is not None
            view = GAME.view(position, seat)
            choices = SPLENDOR.choices(view, legal, seat, names)
            assert [choice.move for choice in choices] == SPLENDOR.moves_in_order(view, legal)
            assert sorted(choice.move for choice in choices) == sorted(legal)
            picks = {pick for choice in choices for pick in choice.picks}
            assert_playable(SPLENDOR.table(view, seat, names, picks=picks), choices)


@pytest.mark.parametrize(
    ("move", "picks"),
    [
        ("take white blue red", ("bank:white", "bank:blue", "bank:red")),
        ("take red red", ("bank:red", "bank:red")),
        ("extra green", ("bank:green",)),
        ("reserve S2-07", ("S2-07",)),
        ("reserve deck3", ("deck3",)),
        ("buy S1-07 gold red", ("S1-07",)),
        ("noble N-03", ("N-03",)),
        ("post T2", ("T2",)),
        ("keep 2", ("keep:2",)),
        ("discard red red gold", ("own:red", "own:red", "own:gold")),
        ("pass", ()),
    ],
)
def test_what_is_tapped_for_a_move(move: str, picks: tuple[str, ...]) -> None:
    from duel.games.splendor.table import picks_of
    from engine.splendor.moves import option_of

    assert picks_of(option_of(move)) == picks


def test_of_two_cards_only_who_chooses_sees_which() -> None:
    position = choosing_between_two()
    mover = position.to_move
    drawn = Drawn(table_of(position, mover))
    assert {"keep:1", "keep:2"} <= set(drawn.picks)
    for seat in readers(position):
        if seat != mover:
            assert "a hidden card" in Drawn(table_of(position, seat)).said
            assert not {card.id for card in position.drawn} & set(ids_in(html_of(position, seat)))


def test_what_is_hidden_is_nowhere_in_the_drawing() -> None:
    chance, tried = random.Random(7), 0
    for position in [*everywhere(23), choosing_between_two()]:
        for seat in readers(position):
            html = html_of(position, seat)
            assert set(ids_in(html)) <= set(ids_in(str(GAME.view(position, seat))))
            if seat is not None:
                assert html_of(other_secrets(position, seat, chance), seat) == html
            tried += 1
    assert tried > 50


def test_spectators_can_pick_nothing_and_read_no_price_of_their_own() -> None:
    for position in everywhere(30):
        drawn = Drawn(table_of(position, None))
        assert not drawn.picks
        assert not [words for words in drawn.said if "you " in words]


def test_a_seat_that_left_is_drawn_as_such() -> None:
    position = next(p for p in positions(3, ()) if p.turn == 12)
    after = GAME.retire(position, 1).position
    said = " ".join(Drawn(table_of(after, 0)).said)
    assert "Bruno has left the game." in said
    own = Drawn(table_of(after, 1))
    assert "You have left the game." in own.said
    assert not [words for words in own.said if "you pay" in words]


def test_the_last_round_is_told() -> None:
    position = next(p for p in positions(2, (), 3) if p.last_round)
    for seat in readers(position):
        now = table_of(position, seat)[0]
        assert now.key == "now"
        assert "last round" in now.html


def test_who_has_a_post_and_how_far_others_are_is_told() -> None:
    position = [*positions(4, ("posts",), 2)][-1]
    owner = next(seat for seat, player in enumerate(position.players) if player.posts)
    post = position.players[owner].posts[0]
    spectator = Drawn(table_of(position, None))
    told = [words for words in spectator.said if f"won by {NAMES[owner]}" in words]
    assert told
    assert str(owner) in spectator.marks[f"post-{post.id}"].split()


def test_once_nothing_is_hidden_decks_and_reserves_lie_open() -> None:
    *_, (_, _, step) = steps(3, seats=2, options=())
    position = step.position
    view = GAME.view(position, 0) | GAME.open_parts(position)
    regions = SPLENDOR.table(view, 0, NAMES[:2])
    assert [len(deck) for deck in position.decks] == cards_laid_open(regions)
    drawn = set(ids_in("".join(region.html for region in regions)))
    assert {card.id for player in position.players for card, _ in player.reserved} <= drawn
    assert cards_laid_open(table_of(position, 0)) == [0, 0, 0]


def test_names_are_only_text() -> None:
    name = '<b onclick="x">"Ada" & \'Co\'</b>'
    for position in everywhere(40):
        names = [f"{name}{seat}" for seat in range(len(position.players))]
        for seat in readers(position):
            regions = SPLENDOR.table(GAME.view(position, seat), seat, names)
            assert "<b onclick" not in "".join(region.html for region in regions)
            Drawn(regions)


def test_keys_of_regions_and_of_what_can_change_last_through_a_game() -> None:
    for seats, options in TABLES:
        lasting = None
        for position in [*positions(seats, options)][::7]:
            drawn = Drawn(table_of(position, 0))
            assert drawn.keys == ["now", "bank", "market", "tiles", "players", "upcoming"]
            slots = {mark for mark in drawn.marks if mark.startswith(("slot-", "bank-", "points-"))}
            assert len(slots) == 12 + 6 + seats
            lasting = lasting or slots
            assert lasting == slots


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_read_in_every_language(language: str) -> None:
    with translation.override(language):
        for position in everywhere(35):
            for seat in readers(position):
                said = " ".join(Drawn(table_of(position, seat)).said)
                assert "%(" not in said
                assert ID.search(said) is None


def test_every_symbol_is_drawn_in_the_file() -> None:
    some = [*everywhere(7), choosing_between_two()]
    every = (html_of(position, seat) for position in some for seat in readers(position))
    assert_symbols_exist("".join(every))


def test_the_whole_table_is_small() -> None:
    sizes = [len(html_of(p, p.to_move).encode()) for p in positions(4, ("cities", "posts"), 2)]
    assert max(sizes) < 70_000
