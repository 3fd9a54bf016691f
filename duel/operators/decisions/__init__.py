"""What operators decide about games.

Each decision is one transaction: an entry in the log, a row with the operator and the reason, a
line in the audit log, and letters to the players. For each there is a preview that says what it
will do, and raises what speaks against it.
"""

from duel.operators.decisions.acts import decide, fitting_acts, preview, preview_taking_back
from duel.operators.decisions.ending import award, cancel, reopen, resign_for, void
from duel.operators.decisions.everybody import add_time_to_all, preview_added_time
from duel.operators.decisions.playing import play_for
from duel.operators.decisions.replacing import replace_player
from duel.operators.decisions.returning import roll_back
from duel.operators.decisions.revoking import can_be_revoked, preview_revoke, revoke
from duel.operators.decisions.ruling import Ruling
from duel.operators.decisions.settling import settle_for_leaver
from duel.operators.decisions.stopping import extend, hold, pause, resume
from duel.operators.decisions.words.readers import rematch_sentences, told_of, told_sentences

__all__ = [
    "Ruling",
    "add_time_to_all",
    "award",
    "can_be_revoked",
    "cancel",
    "decide",
    "extend",
    "fitting_acts",
    "hold",
    "pause",
    "play_for",
    "preview",
    "preview_added_time",
    "preview_revoke",
    "preview_taking_back",
    "rematch_sentences",
    "reopen",
    "replace_player",
    "resign_for",
    "resume",
    "revoke",
    "roll_back",
    "settle_for_leaver",
    "told_of",
    "told_sentences",
    "void",
]
