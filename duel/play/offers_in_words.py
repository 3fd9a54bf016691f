"""What an offer has come to: it was made, or bots have agreed; who has, and who is still asked."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext, ngettext

from duel.words.naming import joined, others


def undo_words(*, only_bots: bool) -> str:
    """Return what the player is told who has asked to take the last turn back."""
    if only_bots:
        return gettext("Your turn was taken back.")
    return gettext("You asked to take your turn back.")


def time_words(*, only_bots: bool) -> str:
    """Return what the player is told who has asked for more time."""
    if only_bots:
        return gettext("You have the time that you asked for.")
    return gettext("You asked for more time. Until there is an answer, the clock runs on.")


def cancel_words(*, only_bots: bool) -> str:
    """Return what the player is told who has offered to call the game off."""
    if only_bots:
        return gettext("The game was called off; nobody won.")
    return gettext("You offered to call the game off.")


class HasOffers(Protocol):
    """A game in which players have made offers."""

    @property
    def offers(self) -> dict[str, int]:
        """The offers that wait for an answer, each with the seat that made it."""

    @property
    def playing(self) -> list[int]:
        """The seats that have not left, in order."""

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Return whether the seat has made this offer or accepted it."""


def agreement_sentences(
    game: HasOffers, terms: str, names: Sequence[str], viewer: int
) -> list[str]:
    """Return who beside the reader has agreed to the offer, and who has still to answer.

    Nothing for two: the one who is asked reads it, or the one who waits for the other.
    """
    if len(names) == 2:
        return []
    asked = [
        seat
        for seat in others(range(len(names)), viewer)
        if seat != game.offers[terms] and seat in game.playing
    ]
    agreed = [names[seat] for seat in asked if game.has_agreed(seat, terms)]
    silent = [names[seat] for seat in asked if not game.has_agreed(seat, terms)]
    return [*_agreed(agreed), *_still_asked(silent)]


def _agreed(names: list[str]) -> list[str]:
    if not names:
        return []
    told = ngettext("%(names)s has agreed.", "%(names)s have agreed.", len(names))
    return [told % {"names": joined(names)}]


def _still_asked(names: list[str]) -> list[str]:
    if not names:
        return []
    told = ngettext(
        "%(names)s has not answered yet.", "%(names)s have not answered yet.", len(names)
    )
    return [told % {"names": joined(names)}]
