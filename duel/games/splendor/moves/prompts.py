"""What is asked of a seat now, as a sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from duel.games.gems.moves.prompts import ACTIONS, action_prompt
from duel.games.gems.vocabulary import colour_word
from duel.games.splendor.position.seat_view import SeatView


def turn_prompt(legal: Sequence[str], seen: SeatView) -> str:
    """Return what the seat is to decide, or whose turn it is."""
    view = seen.view
    if view["to_move"] is None:
        return gettext("The game is over.")
    if view["to_move"] != seen.seat:
        return gettext("It is %(name)s’s turn.") % {"name": seen.names[view["to_move"]]}
    match view["phase"]:
        case "extra" if view["pair"]:
            words = {"colour": colour_word(view["pair"])}
            return (
                gettext(
                    "Your trading post gives you one more token, not %(colour)s: choose its colour."
                )
                % words
            )
        case "extra":
            return gettext("Your trading post gives you a token: choose its colour.")
        case "keep":
            return gettext("Choose which of the two cards you keep; the other goes under its deck.")
        case "discard":
            surplus = seen.mine.surplus_with(0)
            return ngettext(
                "You may keep 10 tokens: choose %(count)d to return to the bank.",
                "You may keep 10 tokens: choose %(count)d to return to the bank.",
                surplus,
            ) % {"count": surplus}
        case "noble":
            return gettext("Several nobles would come to you: choose one.")
        case "post":
            return gettext("You can win several trading posts: choose one.")
    possible = ACTIONS & {move.partition(" ")[0] for move in legal}
    return (
        action_prompt(possible) if possible else gettext("Nothing is possible: you have to pass.")
    )
