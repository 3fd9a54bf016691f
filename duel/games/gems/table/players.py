"""What a player has before them, drawn: tokens, cards by colour, and how far they have come."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from duel.games.gems.purse import Purse
from duel.games.gems.standing import towards
from duel.games.gems.table.cards import PictureOf, card, card_back
from duel.games.gems.table.pen import Pen, image, marked, symbol
from duel.games.gems.vocabulary import counted, token_count_words
from engine.gems.pieces import TOKEN_LIMIT


def player(
    name: str, parts: Iterable[str], *, is_own: bool, is_to_move: bool, signs: str = ""
) -> str:
    """Return all that a player has, under their name."""
    kind = "player" + (" own" if is_own else "") + (" to-move" if is_to_move else "")
    own = pgettext("beside a name", "you")
    you = f" <small>{escape(own)}</small>" if is_own else ""
    turn = f'<span class="turn-sign">{escape(gettext("to move"))}</span>' if is_to_move else ""
    head = f'<header><h3>{escape(name)}{you}</h3>{turn}<span class="signs">{signs}</span></header>'
    return f'<section class="{kind}">{head}{"".join(parts)}</section>'


def goal(what: str, value: int, of: int, *, mark: str, steps: Sequence[int] = ()) -> str:
    """Return how far a player has come towards something, as a bar with its number.

    At the `steps` on the way something else happens. Without a goal (0) it is only the number.
    """
    said = towards(f"<b>{value}</b>", value, of) if of else f"<b>{value}</b>"
    reached = " reached" if of and value >= of else ""
    return (
        f'<p class="goal{reached}"{marked(mark, value)}><span>{escape(what)}</span>'
        f"{_bar(value, of, steps) if of else ''}<span>{said}</span></p>"
    )


def _bar(value: int, of: int, steps: Sequence[int]) -> str:
    ticks = "".join(f"M{step} 0v1" for step in steps)
    path = f'<path d="{ticks}"/>' if ticks else ""
    return (
        f'<svg class="bar" viewBox="0 0 {of} 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{min(value, of)}" height="1"/>{path}</svg>'
    )


def tokens(
    pen: Pen, seat: int, purse: Purse, colours: Iterable[str], pick_of: Callable[[str], str]
) -> str:
    """Return the tokens of a seat as piles, and how many there are in all.

    `pick_of` gives the key by which one of a colour is picked; nothing if it never is.
    """
    piles = "".join(
        pile(
            pen, colour, purse.tokens[colour], mark=f"tokens-{seat}-{colour}", pick=pick_of(colour)
        )
        for colour in colours
    )
    total = towards(token_count_words(purse.token_count), purse.token_count, TOKEN_LIMIT)
    return f'<div class="held"><h4>{escape(total)}</h4><div class="piles">{piles}</div></div>'


def pile(pen: Pen, colour: str, number: int, *, mark: str, pick: str) -> str:
    """Return the tokens of one colour."""
    if not number:
        empty = f'<span class="pile none"{marked(mark, 0)} aria-hidden="true">'
        return f"{empty}{symbol(colour)}</span>"
    return pen.thing(
        "pile",
        f"{symbol(colour)}<b>{number}</b>",
        label=counted(colour, number),
        pick=pick,
        mark=mark,
        value=number,
    )


def purse(columns: Iterable[str]) -> str:
    """Return the cards that a player has bought, a column for each colour."""
    cards_title = pgettext("table", "Cards")
    title = f'<h4 class="sr">{escape(cards_title)}</h4>'
    return f'{title}<div class="purse">{"".join(columns)}</div>'


def bought(
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


def none_bought(colour: str, *, mark: str) -> str:
    """Return the place of the cards of a colour, where there is none yet."""
    place = f'<span class="bonus">{symbol(colour)}</span>'
    return f'<span class="bought none" aria-hidden="true"{marked(mark, "")}>{place}</span>'


def reserve(
    pen: Pen, seat: int, purse: Purse, picture_of: PictureOf, *, is_running: bool, secret: str
) -> str:
    """Return the reserved cards of a seat; those that the reader does not know face down.

    `secret` is what is said of a card that only the reader knows.
    """
    if not purse.reserved:
        return ""
    moves = seat == pen.mover

    def drawn(number: int, reserved: Mapping[str, Any]) -> str:
        mark = f"reserved-{seat}-{number}"
        if "id" not in reserved:
            return card_back(reserved["level"], mark=mark)
        is_secret = seat == pen.seat and is_running and reserved["from"] == "deck"
        return card(
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
