"""How games, people and lists of them are named in a sentence."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from django.utils.translation import gettext, pgettext

from duel.models import AnyGame


def short_id(game: AnyGame) -> str:
    """Return what people call the game: enough of its id to tell it from the others."""
    return game.public_id[:4]


def joined(parts: Sequence[str]) -> str:
    """Return the parts as one reads a list aloud: “d3, d4 and d5”."""
    if len(parts) < 2:
        return "".join(parts)
    words = {"most": ", ".join(parts[:-1]), "last": parts[-1]}
    if parts[-1].startswith("e"):  # two equal vowels do not meet in Italian
        return pgettext("before an e", "%(most)s and %(last)s") % words
    return gettext("%(most)s and %(last)s") % words


Sitter = TypeVar("Sitter")


def others(sitters: Sequence[Sitter], seat: int) -> list[Sitter]:
    """Return what stands for all other seats: their names, their players, or the seats themselves.

    In the order of the seats, from the one that comes next.
    """
    return [*sitters[seat + 1 :], *sitters[:seat]]


def all_others(
    names: Sequence[str], seat: int, *, left: Collection[int] = ()
) -> dict[str, str | int]:
    """Return what templates say of all other players: their names as `opponent`, and how many.

    A sentence about them has a plural for three and more at the table; with one it reads as ever.
    Seats that have `left` are not spoken of, unless all have.
    """
    seats = others(range(len(names)), seat)
    there = [names[each] for each in seats if each not in left] or others(names, seat)
    return {"opponent": joined(there), "others": len(there)}
