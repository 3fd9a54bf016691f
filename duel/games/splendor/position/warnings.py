"""How others could bring the end near on their next turn, as a warning to the reader."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext

from duel.games.gems.vocabulary import points_words
from duel.games.gems.warnings import ways_told
from duel.games.splendor.position.seat_view import SeatView
from engine.contract import Threat
from engine.splendor.moves import option_of


def warning_words(threats: Sequence[Threat], seen: SeatView) -> str:
    """Return the warning to the seat, a sentence for each player; nothing without a threat."""
    by_seat = groupby(threats, key=lambda threat: threat.seat)
    return " ".join(_warning(seat, [*theirs], seen) for seat, theirs in by_seat)


def _warning(seat: int, threats: Sequence[Threat], seen: SeatView) -> str:
    words = {
        "name": seen.names[seat],
        "ways": ways_told([_way(threat, seen) for threat in threats]),
    }
    if seen.view["last_round"]:
        return (
            gettext(
                "Careful: as it stands before your move, %(name)s could win on the last turn "
                "%(ways)s."
            )
            % words
        )
    return (
        gettext(
            "Careful: as it stands before your move, %(name)s could begin the last round on the "
            "next turn %(ways)s."
        )
        % words
    )


def _way(threat: Threat, seen: SeatView) -> str:
    words = {"reached": _reached(threat)}
    if not threat.moves:
        return gettext("with any move (%(reached)s)") % words
    card = str(option_of(threat.moves[0]).card)
    return gettext("by buying %(cards)s (%(reached)s)") % {**words, "cards": _card(card, seen)}


def _card(card: str, seen: SeatView) -> str:
    """Return the slot and the colour of a card on offer, or which reserved card it is."""
    if card in seen.slots:
        return f"{seen.slots[card]} {seen.printed.colour_word(card)}"
    return gettext("the reserved card “%(card)s”") % {"card": seen.printed.card(card)}


def _reached(threat: Threat) -> str:
    reason, points = threat.reached[0]
    if reason == "city":
        return gettext("a city, with %(points)s") % {"points": points_words(points)}
    return points_words(points)
