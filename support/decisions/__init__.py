"""What operators decide about games. Pages, letters and tasks of operators call it.

Each decision is one transaction: an entry in the log, a row with the operator and the reason, a
line in the audit log, and letters to the players. Each kind of decision is a class that brings all
of it, with a preview that says what it will do, and raises what speaks against it.
"""

from support.decisions.base import (
    decide,
    decision_sentences,
    fitting_acts,
    kind_of,
    preview,
    register,
)
from support.decisions.consequences import recipient_sentences, recipients_of, rematch_sentences
from support.decisions.ending import Award, Cancel, Reopen, Resign, Timeout, Void, settle_for_leaver
from support.decisions.playing import Proxy
from support.decisions.replacing import Replace
from support.decisions.retiring import Retire
from support.decisions.returning import Rollback
from support.decisions.revoking import (
    can_be_revoked,
    preview_revoke,
    preview_taking_back,
    revoke,
)
from support.decisions.ruling import Ruling
from support.decisions.stopping import Extend, Hold, Pause, Resume
from support.decisions.time_for_all import add_time_to_all, preview_added_time

__all__ = [
    "Ruling",
    "add_time_to_all",
    "can_be_revoked",
    "decide",
    "decision_sentences",
    "fitting_acts",
    "kind_of",
    "preview",
    "preview_added_time",
    "preview_revoke",
    "preview_taking_back",
    "recipient_sentences",
    "recipients_of",
    "rematch_sentences",
    "revoke",
    "settle_for_leaver",
]

# In the order in which operators are offered them.
register(
    Hold,
    Pause,
    Resume,
    Extend,
    Reopen,
    Rollback,
    Proxy,
    Replace,
    Resign,
    Retire,
    Award,
    Void,
    Cancel,
    Timeout,
)
