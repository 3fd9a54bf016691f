"""What a player has before them, drawn: tokens, cards by colour, and how far they have come."""

from collections.abc import Callable, Iterable, Sequence

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from duel.games.gems.purse import Purse
from duel.games.gems.standing import towards
from duel.games.gems.table.pen import Pen, image, marked, symbol
from duel.games.gems.vocabulary import counted, token_count_words
from engine.gems.discarding import TOKEN_LIMIT


def player(
    name: str, parts: Iterable[str], *, is_own: bool, is_to_move: bool, signs: str = ""
) -> str:
    """Return all that a player has, under their name."""
    kind = " ".join(["player", *(["own"] if is_own else []), *(["to-move"] if is_to_move else [])])
    you = f" <small>{pgettext('beside a name', 'you')}</small>" if is_own else ""
    turn = f'<span class="turn-sign">{gettext("to move")}</span>' if is_to_move else ""
    head = f'<header><h3>{escape(name)}{you}</h3>{turn}<span class="signs">{signs}</span></header>'
    return f'<section class="{kind}">{head}{"".join(parts)}</section>'


def goal(what: str, value: int, of: int, *, mark: str, steps: Sequence[int] = ()) -> str:
    """Return how far a player has come towards something, as a bar with its number.

    At the `steps` on the way something else happens.
    """
    reached = " reached" if value >= of else ""
    ticks = "".join(f"M{step} 0v1" for step in steps)
    path = f'<path d="{ticks}"/>' if ticks else ""
    bar = (
        f'<svg class="bar" viewBox="0 0 {of} 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{min(value, of)}" height="1"/>{path}</svg>'
    )
    said = towards(f"<b>{value}</b>", value, of)
    return (
        f'<p class="goal{reached}"{marked(mark, value)}><span>{escape(what)}</span>{bar}'
        f"<span>{said}</span></p>"
    )


def tokens(
    pen: Pen,
    seat: int,
    purse: Purse,
    colours: Iterable[str],
    pick_of: Callable[[str], str],
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
    total = purse.token_count
    words = towards(token_count_words(total), total, TOKEN_LIMIT)
    said = image("total", f"{total}/{TOKEN_LIMIT}", words)
    return f'<div class="piles">{piles}{said}</div>'


def pile(pen: Pen, colour: str, number: int, *, mark: str, pick: str) -> str:
    """Return the tokens of one colour."""
    if not number:
        return (
            f'<span class="pile none"{marked(mark, 0)} aria-hidden="true">{symbol(colour)}</span>'
        )
    return pen.thing(
        "pile",
        f"{symbol(colour)}<b>{number}</b>",
        label=counted(colour, number),
        pick=pick,
        mark=mark,
        value=number,
    )


def bought(
    colour: str, *, bonuses: int, points: int, extras: str, words: str, mark: str, value: str
) -> str:
    """Return the cards of one colour that a player has bought: bonuses, and points on them."""
    worth = f"<b>{points}</b>" if points else ""
    number = f"<b>{bonuses}</b>" if bonuses else ""
    sign = "colourless" if colour == "none" else colour
    bonus = f'<span class="bonus">{symbol(sign)}{number}</span>'
    inner = f'<span class="worth">{worth}{extras}</span>{bonus}'
    return image(f"bought t-{colour}", inner, words, mark=mark, value=value)


def none_bought(colour: str, *, mark: str) -> str:
    """Return the place of the cards of a colour, where there is none yet."""
    place = f'<span class="bonus">{symbol(colour)}</span>'
    return f'<span class="bought none" aria-hidden="true"{marked(mark, "")}>{place}</span>'
