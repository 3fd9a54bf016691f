"""The mailbox's reply box: a real mail by SMTP, or to `receive` while our server does not run."""

import re
import smtplib
from email.message import EmailMessage
from email.utils import formatdate, getaddresses, make_msgid

import structlog
from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from mail.inbound.receipt import receive
from mail.mailbox.files import KeptLetter
from mail.models import InboundMail

log = structlog.get_logger(__name__)

LONGEST = 8000
"""As many characters as a reader of replies looks at."""

PATIENCE = 10
_RE = re.compile(r"re:", re.IGNORECASE)


def compose(letter: KeptLetter, text: str) -> bytes:
    """Return the raw mail by which the letter's reader answers it, the letter quoted below."""
    sender = letter.envelope.recipients[0]
    subject = letter.envelope.subject
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = letter.reply_to
    mail["Subject"] = subject if _RE.match(subject) else f"Re: {subject}"
    mail["Date"] = formatdate(localtime=True)
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    if letter.message_id:
        mail["In-Reply-To"] = letter.message_id
    mail["References"] = " ".join(filter(None, [*letter.references.split(), letter.message_id]))
    quoted = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())
    mail.set_content(f"{text.strip()}\n\n{_attribution(letter)}\n{quoted}\n")
    return mail.as_bytes()


def send(letter: KeptLetter, text: str) -> bool:
    """Return whether the reply was received; what was refused is no reply of ours."""
    raw = compose(letter, text)
    sender, to = letter.envelope.recipients[0], getaddresses([letter.reply_to])[0][1]
    if "smtp" in settings.WAYS_IN:
        host, _, port = settings.INBOUND_LISTEN.rpartition(":")
        try:
            with smtplib.SMTP(host, int(port), timeout=PATIENCE) as server:
                server.sendmail(sender, [to], raw)
            return True
        except smtplib.SMTPRecipientsRefused:
            return False
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail_server_away", error=type(error).__name__)
    receipt = receive(raw, recipients=[to], way=InboundMail.Way.PAGE, envelope_from=sender)
    return receipt.is_ours


def can_be_answered(letter: KeptLetter) -> bool:
    """Return whether the letter names one reader, and where an answer goes."""
    return bool(letter.reply_to and len(letter.envelope.recipients) == 1)


def _attribution(letter: KeptLetter) -> str:
    """Return the line that mail programs write above what they quote."""
    moment = localtime(letter.envelope.kept_at)
    return gettext("On %(date)s, %(sender)s wrote:") % {
        "date": date_format(moment, "DATETIME_FORMAT"),
        "sender": letter.sender,
    }
