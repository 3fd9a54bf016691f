"""The table of Splendor Duel, drawn for a page, and its legal moves as what one taps for them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext, pgettext

from duel.games.base import Choice, Region, View
from duel.games.duel.move_lists import arrange
from duel.games.duel.phrases import PHRASES
from duel.games.duel.seat_view import Hand, SeatView
from duel.games.duel.standing import (
    bag_sentence,
    cards_of,
    privileges_on_table,
    privileges_sentence,
)
from duel.games.duel.vocabulary import card_words, royal_words
from duel.games.gems.table import (
    choices_of,
    draw_bought_cards,
    draw_empty_column,
    draw_goal,
    draw_market,
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
    draw_titled,
    image,
    mark_attributes,
    region,
    screen_reader_text,
    symbol,
    top_of,
)
from duel.games.gems.vocabulary import COLOURS, GEMS, GOLD, card_colour_word, colour_word
from duel.words.naming import joined, others
from engine.duel.facts import CARD_OF, CELL_NAMES, CELLS, ROYAL_OF, Card
from engine.duel.flow import CROWNS_FOR_ROYALS
from engine.duel.moves import Option
from engine.duel.reading.reader import UNSEEN
from engine.turn import Win


def picture_of(card_id: str) -> CardPicture:
    """Return how a card is drawn."""
    return _picture(get_language(), card_id)


@lru_cache(maxsize=2**9)
def _picture(language: str | None, card_id: str) -> CardPicture:
    card = CARD_OF[card_id]
    extras = symbol("crown", "sign") * card.crowns
    if card.ability != "none":
        extras += symbol(card.ability, "sign ability")
    tint = _tint(card)
    signs = ["colourless"] if tint == "none" else [tint] * card.bonus
    return CardPicture(
        id=card_id,
        tint=tint,
        words=card_words(card_id),
        top=top_of(card.points, signs, extras),
        cost=tuple((COLOURS[colour], amount) for colour, amount in card.cost),
    )


def draw_royal(pen: Pen, royal_id: str, *, mark: str, pick: str = "") -> str:
    """Return a royal, on offer or with a player."""
    facts = ROYAL_OF[royal_id]
    ability = "" if facts.ability == "none" else symbol(facts.ability, "sign ability")
    return pen.thing(
        "royal",
        f"{symbol('royal', 'figure')}<b>{facts.points}</b>{ability}",
        label=gettext("royal: %(royal)s") % {"royal": royal_words(royal_id)},
        pick=pick,
        mark=mark,
        value=royal_id,
    )


def _tint(card: Card) -> str:
    if card.wild:
        return "wild"
    return "none" if card.colour is None else COLOURS[card.colour]


def draw_board(pen: Pen, view: View) -> str:
    """Return the 25 cells, row by row from the top."""
    cells = "".join(_cell(pen, CELL_NAMES[index], view["board"][index]) for index in CELLS)
    path = symbol("spiral", "spiral")
    return draw_titled(pgettext("table", "Board"), f'<div class="cells">{path}{cells}</div>')


def draw_beside_the_board(pen: Pen, view: View) -> str:
    """Return the bag, the privileges on the table and the royals on offer."""
    beside = f'<div class="beside">{_bag(pen, view)}{_privileges_on_table(view)}</div>'
    return beside + _royals_on_offer(pen, view)


def _cell(pen: Pen, name: str, colour: str | None) -> str:
    if colour is None:
        words = screen_reader_text(gettext("empty"))
        return f'<span class="cell"{mark_attributes(name, "")}><small>{name}</small>{words}</span>'
    is_unseen = colour == UNSEEN
    word = gettext("a token from the bag") if is_unseen else colour_word(colour)
    return pen.thing(
        "cell",
        f"<small>{name}</small>{symbol(colour)}",
        label=f"{name}, {word}",
        pick="" if is_unseen else name,
        mark=name,
        value=colour,
    )


def _bag(pen: Pen, view: View) -> str:
    counts = view["bag"]
    tokens = "".join(
        f"<span>{symbol(colour)}<b>{counts[colour]}</b></span>"
        for colour in COLOURS
        if counts.get(colour)
    )
    return pen.thing(
        "bag",
        f'{symbol("bag", "figure")}<b class="in-all">{sum(counts.values())}</b>'
        f'<span class="counts">{tokens}</span>',
        label=bag_sentence(view),
        pick="bag" if tokens else "",
        mark="bag",
        value=" ".join(str(counts.get(colour, 0)) for colour in COLOURS),
    )


def _privileges_on_table(view: View) -> str:
    count = view["supply"]
    scrolls = symbol("privilege", "scroll") * count
    return image("supply", scrolls, privileges_on_table(count), mark="supply", value=count)


def _royals_on_offer(pen: Pen, view: View) -> str:
    drawn = "".join(
        draw_royal(pen, each, mark=f"royal-{each}", pick=each) for each in view["royals"]
    )
    title = gettext("Royals at 3 and 6 crowns")
    return draw_titled(title, f'<div class="royals">{drawn}</div>')


def draw_player(pen: Pen, view: View, seat: int, hand: Hand, *, name: str, secret: str) -> str:
    """Return what a seat has; `secret` is what is said of a card that only its owner knows."""
    moves = seat == pen.mover
    is_running = view["to_move"] is not None
    parts = (
        *_goals(seat, hand),
        draw_purse(_columns(seat, hand)),
        draw_tokens(pen, seat, hand, COLOURS, lambda colour: _pick(colour, is_own=moves)),
        draw_reserve(pen, seat, hand, picture_of, is_running=is_running, secret=secret),
    )
    return draw_player_section(
        name,
        parts,
        is_own=seat == pen.seat,
        is_to_move=seat == view["to_move"],
        signs=_royals(pen, seat, hand) + _privileges(seat, hand),
    )


def _pick(colour: str, *, is_own: bool) -> str:
    """Return the key of a token: one's own can be discarded, another's stolen unless it is gold."""
    if is_own:
        return f"own:{colour}"
    return "" if colour == GOLD else f"steal:{colour}"


def _goals(seat: int, hand: Hand) -> Iterator[str]:
    yield '<div class="goals">'
    yield draw_goal(pgettext("table", "Points"), hand.points, 20, mark=f"points-{seat}")
    yield draw_goal(
        pgettext("table", "Crowns"),
        hand.crowns,
        10,
        mark=f"crowns-{seat}",
        steps=CROWNS_FOR_ROYALS,
    )
    best = max(hand.colour_points.values())
    colours = [colour for colour, points in hand.colour_points.items() if points == best and best]
    words = ", ".join(map(colour_word, colours))
    what = gettext("In %(colours)s") % {"colours": words} if best else gettext("In one colour")
    yield draw_goal(what, best, 10, mark=f"colour-{seat}")
    yield "</div>"


def _columns(seat: int, hand: Hand) -> Iterator[str]:
    for colour in (*GEMS, None):
        cards = [CARD_OF[owned["id"]] for owned in hand.cards if owned["color"] == colour]
        mark = f"cards-{seat}-{colour or 'none'}"
        if cards:
            bonuses = sum(card.bonus for card in cards) if colour else 0
            points, crowns = sum(c.points for c in cards), sum(c.crowns for c in cards)
            yield draw_bought_cards(
                colour or "none",
                bonuses=bonuses,
                points=points,
                extras=f"{symbol('crown', 'sign')}{crowns}" if crowns else "",
                words=cards_of(colour, cards),
                mark=mark,
                value=f"{len(cards)} {bonuses} {points} {crowns}",
            )
        elif colour:
            yield draw_empty_column(colour, mark=mark)


def _royals(pen: Pen, seat: int, hand: Hand) -> str:
    return "".join(draw_royal(pen, each, mark=f"royal-{each}-{seat}") for each in hand.royals)


def _privileges(seat: int, hand: Hand) -> str:
    count = hand.privileges
    words = privileges_sentence(count)
    scrolls = symbol("privilege", "scroll") * count
    return image("scrolls", scrolls, words, mark=f"privileges-{seat}", value=count)


def table_choices(legal: Sequence[str], side: SeatView, wins: Mapping[str, Win]) -> list[Choice]:
    """Return the legal moves of the seat, in reading order; `wins` are those that win the game."""
    moves = arrange(legal, side)
    return choices_of(moves, side, PHRASES, wins, picks=picks_of, ways=ways_of)


def picks_of(option: Option) -> tuple[str, ...]:
    """Return what is tapped for a move: cells, and ids of cards, decks and royals; no colours."""
    match option.verb:
        case "replenish":
            return ("bag",)
        case "steal":
            return (f"steal:{option.colours[0]}",)
        case "discard":
            return of_own(option.colours)
    return (*option.cells, *([option.card] if option.card else ()))


def ways_of(option: Option) -> tuple[str, ...]:
    """Return how a card is bought: a wild one as which colour, and for what gold is paid."""
    if option.verb != "buy":
        return ()
    colour = {"colour": card_colour_word(option.wild)} if option.wild else None
    return (
        *([gettext("as %(colour)s") % colour] if colour else ()),
        *paid_with_gold(option.colours),
    )


def table_regions(
    view: View,
    seat: int | None,
    names: Sequence[str],
    *,
    picks: Collection[str] = (),
    moves_for: int | None = None,
) -> tuple[Region, ...]:
    """Return the table as the reader in that seat sees it."""
    pen = Pen(seat, frozenset(picks), moves_for)
    hands = [Hand(each) for each in view["players"]]
    mine = None if pen.mover is None or view["to_move"] is None else hands[pen.mover]
    return (
        region("board", [draw_board(pen, view)]),
        region("beside", [draw_beside_the_board(pen, view)]),
        region("market", draw_market(pen, view, picture_of, mine)),
        region("players", _player_sections(pen, view, hands, names)),
        region("upcoming", draw_upcoming(view, picture_of)),
    )


def _player_sections(
    pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str]
) -> list[str]:
    seats = range(len(hands))
    order = seats if pen.seat is None else [pen.seat, *others(seats, pen.seat)]
    secret = ""
    if pen.seat is not None:
        unaware = joined([names[other] for other in others(seats, pen.seat)])
        secret = gettext("%(name)s does not know this card") % {"name": unaware}
    drawn = [
        draw_player(pen, view, each, hands[each], name=names[each], secret=secret) for each in order
    ]
    return [draw_titled(pgettext("table", "Players"), *drawn)]
