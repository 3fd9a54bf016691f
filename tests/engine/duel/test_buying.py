"""Buying cards: prices, gold, wild cards."""

import pytest

from engine.duel import GAME
from engine.errors import Illegal
from tests.engine.duel.table import after, describe, of_kind, table, tokens


def buys(card: str, **words: object) -> list[str]:
    """The ways to buy the card, without the words `buy CARD`."""
    words.setdefault("market", (card,))
    return [
        move.removeprefix(f"buy {card}").strip()
        for move in of_kind(table(**words), "buy")
        if move.split()[1] == card
    ]


# D2-08 costs two white, two red, two black and a pearl.
@pytest.mark.parametrize(
    ("mine", "cards", "expected"),
    [
        ("WW RR KK P", (), [""]),
        ("WW RR KK", (), []),
        ("W RR KK P", (), []),
        ("WW RR KK O", (), ["gold pearl"]),
        ("W RR KK P O", (), ["gold white"]),
        ("W RR KK O", (), []),
        ("W RR KK OO", (), ["gold white pearl"]),
        ("WW RR KK P O", (), ["", "gold black", "gold pearl", "gold red", "gold white"]),
        ("RR KK P", ("D1-01", "D1-02"), [""]),
        ("RR KK P", ("D2-01",), [""]),  # one card with two bonuses
        ("RR KK", ("D2-01",), []),  # no bonus stands for a pearl
        ("KK P", ("D2-01", "D2-13"), [""]),
        ("KK P", ("D2-01", "D2-13", "D1-16"), [""]),  # a price never falls below nothing
        ("RR KK PO", ("D2-01",), ["", "gold black", "gold pearl", "gold red"]),
    ],
)
def test_price_bonuses_and_gold(mine: str, cards: tuple[str, ...], expected: list[str]) -> None:
    assert buys("D2-08", mine=mine, cards=cards) == expected


def test_gold_of_every_shape() -> None:
    assert buys("D1-04", mine="UU OO") == ["gold blue", "gold blue blue"]
    assert buys("D1-04", mine="UUU OOO") == [
        "",
        "gold blue",
        "gold blue blue",
        "gold blue blue blue",
    ]
    assert buys("D1-04", mine="OOO") == ["gold blue blue blue"]
    assert buys("D1-02", mine="R K OO") == ["gold red black"]
    assert buys("D1-02", mine="RR K OOO") == [
        "gold black",
        "gold black black",
        "gold red black",
        "gold red black black",
        "gold red red black",
    ]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("buy D2-08 gold white white", "too few black"),
        ("buy D2-08 gold black pearl", "too little gold"),
        ("buy D2-08", "too few black"),
        ("buy D2-08 gold black black black", "more gold for black than is due"),
        ("buy D2-08 gold green black", "nothing is due"),
        ("buy D2-08 as white gold black", "only a wild card"),
        ("buy D1-29", "neither in the market nor"),
    ],
)
def test_wrong_payments_are_refused_and_change_nothing(move: str, reason: str) -> None:
    position = table(board="O", mine="WW RR K P O", market=("D2-08",))
    before = GAME.dump(position)
    with pytest.raises(Illegal, match=reason):
        GAME.play(position, move)
    assert GAME.dump(position) == before


def test_spent_tokens_go_to_the_bag_and_the_slot_is_refilled() -> None:
    data = describe(board="O", mine="WW R KK P O", market=("D2-08",))
    step = GAME.step(GAME.load(data), "buy D2-08 gold red")
    now = GAME.dump(step.position)
    assert now["players"][0]["tokens"] == tokens("")
    spent = tokens("WW R KK P O")
    assert now["bag"] == {name: data["bag"][name] + spent[name] for name in spent}
    assert now["players"][0]["cards"] == [{"id": "D2-08", "color": "blue"}]
    assert now["market"]["2"][0] == data["decks"]["2"][0]
    assert step.events[0] == {
        "kind": "bought",
        "seat": 0,
        "id": "D2-08",
        "color": "blue",
        "from": "market",
        "was_hidden": False,
        "paid": {"white": 2, "red": 1, "black": 2, "pearl": 1, "gold": 1},
        "gold_for": ["red"],
    }


