"""How a game stands: what each player has, how far from each of the three victories."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import View
from duel.games.duel.seat_view import Hand
from duel.games.duel.vocabulary import card_words, crowns_words, royal_words
from duel.games.gems.standing import (
    Kinds,
    Way,
    cards_sentence,
    decks_sentence,
    reserved_sentence,
    tokens_sentence,
    tokens_total,
    towards,
    upcoming_sentences,
)
from duel.games.gems.vocabulary import (
    GEMS,
    bonuses_words,
    card_count_words,
    colour_word,
    points_words,
    token_list,
)
from duel.words.naming import joined
from engine.duel.facts import CARD_OF, Card


@dataclass(frozen=True)
class PlayerStanding:
    """One player, in sentences and in figures. A sentence about nothing is empty."""

    seat: int
    name: str
    is_viewer: bool
    who: str
    """The name, or “You”."""
    ways: tuple[Way, ...]
    """How far from each victory."""
    tokens: str
    tokens_total: str
    privileges: str
    cards: str
    """The cards that were bought, by colour, with the points and crowns on them."""
    kinds: Kinds
    """The same colour by colour."""
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
    def distances(self) -> str:
        """How far from each victory: “You: 6 points of 20, 3 crowns of 10, …”."""
        points, crowns, colours = (way.words for way in self.ways)
        words = {"who": self.who, "points": points, "crowns": crowns, "colours": colours}
        return gettext("%(who)s: %(points)s, %(crowns)s, %(colours)s.") % words

    @property
    def belongings(self) -> tuple[str, ...]:
        """The sentences about what the player has, those about nothing left out."""
        every = (self.tokens, self.privileges, self.cards, self.reserved, self.royals)
        return tuple(sentence for sentence in every if sentence)


@dataclass(frozen=True)
class TableStanding:
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


def standing(view: View, names: Sequence[str], viewer: int | None) -> TableStanding:
    """Return how the game stands, told to the seat `viewer` (None: a spectator)."""
    seats = (1, 0) if viewer == 1 else (0, 1)
    return TableStanding(
        players=tuple(_player(view, names, seat, viewer) for seat in seats),
        privileges=privileges_on_table(view["supply"]),
        royals=_royals_on_offer(view["royals"]),
        bag=bag_sentence(view),
        decks=decks_sentence(view),
        upcoming=tuple(upcoming_sentences(view, card_words)),
    )


def _player(view: View, names: Sequence[str], seat: int, viewer: int | None) -> PlayerStanding:
    hand = Hand(view["players"][seat])
    is_viewer, is_running = seat == viewer, view["to_move"] is not None
    kinds = _kinds(hand)
    return PlayerStanding(
        seat=seat,
        name=names[seat],
        is_viewer=is_viewer,
        who=pgettext("standing", "You") if is_viewer else names[seat],
        ways=_ways(hand),
        tokens=tokens_sentence(hand),
        tokens_total=tokens_total(hand),
        privileges=privileges_sentence(hand.privileges),
        cards=cards_sentence(kinds),
        kinds=kinds,
        reserved=""
        if is_viewer and is_running
        else reserved_sentence(hand, card_words, is_running=is_running),
        royals=_royals(hand),
        points=hand.points,
        crowns=hand.crowns,
        best_colour_points=max(hand.colour_points.values()),
        token_counts=dict(hand.tokens),
        bonus_counts=dict(hand.bonuses),
        privilege_count=hand.privileges,
    )


def _ways(hand: Hand) -> tuple[Way, ...]:
    points, crowns = hand.points, hand.crowns
    return (
        Way(towards(points_words(points), points, 20), points, 20),
        Way(towards(crowns_words(crowns), crowns, 10), crowns, 10),
        Way(_best_colours(hand), max(hand.colour_points.values()), 10),
    )


def _best_colours(hand: Hand) -> str:
    best = max(hand.colour_points.values())
    if not best:
        return gettext("no points in one colour yet")
    colours = [colour_word(c) for c, points in hand.colour_points.items() if points == best]
    words = {"colours": joined(colours), "best": towards(str(best), best, 10)}
    if len(colours) > 1:
        return gettext("best colours %(colours)s, each %(best)s") % words
    return gettext("best colour %(colours)s, %(best)s") % words


def privileges_sentence(count: int) -> str:
    """Return how many privileges a player has."""
    if not count:
        return gettext("No privilege.")
    return ngettext("%(count)d privilege.", "%(count)d privileges.", count) % {"count": count}


def privileges_on_table(count: int) -> str:
    """Return how many privileges lie on the table."""
    if not count:
        return gettext("No privilege lies on the table.")
    return ngettext(
        "%(count)d privilege lies on the table.", "%(count)d privileges lie on the table.", count
    ) % {"count": count}


def _kinds(hand: Hand) -> Kinds:
    """Return bought cards by colour (that of their bonus), as in “2 blue (3 points, 1 crown)”."""
    return [
        (colour, cards_of(colour, cards))
        for colour in (*GEMS, None)
        if (cards := [CARD_OF[owned["id"]] for owned in hand.cards if owned["color"] == colour])
    ]


def cards_of(colour: str | None, cards: Sequence[Card]) -> str:
    """Return the cards of a colour with what is on them, as in “2 blue (3 points, 1 crown)”."""
    bonuses = sum(card.bonus for card in cards) if colour else len(cards)
    points, crowns = sum(card.points for card in cards), sum(card.crowns for card in cards)
    worth = [bonuses_words(bonuses)] if bonuses != len(cards) else []
    worth += [points_words(points)] if points else []
    worth += [crowns_words(crowns)] if crowns else []
    number = card_count_words(colour, len(cards))
    return f"{number} ({', '.join(worth)})" if worth else number


def _royals(hand: Hand) -> str:
    if not hand.royals:
        return ""
    words = {"royals": ", ".join(royal_words(royal) for royal in hand.royals)}
    return gettext("Royals: %(royals)s.") % words


def _royals_on_offer(royals: Sequence[str]) -> str:
    words = {"royals": ", ".join(royal_words(royal) for royal in royals)}
    return gettext("Royals at 3 and at 6 crowns: %(royals)s.") % words


def bag_sentence(view: View) -> str:
    """Return what is in the bag."""
    tokens = token_list(view["bag"])
    return (
        gettext("In the bag: %(tokens)s.") % {"tokens": tokens}
        if tokens
        else gettext("The bag is empty.")
    )
