"""The board and what lies beside it, drawn: bag, privileges and royals."""

from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.duel.position.standing import bag_sentence, privileges_on_table
from duel.games.duel.table.cards import royal
from duel.games.gems.table.pen import Pen, image, marked, symbol, titled, unseen
from duel.games.gems.vocabulary import COLOURS, colour_word
from engine.duel.facts import CELL_NAMES, CELLS
from engine.duel.reading.reader import UNSEEN


def board(pen: Pen, view: View) -> str:
    """Return the 25 cells, row by row from the top."""
    cells = "".join(_cell(pen, CELL_NAMES[index], view["board"][index]) for index in CELLS)
    path = symbol("spiral", "spiral")
    return titled(pgettext("table", "Board"), f'<div class="cells">{path}{cells}</div>')


def beside_the_board(pen: Pen, view: View) -> str:
    """Return the bag, the privileges on the table and the royals on offer."""
    return f'<div class="beside">{_bag(pen, view)}{_privileges(view)}</div>{_royals(pen, view)}'


def _cell(pen: Pen, name: str, colour: str | None) -> str:
    if colour is None:
        words = unseen(gettext("empty"))
        return f'<span class="cell"{marked(name, "")}><small>{name}</small>{words}</span>'
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


def _privileges(view: View) -> str:
    count = view["supply"]
    scrolls = symbol("privilege", "scroll") * count
    return image("supply", scrolls, privileges_on_table(count), mark="supply", value=count)


def _royals(pen: Pen, view: View) -> str:
    drawn = "".join(royal(pen, each, mark=f"royal-{each}", pick=each) for each in view["royals"])
    title = gettext("Royals at 3 and 6 crowns")
    return titled(title, f'<div class="royals">{drawn}</div>')
