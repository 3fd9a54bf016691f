"""Nobles, cities and trading posts: what each asks for, and how far every player is from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import View
from duel.games.gems.vocabulary import points_words
from duel.games.splendor.printed_cards import PrintedCards, by_name
from duel.games.splendor.seat_view import Hand, reader_first, seats_in
from duel.words.naming import joined
from engine.splendor.facts import City


@dataclass(frozen=True)
class TileLine:
    """One tile on the table."""

    words: str
    missing: str
    """What each player lacks for it."""
    name: str = ""
    """What it is called, if it is called anything."""
    needs: tuple[tuple[str, int], ...] = ()
    """For which cards it is won."""
    terms: tuple[str, ...] = ()
    """What else it asks for."""
    power: str = ""
    """What it does for its owner."""

    @property
    def line(self) -> str:
        """The whole line."""
        return gettext("%(tile)s (%(missing)s)") % {"tile": self.words, "missing": self.missing}


@dataclass(frozen=True)
class Tiles:
    """The tiles on the table, those of modules that are not played left out."""

    nobles: tuple[TileLine, ...]
    cities: tuple[TileLine, ...]
    posts: tuple[TileLine, ...]

    @property
    def groups(self) -> list[tuple[str, tuple[TileLine, ...]]]:
        """The tiles under the title of their kind; empty kinds are left out."""
        groups = (
            (gettext("Nobles, 3 points each, for these cards"), self.nobles),
            (gettext("Cities, for these points and cards"), self.cities),
            (gettext("Trading posts, for these cards"), self.posts),
        )
        return [(title, lines) for title, lines in groups if lines]


class Distances:
    """How far each player is from a tile, for one reader (None: a spectator)."""

    def __init__(
        self, view: View, hands: Sequence[Hand], names: Sequence[str], viewer: int | None
    ) -> None:
        self._seats = [seat for seat in reader_first(len(hands), viewer) if seat in seats_in(view)]
        self._hands = hands
        self._names = names
        self._viewer = viewer

    def in_cards(self, missing: Sequence[int], won_by: Sequence[int] = ()) -> str:
        """Return how many cards each lacks, as in “missing: you 3, Bruno 5”, and who has it."""
        lacking = [f"{self._who(s)} {missing[s]}" for s in self._seats if s not in won_by]
        parts = []
        if lacking:
            words = {"distances": ", ".join(lacking)}
            parts.append(gettext("missing: %(distances)s") % words)
        owners = [
            pgettext("won by", "you") if seat == self._viewer else self._names[seat]
            for seat in self._seats
            if seat in won_by
        ]
        if owners:
            parts.append(gettext("won by %(names)s") % {"names": joined(owners)})
        return pgettext("between cards", "; ").join(parts)

    def from_city(self, city: City) -> str:
        """Return how many points and cards each lacks for a city."""
        distances = [
            f"{self._who(seat)} {_points_and_cards(*self._hands[seat].missing_for(city))}"
            for seat in self._seats
        ]
        words = {"distances": pgettext("between cards", "; ").join(distances)}
        return gettext("missing: %(distances)s") % words

    def _who(self, seat: int) -> str:
        return pgettext("how far", "you") if seat == self._viewer else self._names[seat]


def tiles_of(
    view: View,
    hands: Sequence[Hand],
    names: Sequence[str],
    viewer: int | None,
    printed: PrintedCards,
) -> Tiles:
    """Return the tiles on the table, with how far each player is from each."""
    facts, far = printed.facts, Distances(view, hands, names, viewer)

    def noble(tile: str) -> TileLine:
        needs = facts.noble_of[tile].needs
        missing = far.in_cards([h.cards_missing(needs) for h in hands])
        return TileLine(printed.noble(tile), missing, needs=tuple(by_name(needs)))

    def city(tile: str) -> TileLine:
        city = facts.city_of[tile]
        return TileLine(
            printed.city(tile),
            far.from_city(city),
            name=printed.city_name(tile),
            needs=tuple(by_name(city.needs)),
            terms=printed.city_terms(tile),
        )

    def post(tile: str) -> TileLine:
        needs = facts.post_of[tile].needs
        won_by = [seat for seat, hand in enumerate(hands) if tile in hand.posts]
        missing = far.in_cards([h.cards_missing(needs) for h in hands], won_by)
        return TileLine(
            printed.post(tile),
            missing,
            name=printed.post_name(tile),
            needs=tuple(by_name(needs)),
            power=printed.power(tile),
        )

    return Tiles(
        nobles=tuple(map(noble, view["nobles"])),
        cities=tuple(map(city, view["cities"])),
        posts=tuple(post(tile.id) for tile in facts.posts) if view["options"]["posts"] else (),
    )


def _points_and_cards(points: int, cards: int) -> str:
    parts = [points_words(points)] if points else []
    if cards:
        parts.append(ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards})
    return joined(parts) if parts else gettext("nothing")
