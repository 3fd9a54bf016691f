"""The table drawn for a page, as far as games draw it alike: market, players, what is tapped."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import Choice, View
from duel.games.gems.move_lists import MovePhrases, win_words
from duel.games.gems.offer import Purse, V
from duel.games.gems.standing import towards
from duel.games.gems.table_cards import (
    Pen,
    PictureOf,
    draw_card,
    draw_card_back,
    draw_titled,
    image,
    mark_attributes,
    symbol,
)
from duel.games.gems.vocabulary import colour_word, count_words, token_count_words
from engine.gems.pieces import LEVELS, TOKEN_LIMIT
from engine.reading import O
from engine.turn import Win


def draw_market(pen: Pen, view: View, picture_of: PictureOf, purse: Purse | None) -> Iterator[str]:
    """Yield the market from level 3 down; for a buyer's purse with what it lacks for each card."""
    rows = (_row(pen, view, level, picture_of, purse) for level in reversed(LEVELS))
    yield draw_titled(pgettext("table", "Market"), *rows)
    if purse:
        yield _legend()


def draw_upcoming(view: View, picture_of: PictureOf) -> Iterator[str]:
    """Yield the decks laid open, next card first; nothing while they are hidden."""
    decks = view.get("upcoming", {})
    if any(decks.values()):
        pen = Pen(None)
        title = gettext("Still in the decks, next card first")
        yield f"<h2>{escape(title)}</h2>"
        for level in reversed(LEVELS):
            cards = "".join(draw_card(pen, picture_of(found), None) for found in decks[str(level)])
            yield f'<div class="row">{_back(level)}<div class="cards">{cards}</div></div>'


def _row(pen: Pen, view: View, level: int, picture_of: PictureOf, purse: Purse | None) -> str:
    cards = view["market"][str(level)]
    slots = [
        draw_card(
            pen,
            picture_of(found),
            purse,
            where=f"{level}.{number}",
            mark=f"slot-{level}-{number}",
            pick=found,
            is_own=pen.mover == pen.seat,
        )
        if found
        else _empty(level, number)
        for number, found in enumerate(cards, 1)
    ]
    deck = _deck(pen, level, view["decks"][str(level)])
    drawn = f'<div class="cards">{"".join(slots)}</div>'
    return f'<div class="row" data-cards="{len(cards)}">{deck}{drawn}</div>'


def _empty(level: int, number: int) -> str:
    where = f"{level}.{number}"
    foot = f'<span class="foot"><span>{where}</span></span>'
    words = f"{where}: {gettext('empty')}"
    return image("card gone", foot, words, mark=f"slot-{level}-{number}")


def _deck(pen: Pen, level: int, size: int) -> str:
    words = {"level": level, "count": size}
    label = ngettext("deck %(level)d: %(count)d card", "deck %(level)d: %(count)d cards", size)
    return pen.thing(
        "deck" if size else "deck gone",
        f"{symbol(f'back{level}', 'back')}<b>{size}</b>",
        label=label % words,
        pick=f"deck{level}" if size else "",
        mark=f"deck-{level}",
        value=size,
    )


def _back(level: int) -> str:
    words = gettext("level %(level)d") % {"level": level}
    return image("deck", symbol(f"back{level}", "back"), words)


def _legend() -> str:
    """Return what the signs on the cards mean; a screen reader has the label of each card."""
    signs = (
        ('<i class="b"></i>', pgettext("sign on a card", "bonus")),
        ('<i class="t"></i>', pgettext("sign on a card", "token")),
        ("<i></i>", pgettext("sign on a card", "missing")),
        (symbol("tick", "sign"), gettext("you can pay")),
    )
    legend = "".join(f"<span>{sign}{escape(words)}</span>" for sign, words in signs)
    return f'<p class="legend" aria-hidden="true">{legend}</p>'


def draw_player_section(
    name: str, parts: Iterable[str], *, is_own: bool, is_to_move: bool, signs: str = ""
) -> str:
    """Return all that a player has, under their name."""
    kind = "player" + (" own" if is_own else "") + (" to-move" if is_to_move else "")
    own = pgettext("beside a name", "you")
    you = f" <small>{escape(own)}</small>" if is_own else ""
    turn = f'<span class="turn-sign">{escape(gettext("to move"))}</span>' if is_to_move else ""
    head = f'<header><h3>{escape(name)}{you}</h3>{turn}<span class="signs">{signs}</span></header>'
    return f'<section class="{kind}">{head}{"".join(parts)}</section>'


def draw_goal(what: str, value: int, of: int, *, mark: str, steps: Sequence[int] = ()) -> str:
    """Return how far a player has come towards something, as a bar with its number.

    At the `steps` on the way something else happens. Without a goal (0) it is only the number.
    """
    words = towards(f"<b>{value}</b>", value, of) if of else f"<b>{value}</b>"
    reached = " reached" if of and value >= of else ""
    return (
        f'<p class="goal{reached}"{mark_attributes(mark, value)}><span>{escape(what)}</span>'
        f"{_bar(value, of, steps) if of else ''}<span>{words}</span></p>"
    )


