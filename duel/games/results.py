"""How a game ended and why, in one sentence."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from duel.games.registry import RulesReference, presentation_of
from duel.games.winners import victory_sentence
from duel.words.naming import joined, others

if TYPE_CHECKING:
    from duel.record.read_only_log import ReadOnlyLog
    from engine.course import Course


def record_is_damaged() -> str:
    """Return what lists say of a game whose record is damaged, instead of where it stands."""
    return gettext("The record of this game is damaged. The operators look into it.")


def result_sentence(
    game: RulesReference,
    result: Mapping[str, Any],
    names: Sequence[str],
    viewer: int | None,
    *,
    is_unreachable: bool = False,
) -> str:
    """Return how a game ended, from the `winners` and `by` of its result."""
    # A game that was claimed because letters to the loser came back ended by `timeout` as well.
    winners, reasons = list(result["winners"]), list(result["by"])
    if not winners:
        if reasons == ["void"]:
            return gettext("An operator declared the game void; nobody won.")
        return gettext("The game was called off; nobody won.")
    if reasons == ["award"] and len(winners) == len(names) == 2:
        return gettext("An operator declared that both players won.")
    winner = winners[0]
    if len(winners) > 1 or (len(names) > 2 and reasons != ["award"]):
        why = _why(game, result, names, viewer, is_unreachable=is_unreachable)
        return victory_sentence(winners, why, names, viewer)
    words = {"name": names[winner], "other": joined(others(names, winner))}
    match reasons:
        case ["resign"]:
            if winner == viewer:
                return gettext("You won the game: %(other)s resigned.") % words
            if viewer is not None:
                return gettext("%(name)s won the game: you resigned.") % words
            return gettext("%(name)s won the game: %(other)s resigned.") % words
        case ["timeout"] if is_unreachable:
            if winner == viewer:
                return gettext("You won the game: letters to %(other)s kept coming back.") % words
            if viewer is not None:
                return gettext("%(name)s won the game: letters to you kept coming back.") % words
            return gettext("%(name)s won the game: letters to %(other)s kept coming back.") % words
        case ["timeout"]:
            if winner == viewer:
                return gettext("You won the game: %(other)s ran out of time.") % words
            if viewer is not None:
                return gettext("%(name)s won the game: you ran out of time.") % words
            return gettext("%(name)s won the game: %(other)s ran out of time.") % words
        case ["award"]:
            if winner == viewer:
                return gettext("An operator awarded the game to you.")
            return gettext("An operator awarded the game to %(name)s.") % words
    return victory_sentence(winners, presentation_of(game).victory_words(reasons), names, viewer)


def _why(
    game: RulesReference,
    result: Mapping[str, Any],
    names: Sequence[str],
    viewer: int | None,
    *,
    is_unreachable: bool,
) -> str:
    """Return why somebody has won, in a game of more than two or with several winners."""
    # The player who resigns or runs out of time is the one who has not won.
    lost = [each for each in range(len(names)) if each not in result["winners"]]
    is_viewer = lost == [viewer]
    # Where somebody had left before, the result does not say who of them was the last.
    words = {"name": names[lost[0]] if len(lost) == 1 else gettext("a player")}
    match list(result["by"]):
        case ["retire"]:
            return gettext("all others have left")
        case ["score"]:
            return gettext("the game ended early, and its score counts")
        case ["resign"]:
            return gettext("you resigned") if is_viewer else gettext("%(name)s resigned") % words
        case ["timeout"] if is_unreachable:
            if is_viewer:
                return gettext("letters to you kept coming back")
            return gettext("letters to %(name)s kept coming back") % words
        case ["timeout"]:
            if is_viewer:
                return gettext("you ran out of time")
            return gettext("%(name)s ran out of time") % words
        case ["award"]:
            return gettext("an operator decided so")
    return presentation_of(game).victory_words(result["by"])


def result_of(log: "ReadOnlyLog", names: Sequence[str], viewer: int | None) -> str:
    """Return how the game of this log ended; nothing while it runs."""
    if log.course.result is None:
        return ""
    is_unreachable = log.history.is_unreachable(log.history.turn.seat)
    return result_sentence(
        log.game, log.course.result, names, viewer, is_unreachable=is_unreachable
    )


def places_of(course: "Course", names: Sequence[str]) -> str:
    """Return all places in a game of three or more that somebody won; else nothing."""
    # Winners come first, however the game ended; the others as they stood. Equals share a place.
    if course.outcome is None or not course.outcome.winners or len(names) == 2:
        return ""
    stood = course.game.standing(course.position)["places"]
    winners = course.outcome.winners
    ranks = [(0, 0) if seat in winners else (1, stood[seat]) for seat in range(len(names))]
    places = [
        gettext("%(place)d. %(names)s")
        % {
            "place": 1 + sum(other < rank for other in ranks),
            "names": joined([name for name, own in zip(names, ranks, strict=True) if own == rank]),
        }
        for rank in sorted(set(ranks))
    ]
    return gettext("Places: %(places)s.") % {"places": ", ".join(places)}
