"""What visitors see first: a table and a letter of a game that shows how it is."""

from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from duel.games.base import MoveItem, Region
from duel.games.examples import example_names, example_sheet, example_view
from duel.games.registry import PRESENTATIONS

SHOWN, BESIDE = ("duel", 1), ("splendor", 1)
"""The game of which table and letter are shown, and the one of which a small picture is."""

_LETTER_MOVES = 5


@dataclass(frozen=True)
class Front:
    """A game as its table and its letter show it, and another one in small."""

    game: str
    title: str
    names: tuple[str, ...]
    turn: int
    regions: tuple[Region, ...]
    letter: str
    """Some lines of a letter's text, as it is sent."""
    moves: tuple[MoveItem, ...]
    """Some of the moves in it."""
    left: int
    """How many more there are."""
    beside: str
    picture: SafeString


def front() -> Front:
    """Return what the front page shows, in the language of the moment."""
    return _front(get_language())


@cache  # it is the same for everybody and for ever
def _front(language: str | None) -> Front:
    told, beside = PRESENTATIONS[SHOWN], PRESENTATIONS[BESIDE]
    names, view = example_names(*SHOWN), example_view(*SHOWN)
    sheet = example_sheet(*SHOWN)
    moves = [*sheet.moves]
    # Some of each kind, as somebody would find them who reads on.
    some = [group.items[:2] for group in sheet.moves.meant]
    shown = [item for items in some for item in items][:_LETTER_MOVES]
    return Front(
        game=SHOWN[0],
        title=told.title,
        names=names,
        turn=sheet.turn,
        regions=told.table(view, None, names),
        letter=render_to_string(f"{sheet.templates}/front.txt", {"sheet": sheet}),
        moves=tuple(shown),
        left=len(moves) - len(shown),
        beside=beside.title,
        picture=beside.picture(example_view(*BESIDE), None, example_names(*BESIDE)),
    )
