"""The table of Splendor, drawn for a page, and its legal moves as what one taps for them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from django.utils.html import escape
from django.utils.translation import get_language, gettext, pgettext

from duel.games.base import Choice, Region, View
from duel.games.gems.table import (
    choices_of,
    draw_bought_cards,
    draw_empty_column,
    draw_goal,
    draw_market,
    draw_pile,
    draw_player_section,
    draw_purse,
    draw_reserve,
    draw_tokens,
    draw_upcoming,
    of_own,
    paid_with_gold,
)
from duel.games.gems.table_cards import (
    CardPicture,
    Pen,
    PictureOf,
    draw_card,
    draw_titled,
    draw_unknown_card,
    image,
    region,
    symbol,
    tint_attribute,
    top_of,
)
from duel.games.gems.vocabulary import COLOURS, GEMS, GOLD
from duel.games.splendor.move_lists import arrange
from duel.games.splendor.phrases import PHRASES
from duel.games.splendor.printed_cards import PrintedCards, by_name
from duel.games.splendor.seat_view import Hand, SeatView, hands_of, reader_first, seats_in
from duel.games.splendor.standing import (
    POINTS_FOR_THE_END,
    cards_of,
    has_left,
    last_round_sentences,
)
from duel.games.splendor.tiles import tiles_of
from engine.splendor.facts import Amounts, City
from engine.splendor.moves import Option
from engine.turn import Win


def pictures(printed: PrintedCards) -> PictureOf:
    """Return how cards are drawn under one version of the rules."""

    def picture_of(card_id: str) -> CardPicture:
        return _picture(get_language(), card_id, printed)

    return picture_of


@lru_cache(maxsize=2**9)
def _picture(language: str | None, card_id: str, printed: PrintedCards) -> CardPicture:
    card = printed.facts.card_of[card_id]
    colour = GEMS[card.colour]
    return CardPicture(
        id=card_id,
        tint=colour,
        words=printed.card(card_id),
        top=top_of(card.points, [colour]),
        cost=tuple(by_name(card.cost)),
    )


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
        self._lines = tiles_of(view, hands, names, pen.seat, printed)
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
                yield f'<div class="group">{draw_titled(title, row)}</div>'

    def _nobles(self) -> Iterator[str]:
        for tile, line in zip(self._view["nobles"], self._lines.nobles, strict=True):
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
        for tile, line in zip(self._view["cities"], self._lines.cities, strict=True):
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
        for facts, line in zip(self._printed.facts.posts, self._lines.posts, strict=False):
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
        f"<span{tint_attribute(colour)}>{symbol(colour)}{number}</span>"
        for colour, number in by_name(needs)
    )
    return f'<span class="needs">{cards}{more}</span>'


def _pips(every: int, missing: int) -> str:
    if not every:
        return ""
    pips = '<i class="b"></i>' * (every - missing) + "<i></i>" * missing
    return f'<span class="pips">{pips}</span>'


def draw_player(
    pen: Pen, view: View, seat: int, hand: Hand, *, name: str, secret: str, picture_of: PictureOf
) -> str:
    """Return what a seat has; `secret` is what is said of a card that only its owner knows."""
    is_own, is_out = seat == pen.seat, seat in view.get("out", ())
    moves, is_running = seat == pen.mover, view["to_move"] is not None
    goal = 0 if view["cities"] else POINTS_FOR_THE_END
    points = draw_goal(pgettext("table", "Points"), hand.points, goal, mark=f"points-{seat}")
    parts = [f'<div class="goals">{points}</div>', draw_purse(_columns(seat, hand))]
    if is_out:
        parts.insert(0, f'<p class="out">{escape(has_left(name, is_viewer=is_own))}</p>')
    else:
        parts += [
            draw_tokens(pen, seat, hand, (*GEMS, GOLD), lambda c: f"own:{c}" if moves else ""),
            draw_reserve(pen, seat, hand, picture_of, is_running=is_running, secret=secret),
        ]
    return draw_player_section(
        name,
        parts,
        is_own=is_own,
        is_to_move=seat == view["to_move"],
        signs="".join(_won_signs(seat, hand)) + _first_sign(view, seat),
    )


def _columns(seat: int, hand: Hand) -> Iterator[str]:
    for colour in GEMS:
        cards = [card for card in hand.cards if hand.printed.colour(card) == colour]
        mark = f"cards-{seat}-{colour}"
        if cards:
            points = sum(hand.printed.facts.card_of[card].points for card in cards)
            yield draw_bought_cards(
                colour,
                bonuses=len(cards),
                points=points,
                words=cards_of(colour, cards, hand),
                mark=mark,
                value=f"{len(cards)} {points}",
            )
        else:
            yield draw_empty_column(colour, mark=mark)


def _won_signs(seat: int, hand: Hand) -> Iterator[str]:
    """Yield the nobles and trading posts that the player has."""
    for noble in hand.nobles:
        points = hand.printed.facts.noble_of[noble].points
        inner = f"{symbol('noble', 'scroll')}<b>{points}</b>"
        words = gettext("noble: %(noble)s") % {"noble": hand.printed.noble(noble)}
        yield image("won", inner, words, mark=f"won-{seat}-{noble}", value=noble)
    for post in hand.posts:
        words = gettext("trading post: %(post)s") % {"post": hand.printed.post_name(post)}
        inner = symbol("post", "scroll")
        yield image("won", inner, words, mark=f"won-{seat}-{post}", value=post)


def _first_sign(view: View, seat: int) -> str:
    if seat != view["first"]:
        return ""
    words = gettext("begins each round")
    return f"<small>{escape(words)}</small>"


def table_choices(legal: Sequence[str], side: SeatView, wins: Mapping[str, Win]) -> list[Choice]:
    """Return the legal moves of the seat, in reading order; `wins` are those that win the game."""
    moves = arrange(legal, side)
    return choices_of(moves, side, PHRASES, wins, picks=picks_of, ways=ways_of)


def picks_of(option: Option) -> tuple[str, ...]:
    """Return what is tapped for a move: piles, and ids of cards, decks and tiles; no payment."""
    match option.verb:
        case "take" | "extra":
            return tuple(f"bank:{colour}" for colour in option.colours)
        case "discard":
            return of_own(option.colours)
        case "keep":
            return (f"keep:{option.number}",)
    return (option.card,) if option.card else ()


def ways_of(option: Option) -> tuple[str, ...]:
    """Return for what gold is paid in a purchase."""
    return paid_with_gold(option.colours) if option.verb == "buy" else ()


def table_regions(
    view: View,
    seat: int | None,
    names: Sequence[str],
    *,
    picks: Collection[str] = (),
    moves_for: int | None = None,
    printed: PrintedCards,
) -> tuple[Region, ...]:
    """Return the table as the reader in that seat sees it."""
    pen, picture_of = Pen(seat, frozenset(picks), moves_for), pictures(printed)
    hands = hands_of(view, printed)
    mine = _buyer(view, hands, pen.mover)
    drawn = _players(pen, view, hands, names, picture_of)
    return (
        region("now", _now(pen, view, hands, names, picture_of)),
        region("bank", [_bank(pen, view)]),
        region("market", draw_market(pen, view, picture_of, mine)),
        region("tiles", TileDrawing(pen, view, hands, names, printed).groups()),
        region("players", [draw_titled(pgettext("table", "Players"), *drawn)]),
        region("upcoming", draw_upcoming(view, picture_of)),
    )


def _buyer(view: View, hands: Sequence[Hand], seat: int | None) -> Hand | None:
    """Return the hand of a reader who may still buy something."""
    if seat is None or view["to_move"] is None or seat in view.get("out", ()):
        return None
    return hands[seat]


def _now(
    pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str], picture_of: PictureOf
) -> Iterator[str]:
    """Yield that the last round runs, and the two cards between which a player chooses."""
    if sentences := last_round_sentences(view, hands, names, pen.seat):
        yield f'<p class="last-round">{escape(" ".join(sentences))}</p>'
    if view["drawn"]:
        mine = _buyer(view, hands, pen.seat)
        cards = "".join(
            draw_card(pen, picture_of(found), mine, mark=f"drawn-{number}", pick=f"keep:{number}")
            if found
            else draw_unknown_card(mark=f"drawn-{number}")
            for number, found in enumerate(view["drawn"], 1)
        )
        yield draw_titled(
            gettext("Two cards, of which one is kept"), f'<div class="cards">{cards}</div>'
        )


def _bank(pen: Pen, view: View) -> str:
    bank = view["bank"]
    piles = "".join(
        draw_pile(
            pen,
            colour,
            bank[colour],
            mark=f"bank-{colour}",
            pick="" if colour == GOLD else f"bank:{colour}",
        )
        for colour in COLOURS
        if colour in bank
    )
    return draw_titled(pgettext("table", "Bank"), f'<div class="bank">{piles}</div>')


def _players(
    pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str], picture_of: PictureOf
) -> Iterator[str]:
    secret = gettext("nobody else knows this card")
    for seat in reader_first(len(hands), pen.seat):
        yield draw_player(
            pen,
            view,
            seat,
            hands[seat],
            name=names[seat],
            secret=secret,
            picture_of=picture_of,
        )