def test_a_reserved_card_can_be_bought_by_its_owner_only() -> None:
    words = {"board": "O", "mine": "UUU", "their_reserved": ("D1-09*", "D1-14")}
    position = table(reserved=("D1-04*", "D2-03"), **words)
    step = GAME.step(position, "buy D1-04")
    now = GAME.dump(step.position)
    assert now["players"][0]["reserved"] == [{"id": "D2-03", "from": "market"}]
    assert now["market"] == GAME.dump(position)["market"]
    assert step.events[0]["from"] == "reserve"
    assert step.events[0]["was_hidden"]
    assert step.reveals


def test_a_card_known_to_both_reveals_nothing_when_it_is_bought() -> None:
    step = GAME.step(table(board="O", mine="UUU", reserved=("D1-04",)), "buy D1-04")
    assert not step.events[0]["was_hidden"]
    assert not step.reveals


def test_a_refusal_does_not_tell_a_hidden_card_from_one_that_does_not_exist() -> None:
    position = table(
        board="O", mine="WWUUGGRRKO", their_reserved=("D1-09*", "D1-14"), reserved=("D2-03",)
    )
    in_deck = GAME.dump(position)["decks"]["1"][3]
    for stem in ("buy {}", "buy {} as red", "buy {} gold red", "reserve a1 {}"):
        sentences = set()
        for card in ("D1-09", "D1-14", in_deck, "D1-99", "D9-00"):
            with pytest.raises(Illegal) as refusal:
                GAME.apply(position, stem.format(card))
            sentences.add(str(refusal.value).replace(card, "?"))
        assert len(sentences) == 1


# D1-26 costs four white and a pearl, D3-12 eight red.
def test_a_wild_card_takes_a_colour_in_which_one_has_a_bonus() -> None:
    position = table(board="O", mine="WWWW P", cards=("D1-06", "D1-16"), market=("D1-26",))
    assert of_kind(position, "buy") == [
        "buy D1-26 as blue",
        "buy D1-26 as red",
    ]
    red = after(position, "buy D1-26 as red")
    assert red.players[0].bonuses == [0, 1, 0, 2, 0, 0, 0]
    assert GAME.dump(red)["players"][0]["cards"][-1] == {"id": "D1-26", "color": "red"}


def test_a_wild_card_counts_as_a_bonus_for_the_next_one() -> None:
    position = table(
        board="O",
        mine="WWWW P",
        cards=("D1-06", "D1-27=blue"),
        market=("D1-26",),
    )
    assert of_kind(position, "buy") == ["buy D1-26 as blue"]


@pytest.mark.parametrize("cards", [(), ("D1-30",)])
def test_a_wild_card_cannot_be_bought_without_any_bonus(cards: tuple[str, ...]) -> None:
    position = table(board="O", mine="WWWW P", cards=cards, market=("D1-26",))
    assert of_kind(position, "buy") == []
    with pytest.raises(Illegal, match="already has a bonus"):
        GAME.apply(position, "buy D1-26 as white")


@pytest.mark.parametrize(
    ("move", "reason"),
    [("buy D1-26", "needs a colour"), ("buy D1-26 as green", "already has a bonus")],
)
def test_a_wild_card_needs_its_colour(move: str, reason: str) -> None:
    position = table(board="O", mine="WWWW P", cards=("D1-06",), market=("D1-26",))
    with pytest.raises(Illegal, match=reason):
        GAME.apply(position, move)


def test_a_wild_card_with_gold_lists_every_colour_with_every_payment() -> None:
    words = {"mine": "WWW P O", "cards": ("D1-06", "D1-16")}
    assert buys("D1-26", **words) == ["as blue gold white", "as red gold white"]


def test_bonuses_alone_can_pay_for_a_card() -> None:
    """The printed example of bonuses, then a card for nothing."""
    bonuses = ("D1-17", "D1-18", "D2-13", "D2-05", "D1-11")
    position = table(
        board="O", mine="U R KKK P", cards=bonuses, market=("D3-01",), reserved=("D1-20",)
    )
    assert position.players[0].bonuses[:5] == [0, 2, 1, 4, 0]
    assert "buy D3-01" in GAME.legal(position)
    free = table(board="O", cards=("D1-06", "D2-05"), market=("D1-04",))
    assert buys("D1-04", cards=("D1-06", "D2-05")) == [""]
    assert after(free, "buy D1-04").bag == free.bag
