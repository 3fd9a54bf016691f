"""Nobles, cities and trading posts, drawn: what each asks for, and how far every player is."""

from collections.abc import Iterator, Sequence

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.gems.table.pen import Pen, symbol, tinted, titled
from duel.games.splendor.position.seat_view import Hand, reader_first, seats_in
from duel.games.splendor.position.tiles import tiles_of
from duel.games.splendor.printed_cards import PrintedCards, by_name
from engine.splendor.facts import Amounts, City


class TileDrawing:
    """The tiles of one position, for one reader."""

    def __init__(
        self,
        pen: Pen,
        view: View,
        hands: Sequence[Hand],
        names: Sequence[str],
        printed: PrintedCards,
    ) -> None:
        self._pen = pen
        self._view = view
        self._hands = hands
        self._names = names
        self._printed = printed
        self._told = tiles_of(view, hands, names, pen.seat, printed)
        seats = reader_first(len(hands), pen.seat)
        self._seats = [seat for seat in seats if seat in seats_in(view)]

    def groups(self) -> Iterator[str]:
        """Yield the kinds of tiles that are on the table, each under its title."""
        kinds = (
            (gettext("Nobles"), list(self._nobles())),
            (pgettext("table", "Cities"), list(self._cities())),
            (gettext("Trading posts"), list(self._posts())),
        )
        for title, tiles in kinds:
            if tiles:
                row = f'<div class="tiles">{"".join(tiles)}</div>'
                yield f'<div class="group">{titled(title, row)}</div>'

    def _nobles(self) -> Iterator[str]:
        for tile, line in zip(self._view["nobles"], self._told.nobles, strict=True):
            facts = self._printed.facts.noble_of[tile]
            yield self._pen.thing(
                "tile",
                f"{symbol('noble', 'figure')}<b>{facts.points}</b>{_needs(facts.needs)}"
                f"{self._far_in_cards(facts.needs)}",
                label=gettext("noble: %(noble)s") % {"noble": line.line},
                pick=tile,
                mark=f"noble-{tile}",
                value=tile,
            )

    def _cities(self) -> Iterator[str]:
        for tile, line in zip(self._view["cities"], self._told.cities, strict=True):
            city = self._printed.facts.city_of[tile]
            any_same = (
                f"<span>{symbol('colourless')}{city.any_same}</span>" if city.any_same else ""
            )
            name = escape(self._printed.city_name(tile))
            yield self._pen.thing(
                "tile",
                f"{symbol('city', 'figure')}<b>{city.points}</b>{_needs(city.needs, any_same)}"
                f'<span class="power">{name}</span>{self._far_from_city(city)}',
                label=line.line,
                mark=f"city-{tile}",
                value=tile,
            )

    def _posts(self) -> Iterator[str]:
        for facts, line in zip(self._printed.facts.posts, self._told.posts, strict=False):
            owners = [seat for seat, hand in enumerate(self._hands) if facts.id in hand.posts]
            name = escape(self._printed.post_name(facts.id))
            yield self._pen.thing(
                "tile",
                f"{symbol('post', 'figure')}{_needs(facts.needs)}"
                f'<span class="power">{name}</span>{self._far_in_cards(facts.needs, owners)}',
                label=line.line,
                pick=facts.id,
                mark=f"post-{facts.id}",
                value=" ".join(map(str, owners)),
            )

    def _far_in_cards(self, needs: Amounts, owners: Sequence[int] = ()) -> str:
        every = sum(number for _, number in needs)
        rows = []
        for seat in self._seats:
            missing = self._hands[seat].cards_missing(needs)
            has_it = seat in owners
            rows.append((seat, symbol("tick", "sign") if has_it else _pips(every, missing)))
        return self._rows(rows)

    def _far_from_city(self, city: City) -> str:
        every = sum(number for _, number in city.needs) + city.any_same
        rows = []
        for seat in self._seats:
            points, missing = self._hands[seat].missing_for(city)
            worth = f"<b>{city.points - points}/{city.points}</b>"
            rows.append((seat, worth + _pips(every, missing)))
        return self._rows(rows)

    def _rows(self, rows: Sequence[tuple[int, str]]) -> str:
        drawn = "".join(
            f"<span><span>{escape(self._names[seat])}</span>{inner}</span>" for seat, inner in rows
        )
        return f'<span class="far">{drawn}</span>'


def _needs(needs: Amounts, more: str = "") -> str:
    cards = "".join(
        f"<span{tinted(colour)}>{symbol(colour)}{number}</span>"
        for colour, number in by_name(needs)
    )
    return f'<span class="needs">{cards}{more}</span>'


def _pips(every: int, missing: int) -> str:
    if not every:
        return ""
    pips = '<i class="b"></i>' * (every - missing) + "<i></i>" * missing
    return f'<span class="pips">{pips}</span>'
