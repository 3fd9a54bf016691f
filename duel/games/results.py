"""How a game ended and why, in one sentence."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from duel.games.registry import Named, presentation_of
from duel.words.lists import joined
from duel.words.seats import others

if TYPE_CHECKING:
    from duel.record.log import Log


def result_sentence(
    game: Named,
    result: Mapping[str, Any],
    names: Sequence[str],
    reader: int | None,
    *,
    is_unreachable: bool = False,
) -> str:
    """Return how a game ended, from `winners` and `by` as its result has them.

    A game that was claimed because letters to the loser came back ended by `timeout` as well.
    """
    winners, reasons = list(result["winners"]), list(result["by"])
    if not winners:
        if reasons == ["void"]:
            return gettext("An operator declared the game void; nobody won.")
        return gettext("The game was called off; nobody won.")
    if len(winners) > 1:
        return gettext("An operator declared that both players won.")
    winner = winners[0]
    words = {"name": names[winner], "other": joined(others(names, winner))}
    match reasons:
        case ["resign"]:
            if winner == reader:
                return gettext("You won the game: %(other)s resigned.") % words
            if reader is not None:
                return gettext("%(name)s won the game: you resigned.") % words
            return gettext("%(name)s won the game: %(other)s resigned.") % words
        case ["timeout"] if is_unreachable:
            if winner == reader:
                return gettext("You won the game: letters to %(other)s kept coming back.") % words
            if reader is not None:
                return gettext("%(name)s won the game: letters to you kept coming back.") % words
            return gettext("%(name)s won the game: letters to %(other)s kept coming back.") % words
        case ["timeout"]:
            if winner == reader:
                return gettext("You won the game: %(other)s ran out of time.") % words
            if reader is not None:
                return gettext("%(name)s won the game: you ran out of time.") % words
            return gettext("%(name)s won the game: %(other)s ran out of time.") % words
        case ["award"]:
            if winner == reader:
                return gettext("An operator awarded the game to you.")
            return gettext("An operator awarded the game to %(name)s.") % words
    return victory_sentence(winner, presentation_of(game).victory_words(reasons), names, reader)


def victory_sentence(winner: int, how: str, names: Sequence[str], reader: int | None) -> str:
    """Return that somebody won over the board, and how."""
    words = {"name": names[winner], "reasons": how}
    if winner == reader:
        return gettext("You won the game: %(reasons)s.") % words
    return gettext("%(name)s won the game: %(reasons)s.") % words


def result_of(log: "Log", names: Sequence[str], reader: int | None) -> str:
    """Return how the game of this log ended; nothing while it runs."""
    if log.course.result is None:
        return ""
    is_unreachable = log.history.is_unreachable(log.history.turn.seat)
    return result_sentence(
        log.game, log.course.result, names, reader, is_unreachable=is_unreachable
    )
