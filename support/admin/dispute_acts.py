"""The acts that can be pressed on the page of a report. `support.admin.disputes` calls them."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext

from support.admin.game_acts import mute_in_game, unmute_in_game
from support.admin.requests import operator_of, posted_number
from support.decisions.consequences import recipients_of
from support.disputes import handling
from support.disputes.handling import erase_note
from support.models import Dispute

ADJUDICATE = "duel.adjudicate_game"


def _read_report(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return who acts on which report, and the revision that they have read."""
    expected = posted_number(request, "expected")
    return {"operator": operator_of(request), "dispute": dispute.pk, "expected": expected}


def _take(request: HttpRequest, dispute: Dispute) -> str:
    handling.take(**_read_report(request, dispute))
    return gettext("The report is yours.")


def _give_back(request: HttpRequest, dispute: Dispute) -> str:
    handling.give_back(**_read_report(request, dispute))
    return gettext("The report is back in the queue.")


def _reopen(request: HttpRequest, dispute: Dispute) -> str:
    handling.reopen(**_read_report(request, dispute))
    return gettext("The report is open again, and yours.")


def _name_concerned(request: HttpRequest, dispute: Dispute) -> str:
    chosen = request.POST.get("about", "")
    handling.name_concerned(
        **_read_report(request, dispute),
        seat=int(chosen) if chosen in ("0", "1", "2", "3") else None,
    )
    return gettext("It is noted whom the report is about.")


def _remark(request: HttpRequest, dispute: Dispute) -> str:
    text = request.POST.get("text", "")
    handling.remark(operator=operator_of(request), dispute=dispute.pk, text=text)
    return gettext("The remark is kept. Players never see it.")


def _hold(request: HttpRequest, dispute: Dispute) -> str:
    if not request.user.has_perm(ADJUDICATE):
        raise PermissionDenied
    decision = handling.hold_game(
        **_read_report(request, dispute),
        expected_seq=posted_number(request, "seq"),
        reason=request.POST.get("reason", ""),
    )
    recipients, held_back = recipients_of(decision)
    return " ".join([gettext("The clocks stand still."), recipients, *held_back])


def _erase_note(request: HttpRequest, dispute: Dispute) -> str:
    note, reason = posted_number(request, "note"), request.POST.get("reason", "")
    erase_note(operator=operator_of(request), game=dispute.game, note=note, reason=reason)
    return gettext("The note is erased.")


ACTS: dict[str, Callable[[HttpRequest, Dispute], str]] = {
    "take": _take,
    "give-back": _give_back,
    "reopen": _reopen,
    "about": _name_concerned,
    "remark": _remark,
    "hold": _hold,
    "erase-note": _erase_note,
    "mute-notes": lambda request, dispute: mute_in_game(request, dispute.game),
    "unmute-notes": lambda request, dispute: unmute_in_game(request, dispute.game),
}
"""What can be pressed on the page of a report; each returns what is said of it."""
