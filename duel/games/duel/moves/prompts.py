"""What is asked of a seat now, as a sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.moves.prompts import ACTIONS, action_prompt
from duel.games.gems.vocabulary import colour_word


def turn_prompt(legal: Sequence[str], seen: SeatView) -> str:
    """Return what the seat is to decide, or whose turn it is."""
    view = seen.view
    if view["to_move"] is None:
        return gettext("The game is over.")
    if view["to_move"] != seen.seat:
        return gettext("It is %(name)s’s turn.") % {"name": seen.opponent}
    match view["phase"]:
        case "token":
            colour = {"colour": colour_word(seen.mine.cards[-1]["color"])}
            return gettext("Your card gives you a token: choose one on the board, %(colour)s.") % (
                colour
            )
        case "steal":
            return gettext("Choose a gem or pearl to steal from %(name)s.") % {
                "name": seen.opponent
            }
        case "royal":
            return gettext("Your crowns bring you a royal: choose one.")
        case "discard":
            surplus = seen.mine.surplus_with(0)
            return ngettext(
                "You may keep 10 tokens: choose %(count)d to return to the bag.",
                "You may keep 10 tokens: choose %(count)d to return to the bag.",
                surplus,
            ) % {"count": surplus}
    return _action_asked({move.partition(" ")[0] for move in legal})


def _action_asked(kinds: set[str]) -> str:
    possible = kinds & ACTIONS
    if not possible:
        return gettext("No action is possible yet: the board must be replenished first.")
    action = action_prompt(possible)
    if {"use", "replenish"} <= kinds:
        before = gettext("Before it you may use privileges, then replenish the board.")
    elif "use" in kinds:
        before = gettext("Before it you may use privileges.")
    elif "replenish" in kinds:
        before = gettext("Before it you may replenish the board.")
    else:
        return action
    return f"{action} {before}"
