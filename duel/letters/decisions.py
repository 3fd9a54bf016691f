"""The letter that tells players what an operator decided about their game."""

from duel.letters.occasions import Occasion, speaking_to
from mail.drafts import Draft


def operator_decision(occasion: Occasion, *, decision: str, reason: str) -> Draft:
    """Return the letter: what was decided, in the reader's language, and why, as it was written."""
    with speaking_to(occasion.reader):
        return occasion.drafted(
            "operator_decision",
            {
                "decision": decision,
                "reason": reason,
                "is_running": occasion.is_running,
                "is_to_move": occasion.is_to_move,
            },
        )
