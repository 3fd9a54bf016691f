"""How a game stands: what each player has, how far from each of the three victories."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import View
from duel.games.duel.position.cards import card_words, hidden_card_words, royal_words
from duel.games.duel.position.seen import GEM_NAMES, GOLD, Hand
from duel.games.duel.vocabulary import (
    bonuses_words,
    colour_word,
    counted_cards,
    crowns_words,
    points_words,
    token_count_words,
    tokens_listed,
)
from duel.words.naming import joined
from engine.duel.cards import CARD_OF, Card
from engine.gems.market import LEVELS

NEXT_CARDS = 3
"""How many cards of each deck are told once nothing is hidden any more."""


@dataclass(frozen=True)
class PlayerStanding:
    """One player, in sentences and in figures. A sentence about nothing is empty."""

    seat: int
    name: str
    is_viewer: bool
    distances: str
    """How far from each victory: “You: 6 points of 20, 3 crowns of 10, …”."""
    tokens: str
    privileges: str
    cards: str
    """The cards that were bought, by colour, with the points and crowns on them."""
    reserved: str
    """Nothing for the reader of a running game: their own stand among the cards on offer."""
    royals: str
    points: int
    crowns: int
    best_colour_points: int
    token_counts: dict[str, int]
    bonus_counts: dict[str, int]
    privilege_count: int

    @property
    def belongings(self) -> tuple[str, ...]:
        """The sentences about what the player has, those about nothing left out."""
        every = (self.tokens, self.privileges, self.cards, self.reserved, self.royals)
        return tuple(sentence for sentence in every if sentence)


@dataclass(frozen=True)
class Standing:
    """Both players, the reader first, and what lies between them."""

    players: tuple[PlayerStanding, ...]
    privileges: str
    """The privileges on the table."""
    royals: str
    """The royals on offer."""
    bag: str
    decks: str
    upcoming: tuple[str, ...]
    """The next cards of each deck, where nothing is hidden any more; else nothing."""


def standing(view: View, names: Sequence[str], viewer: int | None) -> Standing:
    """Return how the game stands, told to the seat `viewer` (None: a spectator)."""
    seats = (1, 0) if viewer == 1 else (0, 1)
    return Standing(
        players=tuple(_player(view, names, seat, viewer) for seat in seats),
        privileges=_privileges_on_table(view["supply"]),
        royals=_royals_on_offer(view["royals"]),
        bag=_bag(view),
        decks=gettext("Left in decks 1, 2 and 3: %(one)d, %(two)d, %(three)d.")
        % dict(zip(("one", "two", "three"), (view["decks"][str(n)] for n in LEVELS), strict=True)),
        upcoming=tuple(_upcoming(view)),
    )


def _upcoming(view: View) -> Iterator[str]:
    """Yield what would have been turned up next, level 3 first."""
    for level in reversed(LEVELS):
        cards = view.get("upcoming", {}).get(str(level), ())[:NEXT_CARDS]
        if cards:
            yield (
                gettext("Next in deck %(level)d: %(cards)s.")
                % {"level": level, "cards": _between_cards().join(map(card_words, cards))}
            )


def _between_cards() -> str:
    """Return what stands between cards: each has commas of its own, so it is stronger."""
    return pgettext("between cards", "; ")


def _player(view: View, names: Sequence[str], seat: int, viewer: int | None) -> PlayerStanding:
    hand = Hand(view["players"][seat])
    is_viewer, is_running = seat == viewer, view["to_move"] is not None
    return PlayerStanding(
        seat=seat,
        name=names[seat],
        is_viewer=is_viewer,
        distances=_distances(hand, pgettext("standing", "You") if is_viewer else names[seat]),
        tokens=_tokens(hand),
        privileges=_privileges(hand.privileges),
        cards=_cards(hand),
        reserved="" if is_viewer and is_running else _reserved(hand, is_running=is_running),
        royals=_royals(hand),
        points=hand.points,
        crowns=hand.crowns,
        best_colour_points=max(hand.colour_points.values()),
        token_counts=dict(hand.tokens),
        bonus_counts=dict(hand.bonuses),
        privilege_count=hand.privileges,
    )


def _distances(hand: Hand, who: str) -> str:
    words = {
        "who": who,
        "points": _towards(points_words(hand.points), hand.points, 20),
        "crowns": _towards(crowns_words(hand.crowns), hand.crowns, 10),
        "colours": _best_colours(hand),
    }
    return gettext("%(who)s: %(points)s, %(crowns)s, %(colours)s.") % words


def _best_colours(hand: Hand) -> str:
    best = max(hand.colour_points.values())
    if not best:
        return gettext("no points in one colour yet")
    colours = [colour_word(c) for c, points in hand.colour_points.items() if points == best]
    words = {"colours": joined(colours), "best": _towards(str(best), best, 10)}
    if len(colours) > 1:
        return gettext("best colours %(colours)s, each %(best)s") % words
    return gettext("best colour %(colours)s, %(best)s") % words


def _towards(words: str, count: int, goal: int) -> str:
    """Return how far a count has come, as in “6 points of 20”; beyond the goal, the count alone."""
    if count > goal:
        return words
    return gettext("%(count)s of %(goal)d") % {"count": words, "goal": goal}


def _tokens(hand: Hand) -> str:
    if not hand.token_count:
        return gettext("No tokens.")
    words = {"tokens": tokens_listed(hand.tokens), "total": token_count_words(hand.token_count)}
    return gettext("%(tokens)s: %(total)s.") % words


def _privileges(count: int) -> str:
    if not count:
        return gettext("No privilege.")
    return ngettext("%(count)d privilege.", "%(count)d privileges.", count) % {"count": count}


def _privileges_on_table(count: int) -> str:
    if not count:
        return gettext("No privilege lies on the table.")
    return ngettext(
        "%(count)d privilege lies on the table.", "%(count)d privileges lie on the table.", count
    ) % {"count": count}


def _cards(hand: Hand) -> str:
    """Return the bought cards by colour, as in “Cards: 2 blue (3 points, 1 crown), 1 green.”.

    Each is a bonus of its colour, unless something else is said.
    """
    kinds = [
        _cards_of(colour, cards)
        for colour in (*GEM_NAMES, None)
        if (cards := [CARD_OF[owned["id"]] for owned in hand.cards if owned["color"] == colour])
    ]
    if not kinds:
        return gettext("No card yet.")
    return gettext("Cards: %(cards)s.") % {"cards": ", ".join(kinds)}


def _cards_of(colour: str | None, cards: Sequence[Card]) -> str:
    bonuses = sum(card.bonus for card in cards) if colour else len(cards)
    points, crowns = sum(card.points for card in cards), sum(card.crowns for card in cards)
    worth = [bonuses_words(bonuses)] if bonuses != len(cards) else []
    worth += [points_words(points)] if points else []
    worth += [crowns_words(crowns)] if crowns else []
    number = counted_cards(colour, len(cards))
    return f"{number} ({', '.join(worth)})" if worth else number


def _reserved(hand: Hand, *, is_running: bool) -> str:
    """Return the reserved cards, while the game runs with what their owner would pay."""
    cards = [_reserved_card(hand, card, with_price=is_running) for card in hand.reserved]
    if not cards:
        return ""
    return gettext("Reserved: %(cards)s.") % {"cards": _between_cards().join(cards)}


def _reserved_card(hand: Hand, card: Mapping[str, Any], *, with_price: bool) -> str:
    if "id" not in card:
        return hidden_card_words(card["level"])
    words = card_words(card["id"])
    return f"{words} ({_price(hand, card['id'])})" if with_price else words


def _price(hand: Hand, card_id: str) -> str:
    """Return what a player would pay for a card, and how far from it they are."""
    price = tokens_listed(hand.price(card_id)) or gettext("nothing to pay")
    missing = hand.missing(card_id) - hand.tokens.get(GOLD, 0)
    if missing > 0:
        lack = ngettext("%(count)d missing", "%(count)d missing", missing) % {"count": missing}
        return f"{price}, {lack}"
    return (
        price
        if hand.lacks_a_bonus_for(card_id)
        else gettext("can pay %(price)s") % {"price": price}
    )


def _royals(hand: Hand) -> str:
    if not hand.royals:
        return ""
    words = {"royals": ", ".join(royal_words(royal) for royal in hand.royals)}
    return gettext("Royals: %(royals)s.") % words


def _royals_on_offer(royals: Sequence[str]) -> str:
    words = {"royals": ", ".join(royal_words(royal) for royal in royals)}
    return gettext("Royals at 3 and at 6 crowns: %(royals)s.") % words


def _bag(view: View) -> str:
    tokens = tokens_listed(view["bag"])
    return (
        gettext("In the bag: %(tokens)s.") % {"tokens": tokens}
        if tokens
        else gettext("The bag is empty.")
    )
