"""What the pages of help say is what the engine does."""

from types import SimpleNamespace
from typing import cast

import pytest
from django.utils import translation

from duel.games.registry import MOST_LINES, PRESENTATIONS, aid_lines
from duel.games.splendor.printed_cards import by_name
from duel.lobby.bots import MOST_GAMES
from duel.play.orders import MOST_ORDERS
from duel.replies.words.asks import AskKind
from duel.replies.words.reading import parse_reply
from duel.timekeeping.vacations import AT_FIRST, MOST, PER_YEAR
from engine.duel import GAME as DUEL
from engine.duel.flow import CROWNS_FOR_ROYALS, victory_reasons
from engine.duel.position import MOST_RESERVED, PRIVILEGES_IN_ALL, Player
from engine.gems.pieces import TOKEN_LIMIT
from engine.splendor import GAME as SPLENDOR
from engine.splendor.facts import POINTS_FOR_THE_END, RULES_1
from engine.splendor.position import CITIES_LAID_OUT, MARKET_SLOTS, noble_pool
from engine.splendor.position import MOST_RESERVED as MOST_RESERVED_IN_SPLENDOR
from engine.splendor.token_moves import ENOUGH_FOR_A_PAIR
from tests.duel.replies.phrases import NAMES, TODAY
from tests.duel.web.guide_pages import LANGUAGES, article, words_of

SEED = bytes(32)


def least(reason: str) -> int:
    """How much of one thing wins a game of Duel for which it is the reason."""
    for amount in range(100):
        player = SimpleNamespace(points=0, crowns=0, colour_points=[0])
        if reason == "colour":
            player.colour_points = [amount]
        else:
            setattr(player, reason, amount)
        if reason in victory_reasons(cast(Player, player)):
            return amount
    raise AssertionError(reason)


def facts_of_duel() -> dict[str, int]:
    begun = DUEL.dump(DUEL.new(SEED))
    levels = {level: len(begun["market"][level]) for level in "123"}
    return {
        "points": least("points"),
        "crowns": least("crowns"),
        "colour": least("colour"),
        "cells": len(begun["board"]),
        "tokens": sum(token is not None for token in begun["board"]),
        "gems": begun["board"].count("red"),
        "pearls": begun["board"].count("pearl"),
        "gold": begun["board"].count("gold"),
        "market1": levels["1"],
        "market2": levels["2"],
        "market3": levels["3"],
        "cards": sum(levels[level] + len(begun["decks"][level]) for level in "123"),
        "privileges": PRIVILEGES_IN_ALL,
        "royals": len(begun["royals"]),
        "reserved": MOST_RESERVED,
        "royal1": CROWNS_FOR_ROYALS[0],
        "royal2": CROWNS_FOR_ROYALS[1],
        "limit": TOKEN_LIMIT,
    }


def facts_of_splendor() -> dict[str, int]:
    begun = {n: SPLENDOR.dump(SPLENDOR.new(SEED, seats=n, options=[])) for n in (2, 3, 4)}
    base = noble_pool(RULES_1, with_eleventh=False)
    return {
        "gold": begun[2]["bank"]["gold"],
        **{f"bank{n}": begun[n]["bank"]["red"] for n in begun},
        **{f"nobles{n}": len(begun[n]["nobles"]) for n in begun},
        "market": MARKET_SLOTS,
        "cards": len(RULES_1.cards),
        **{f"level{n}": len(RULES_1.cards_of_level[n]) for n in (1, 2, 3)},
        "pair": ENOUGH_FOR_A_PAIR,
        "reserved": MOST_RESERVED_IN_SPLENDOR,
        "limit": TOKEN_LIMIT,
        "noble": base[0].points,
        "base-nobles": len(base),
        "points": POINTS_FOR_THE_END,
        "city-tiles": len({city.id[:2] for city in RULES_1.cities}),
        "cities": CITIES_LAID_OUT,
        "posts": len(RULES_1.posts),
    }


def facts_of_mail() -> dict[str, int]:
    return {
        "orders": MOST_ORDERS,
        "vacation-first": AT_FIRST.days,
        "vacation": PER_YEAR.days,
        "vacation-most": MOST.days,
    }


def facts_of_how_we_play() -> dict[str, int]:
    """What is agreed on in every game, as far as numbers say it."""
    return {"bot-games": MOST_GAMES}


FACTS = {
    "duel": facts_of_duel,
    "splendor": facts_of_splendor,
    "mail": facts_of_mail,
    "how-we-play": facts_of_how_we_play,
}


@pytest.mark.parametrize("name", FACTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_on_the_page_is_the_engines(language: str, name: str) -> None:
    numbers = {
        e.attributes["data-fact"]: e.text for e in article(language, name).having("data-fact")
    }
    assert numbers == {key: str(number) for key, number in FACTS[name]().items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_trading_posts_are_drawn_with_the_cards_they_ask_for(language: str) -> None:
    rows = article(language, "splendor").having("data-post")
    assert [row.attributes["data-post"] for row in rows] == [post.id for post in RULES_1.posts]
    for row, post in zip(rows, RULES_1.posts, strict=True):
        pips = row.find("span", **{"class": "fig-pip"})
        drawn = {
            pip.find("use")[0].attributes["href"].partition("#")[2]: int(pip.text) for pip in pips
        }
        asked = dict(by_name(post.needs))
        assert drawn == asked
        words = words_of(row.find("span", **{"class": "words"})[0])
        assert [int(each) for each in words if each.isdigit()] == list(asked.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_to_write_is_read_as_the_page_says(language: str) -> None:
    rows = article(language, "mail").having("data-ask")
    asks = [row.attributes["data-ask"] for row in rows]
    told_elsewhere = {"undo", "yes", "no", "join", "resign_surely", "trouble"}
    assert set(asks) - {"move", "preview"} == {kind.value for kind in AskKind} - told_elsewhere
    for row in rows:
        text = words_of(row.find("code")[0]).replace("…", "take a1")
        found = parse_reply(text, language=language, names=NAMES, seat=0, today=TODAY)
        if (ask := row.attributes["data-ask"]) not in ("move", "preview"):
            assert found.ask is not None, text
            assert found.ask.kind == ask


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_of_each_game_has_twelve_lines_whatever_is_played(language: str) -> None:
    with translation.override(language):
        for told in PRESENTATIONS.values():
            names = [name for name, _ in told.options]
            for number in range(2 ** len(names)):
                chosen = [name for place, name in enumerate(names) if number >> place & 1]
                lines = aid_lines(told, chosen, language)
                assert len(lines) == MOST_LINES
                assert max(map(len, lines)) <= 115
                assert all(line.endswith(".") and "{" not in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aids_say_what_wins(language: str) -> None:
    duel, splendor = PRESENTATIONS["duel", 1], PRESENTATIONS["splendor", 1]
    facts = facts_of_duel()
    first = aid_lines(duel, [], language)[0]
    assert [int(each) for each in first.replace(",", " ").split() if each.isdigit()] == [
        facts["points"],
        facts["crowns"],
        facts["colour"],
    ]
    assert str(POINTS_FOR_THE_END) in aid_lines(splendor, [], language)[0]
    with_cities = aid_lines(splendor, ["cities"], language)
    assert not any(str(POINTS_FOR_THE_END) in line for line in with_cities)
    base = " ".join(aid_lines(splendor, [], language))
    assert " ".join(aid_lines(splendor, ["posts"], language)) != base
    assert " ".join(aid_lines(splendor, ["noble11"], language)) != base
