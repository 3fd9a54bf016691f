"""What operators decide about games.

Each decision is one transaction: an entry in the log, a row with the operator and the reason, a
line in the audit log, and letters to the players. For each there is a preview that says what it
will do, and raises what speaks against it.
"""

from duel.services.adjudication.acts import decide, fitting_acts, preview, told_sentences
from duel.services.adjudication.ending import award, cancel, reopen, resign_for, void
from duel.services.adjudication.everybody import add_time_to_all, preview_added_time
from duel.services.adjudication.playing import play_for
from duel.services.adjudication.replacing import replace_player
from duel.services.adjudication.returning import roll_back
from duel.services.adjudication.revoking import can_be_revoked, preview_revoke, revoke
from duel.services.adjudication.ruling import Ruling, refuse_own_game
from duel.services.adjudication.settling import settle_for_leaver
from duel.services.adjudication.stopping import extend, hold, pause, resume

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
    "refuse_own_game",
    "reopen",
    "replace_player",
    "resign_for",
    "resume",
    "revoke",
    "roll_back",
    "settle_for_leaver",
    "told_sentences",
    "void",
]
