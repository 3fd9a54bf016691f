"""How a game stands: what each player has, how far from each of the three victories."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext, pgettext

from duel.wording.cards import card_words, hidden_card_words, royal_words
from duel.wording.seen import Hand, View
from duel.wording.terms import (
    colour_word,
    crowns_words,
    joined,
    points_words,
    token_count_words,
    tokens_listed,
)
from engine.duel.cards import LEVELS


@dataclass(frozen=True)
class PlayerStanding:
    """One player, in sentences and in figures. A sentence about nothing is empty."""

    seat: int
    name: str
    is_reader: bool
    distances: str
    """How far from each victory: “You: 6 points of 20, 3 crowns of 10, …”."""
    tokens: str
    privileges: str
    bonuses: str
    reserved: str
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
        every = (self.tokens, self.privileges, self.bonuses, self.reserved, self.royals)
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


def standing(view: View, names: Sequence[str], reader: int | None) -> Standing:
    """Return how the game stands, told to the seat `reader` (None: a spectator)."""
    seats = (1, 0) if reader == 1 else (0, 1)
    return Standing(
        players=tuple(_player(view, names, seat, reader) for seat in seats),
        privileges=_privileges_on_table(view["supply"]),
        royals=_royals_on_offer(view["royals"]),
        bag=_bag(view),
        decks=gettext("Left in the decks of levels 1, 2 and 3: %(one)d, %(two)d, %(three)d.")
        % dict(zip(("one", "two", "three"), (view["decks"][str(n)] for n in LEVELS), strict=True)),
    )


def _player(view: View, names: Sequence[str], seat: int, reader: int | None) -> PlayerStanding:
    hand = Hand(view["players"][seat])
    return PlayerStanding(
        seat=seat,
        name=names[seat],
        is_reader=seat == reader,
        distances=_distances(hand, pgettext("standing", "You") if seat == reader else names[seat]),
        tokens=_tokens(hand),
        privileges=_privileges(hand.privileges),
        bonuses=_bonuses(hand),
        reserved=_reserved(hand, names[1 - seat] if seat == reader else None),
        royals=_royals(hand),
        points=hand.points,
        crowns=hand.crowns,
        best_colour_points=max(hand.colour_points.values()),
        token_counts=dict(hand.tokens),
        bonus_counts=dict(hand.bonuses),
        privilege_count=hand.privileges,
    )


def _distances(hand: Hand, who: str) -> str:
    best = max(hand.colour_points.values())
    colours = [colour_word(c) for c, points in hand.colour_points.items() if points == best]
    words = {
        "who": who,
        "points": points_words(hand.points),
        "crowns": crowns_words(hand.crowns),
        "colours": joined(colours),
        "best": best,
    }
    if not best:
        return (
            gettext("%(who)s: %(points)s of 20, %(crowns)s of 10, no points in one colour yet.")
            % words
        )
    if len(colours) > 1:
        return (
            gettext(
                "%(who)s: %(points)s of 20, %(crowns)s of 10, "
                "best colours %(colours)s, each %(best)d of 10."
            )
            % words
        )
    return (
        gettext(
            "%(who)s: %(points)s of 20, %(crowns)s of 10, best colour %(colours)s, %(best)d of 10."
        )
        % words
    )


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


def _bonuses(hand: Hand) -> str:
    if not hand.bonuses:
        return gettext("No bonus yet.")
    return gettext("Bonuses: %(bonuses)s.") % {"bonuses": tokens_listed(hand.bonuses)}


def _reserved(hand: Hand, kept_from: str | None) -> str:
    """Return the reserved cards; for the reader's own, with those the opponent does not know."""
    cards = []
    for card in hand.reserved:
        if "id" not in card:
            cards.append(hidden_card_words(card["level"]))
        elif kept_from is not None and card["from"] == "deck":
            words = {"card": card_words(card["id"]), "name": kept_from}
            cards.append(gettext("%(card)s (%(name)s does not know this card)") % words)
        else:
            cards.append(card_words(card["id"]))
    if not cards:
        return ""
    # A card has commas of its own, so something stronger stands between cards.
    return gettext("Reserved: %(cards)s.") % {"cards": pgettext("between cards", "; ").join(cards)}


def _royals(hand: Hand) -> str:
    if not hand.royals:
        return ""
    words = {"royals": ", ".join(royal_words(royal) for royal in hand.royals)}
    return gettext("Royals: %(royals)s.") % words


def _royals_on_offer(royals: Sequence[str]) -> str:
    words = {"royals": ", ".join(royal_words(royal) for royal in royals)}
    return gettext("Royals on offer at 3 and at 6 crowns: %(royals)s.") % words


def _bag(view: View) -> str:
    tokens = tokens_listed(view["bag"])
    return (
        gettext("In the bag: %(tokens)s.") % {"tokens": tokens}
        if tokens
        else gettext("The bag is empty.")
    )
