"""What is asked of a seat now, as a sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from duel.games.duel.position.seen import Seen
from duel.games.duel.vocabulary import colour_word

_ACTIONS = frozenset({"take", "reserve", "buy"})


def asked_now(legal: Sequence[str], seen: Seen) -> str:
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
    possible = kinds & _ACTIONS
    if not possible:
        return gettext("No action is possible yet: the board must be replenished first.")
    action = _actions_named(possible)
    if {"use", "replenish"} <= kinds:
        before = gettext("Before it you may use privileges, then replenish the board.")
    elif "use" in kinds:
        before = gettext("Before it you may use privileges.")
    elif "replenish" in kinds:
        before = gettext("Before it you may replenish the board.")
    else:
        return action
    return f"{action} {before}"


def _actions_named(possible: set[str]) -> str:
    """Return the sentence that names the actions that are possible now, and no other."""
    if possible == {"take", "reserve", "buy"}:
        return gettext("Choose one action: take tokens, reserve a card or buy a card.")
    if possible == {"take", "reserve"}:
        return gettext("Choose one action: take tokens or reserve a card.")
    if possible == {"take", "buy"}:
        return gettext("Choose one action: take tokens or buy a card.")
    if possible == {"reserve", "buy"}:
        return gettext("Choose one action: reserve a card or buy a card.")
    if possible == {"take"}:
        return gettext("One action is possible: take tokens.")
    if possible == {"reserve"}:
        return gettext("One action is possible: reserve a card.")
    return gettext("One action is possible: buy a card.")
