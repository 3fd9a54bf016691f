"""Replies to test letters: operators and the doctor find out by them whether replies reach us."""

import secrets
from base64 import b32decode, b32encode
from dataclasses import replace
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Any

from django.conf import settings

from lib.signing import is_signature, signature
from mail.addresses import normal_address, reference_of, replies_are_on, reply_address
from mail.inbound.registry import Outcome, ReceivedMail, Route, reads_replies
from mail.models import InboundMail, Letter, OutcomeCode
from mail.registry import Draft, letter
from mail.sending.rendering import render

LETTER = "t"
SALT = "mail.inbound.self_test"
_NONCE, _MAC = 5, 10
"""Bytes: the key is 25 characters long."""


def new_test() -> str:
    """Return a name for a test, which its letter and its reply share."""
    return secrets.token_hex(_NONCE)


def letter_key(test: str) -> str:
    """Return the key of the row of the test's letter, if it has one."""
    return f"test:{test}"


def reply_key(test: str) -> str:
    """Return the key of the address that answers to this test go to."""
    nonce = bytes.fromhex(test)
    spelled = b32encode(nonce + signature(SALT, nonce, size=_MAC)).decode()
    return LETTER + spelled.rstrip("=").lower()


def came_in(test: str) -> InboundMail | None:
    """Return the reply to this test, if it is here."""
    return InboundMail.objects.filter(about=_about(test)).defer("raw").first()


def reply_by_ourselves(test: str, *, by_reference: bool = False) -> EmailMessage:
    """Return our own answer to a test: to its reply address, or by References to the mailbox."""
    mail = EmailMessage()
    mail["From"] = _ourselves()
    mail["To"] = settings.REPLY_TO if by_reference else reply_address(reply_key(test))
    mail["Subject"] = f"Re: {settings.SITE_NAME}: a test letter"
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=_ourselves().rpartition("@")[2])
    if by_reference:
        mail["References"] = reference_of(reply_key(test))
    mail.set_content("This is a test of replies. It needs no answer.\n")
    return mail


def _resolve(key: str) -> Route | None:
    test = _test_of(key)
    if not test:
        return None
    readers = Letter.objects.filter(key=letter_key(test)).values_list("to", flat=True)
    return Route(_about(test), {"test": test}, frozenset(readers) or frozenset([_ourselves()]))


@reads_replies(LETTER, name="test", resolve=_resolve)
def read_test(received: ReceivedMail) -> Outcome:
    """Return that the reply came in: that was the question."""
    return Outcome(OutcomeCode.TEST)


def _about(test: str) -> str:
    return f"test:{test}"


def _ourselves() -> str:
    return normal_address(parseaddr(settings.MAIL_FROM)[1])


def _test_of(key: str) -> str:
    """Return the name of the test with this key, or nothing if we did not sign it."""
    spelled = key[1:].upper()
    try:
        content = b32decode(spelled + "=" * (-len(spelled) % 8))
    except ValueError:
        return ""
    nonce, mac = content[:_NONCE], content[_NONCE:]
    return nonce.hex() if is_signature(mac, SALT, nonce, size=_MAC) else ""


@letter("test", can_be_muted=False)
def test_letter(data: dict[str, Any]) -> Draft:
    """Return a letter that says only that it arrived, and can be answered where letters can be."""
    test = data.get("test", "")
    can_be_answered = bool(test) and replies_are_on()
    draft = render("test", {"can_be_answered": can_be_answered}, data.get("language", "en"))
    return replace(draft, reply_key=reply_key(test)) if can_be_answered else draft
