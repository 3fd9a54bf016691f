"""Reports of mail servers about letters that came back, sent to the letter's own return path.

Most follow RFC 3464; others are text with the code of an SMTP server. The return path of a letter
allows reports on that letter alone; its recipient is taken from our own row.
"""

import hashlib
import re
from datetime import datetime

from mail.inbound.door.headers import Headers
from mail.inbound.door.machines import is_from_robot, sign_of_machine
from mail.models import DeliveryEvent
from mail.reports.events import Report, record
from mail.reports.evidence import TOLD_BY_MAIL

Kind = DeliveryEvent.Kind
MOST_BYTES = 64 * 1024
"""How much of a report is read: the returned letter is at its end."""

_FIELD = re.compile(rb"^(action|status|diagnostic-code)[ \t]*:[ \t]*([^\r\n]{1,500})", re.I | re.M)
_ENHANCED = re.compile(r"\b([245])\.(\d{1,3})\.\d{1,3}\b")
# What an SMTP server said: at the beginning of a line, or after words that announce it. No part
# goes on over the end of a line: each line would then be looked at once for every one above it.
_BLANK = r"[^\S\n]"
_CODE = re.compile(
    rf"^(?:>|{_BLANK})*+(?:<[^<>\n]{{1,254}}>:?{_BLANK}*|smtp;{_BLANK}*)?([45][0-5]\d)[ -]"
    r"|(?:said|error|response|refused|rejected|code)\b[^\n]{0,80}?\b([45][0-5]\d)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ACTIONS = {
    "failed": Kind.BOUNCED,
    "delayed": Kind.DEFERRED,
    "delivered": Kind.DELIVERED,
    "relayed": Kind.SENT,
    "expanded": Kind.SENT,
}
_ABOUT_US = "7"  # RFC 3463: X.7.X is a matter of policy towards the sender
_FULL = "5.2.2"  # the same mailbox may have room again tomorrow


def take_delivery_report(
    raw: bytes, headers: Headers, *, token: str, received_at: datetime, envelope_from: str = ""
) -> None:
    """Keep what a server says of the letter with this token, once; ignore all else."""
    found = _reported(raw, headers, envelope_from)
    if found is None:
        return
    kind, code = found
    name = headers.message_id.encode() or raw
    is_final = kind == Kind.BOUNCED and code.startswith("5") and not _is_for_the_moment(code)
    record(
        Report(
            key=f"mail:{token}:{hashlib.sha256(name).hexdigest()[:32]}",
            provider=TOLD_BY_MAIL,
            kind=kind,
            happened_at=received_at,
            token=token,
            reason="bounced" if kind == Kind.BOUNCED else "",
            code=code,
            is_final=is_final,
        )
    )


def _reported(raw: bytes, headers: Headers, envelope_from: str) -> tuple[str, str] | None:
    """Return what happened to the letter and the server's code, or None if nothing is said."""
    fields: dict[str, str] = {}
    for name, value in _FIELD.findall(raw[:MOST_BYTES]):
        fields.setdefault(name.decode().lower(), value.decode(errors="replace"))
    action = fields.get("action", "").split("(")[0].strip().lower()
    if action in _ACTIONS:
        codes = f"{fields.get('status', '')}\n{fields.get('diagnostic-code', '')}"
        return _ACTIONS[action], _code_in(codes)
    came_back = headers.has("X-Failed-Recipients") or is_from_robot(
        headers, envelope_from=envelope_from
    )
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1][:MOST_BYTES].decode(errors="replace")
    code = _code_in(body) if came_back else ""
    if code.startswith(("4", "5")):
        return (Kind.BOUNCED if code.startswith("5") else Kind.DEFERRED), code
    if sign_of_machine(headers, envelope_from=envelope_from):
        return Kind.AUTORESPONDED, ""
    return None


def _code_in(text: str) -> str:
    if found := _ENHANCED.search(text):
        return found[0]
    found = _CODE.search(text)
    return (found[1] or found[2]) if found else ""


def _is_for_the_moment(code: str) -> bool:
    """Return whether the address may take letters again: a full mailbox, or a policy towards us."""
    found = _ENHANCED.fullmatch(code)
    return code == _FULL or (found is not None and found[2] == _ABOUT_US)