def _bar(value: int, of: int, steps: Sequence[int]) -> str:
    ticks = "".join(f"M{step} 0v1" for step in steps)
    path = f'<path d="{ticks}"/>' if ticks else ""
    return (
        f'<svg class="bar" viewBox="0 0 {of} 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{min(value, of)}" height="1"/>{path}</svg>'
    )


def draw_tokens(
    pen: Pen, seat: int, purse: Purse, colours: Iterable[str], pick_of: Callable[[str], str]
) -> str:
    """Return a seat's tokens as piles, and their sum; `pick_of` gives the key to pick a colour."""
    piles = "".join(
        draw_pile(
            pen, colour, purse.tokens[colour], mark=f"tokens-{seat}-{colour}", pick=pick_of(colour)
        )
        for colour in colours
    )
    total = towards(token_count_words(purse.token_count), purse.token_count, TOKEN_LIMIT)
    return f'<div class="held"><h4>{escape(total)}</h4><div class="piles">{piles}</div></div>'


def draw_pile(pen: Pen, colour: str, number: int, *, mark: str, pick: str) -> str:
    """Return the tokens of one colour."""
    if not number:
        empty = f'<span class="pile none"{mark_attributes(mark, 0)} aria-hidden="true">'
        return f"{empty}{symbol(colour)}</span>"
    return pen.thing(
        "pile",
        f"{symbol(colour)}<b>{number}</b>",
        label=count_words(colour, number),
        pick=pick,
        mark=mark,
        value=number,
    )


def draw_purse(columns: Iterable[str]) -> str:
    """Return the cards that a player has bought, a column for each colour."""
    cards_title = pgettext("table", "Cards")
    title = f'<h4 class="sr">{escape(cards_title)}</h4>'
    return f'{title}<div class="purse">{"".join(columns)}</div>'


def draw_bought_cards(
    colour: str,
    *,
    bonuses: int,
    points: int,
    words: str,
    mark: str,
    value: str,
    extras: str = "",
) -> str:
    """Return the cards of one colour that a player has bought: bonuses, and points on them."""
    worth = f"<b>{points}</b>" if points else ""
    number = f"<b>{bonuses}</b>" if bonuses else ""
    sign = "colourless" if colour == "none" else colour
    bonus = f'<span class="bonus">{symbol(sign)}{number}</span>'
    inner = f'<span class="worth">{worth}{extras}</span>{bonus}'
    return image("bought", inner, words, mark=mark, value=value, tint=colour)


def draw_empty_column(colour: str, *, mark: str) -> str:
    """Return the place of the cards of a colour while there are none."""
    place = f'<span class="bonus">{symbol(colour)}</span>'
    return f'<span class="bought none" aria-hidden="true"{mark_attributes(mark, "")}>{place}</span>'


def draw_reserve(
    pen: Pen, seat: int, purse: Purse, picture_of: PictureOf, *, is_running: bool, secret: str
) -> str:
    """Return a seat's reserve, unknown cards face down; `secret` marks what nobody else knows."""
    if not purse.reserved:
        return ""
    moves = seat == pen.mover

    def drawn(number: int, reserved: Mapping[str, Any]) -> str:
        mark = f"reserved-{seat}-{number}"
        if "id" not in reserved:
            return draw_card_back(reserved["level"], mark=mark)
        is_secret = seat == pen.seat and is_running and reserved["from"] == "deck"
        return draw_card(
            pen,
            picture_of(reserved["id"]),
            purse if is_running and pen.seat is not None else None,
            where=f"r{number}" if moves else "",
            mark=mark,
            pick=reserved["id"] if moves else "",
            is_own=moves,
            secret=secret if is_secret else "",
        )

    cards = "".join(drawn(number, each) for number, each in enumerate(purse.reserved, 1))
    reserved_title = pgettext("table", "Reserved")
    title = f"<h4>{escape(reserved_title)}</h4>"
    return f'<div class="held reserve">{title}<div class="cards">{cards}</div></div>'


def choices_of(
    options: Iterable[O],
    side: V,
    phrases: MovePhrases[O, V],
    wins: Mapping[str, Win],
    *,
    picks: Callable[[O], tuple[str, ...]],
    ways: Callable[[O], tuple[str, ...]],
) -> list[Choice]:
    """Return the moves as choices; `ways` keep only what moves with the same card do not share."""
    options = list(options)
    common: dict[tuple[str, str | None], Counter[str]] = {}
    for option in options:
        key = option.verb, option.card
        own = Counter(ways(option))
        common[key] = common.get(key, own) & own
    return [
        Choice(
            move=option.move,
            kind=option.verb,
            picks=picks(option),
            words=phrases.phrase(option, side),
            final=phrases.is_final(option, side),
            wins=win_words(wins.get(option.move)),
            ways=tuple((Counter(ways(option)) - common[option.verb, option.card]).elements()),
        )
        for option in options
    ]


def paid_with_gold(colours: Iterable[str]) -> tuple[str, ...]:
    """Return for which tokens gold is paid, one by one."""
    return tuple(gettext("gold for %(colour)s") % {"colour": colour_word(c)} for c in colours)


def of_own(colours: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of tokens that the player gives away, one for each token."""
    return tuple(f"own:{colour}" for colour in colours)
