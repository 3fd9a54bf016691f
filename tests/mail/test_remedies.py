import smtplib
import socket
import ssl
from datetime import timedelta

import pytest
from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
    AnymailUnsupportedFeature,
)
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import BadHeaderError
from django.db import OperationalError

from mail.outbox.remedies import MailboxWriteError, NothingSentError, Remedy, delay, diagnose


def refused(*codes: int) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused(
        {f"ada{code}@duelpost.example": (code, b"ada@duelpost.example") for code in codes}
    )


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (ConnectionRefusedError(), Remedy.RETRY_SOON),
        (TimeoutError(), Remedy.RETRY_SOON),
        (socket.gaierror(), Remedy.RETRY_SOON),
        (ssl.SSLError(), Remedy.RETRY_SOON),
        (MailboxWriteError(28, "No space left on device"), Remedy.RETRY_SOON),
        (SoftTimeLimitExceeded(), Remedy.RETRY_SOON),
        (OperationalError(), Remedy.RETRY_SOON),
        (smtplib.SMTPServerDisconnected(), Remedy.RETRY_SOON),
        (smtplib.SMTPConnectError(421, b"busy"), Remedy.RETRY_SOON),
        (smtplib.SMTPConnectError(554, b"go away"), Remedy.RETRY_LATER),
        (smtplib.SMTPHeloError(501, b"who?"), Remedy.RETRY_LATER),
        (smtplib.SMTPAuthenticationError(535, b"no"), Remedy.RETRY_LATER),
        (smtplib.SMTPSenderRefused(550, b"no", "play@duelpost.example"), Remedy.RETRY_LATER),
        (smtplib.SMTPNotSupportedError(), Remedy.RETRY_LATER),
        (NothingSentError(), Remedy.RETRY_LATER),
        (refused(450), Remedy.RETRY_LATER),
        (refused(550), Remedy.GIVE_UP),
        (smtplib.SMTPDataError(451, b"later"), Remedy.RETRY_LATER),
        (smtplib.SMTPDataError(554, b"spam"), Remedy.GIVE_UP),
        (AnymailAPIError(), Remedy.RETRY_SOON),
        (AnymailRequestsAPIError(), Remedy.RETRY_SOON),
        (AnymailRecipientsRefused(), Remedy.GIVE_UP),
        (AnymailInvalidAddress(), Remedy.GIVE_UP),
        (AnymailUnsupportedFeature(), Remedy.GIVE_UP),
        (AnymailConfigurationError(), Remedy.RETRY_LATER),
        (BadHeaderError(), Remedy.GIVE_UP),
        (UnicodeEncodeError("ascii", "é", 0, 1, "no"), Remedy.GIVE_UP),
        (ZeroDivisionError(), Remedy.INVESTIGATE),
        (KeyError("game"), Remedy.INVESTIGATE),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value.name,
)
def test_errors_are_sorted_by_what_helps(error: Exception, remedy: Remedy) -> None:
    diagnosis = diagnose(error)
    assert diagnosis.remedy is remedy
    assert "@" not in diagnosis.sentence


def test_only_a_recipient_who_is_refused_for_good_is_a_bounce() -> None:
    said = {"ada@duelpost.example": (550, b"5.7.1 Your network is on a list")}
    bounces = [refused(550), AnymailRecipientsRefused()]
    others = [refused(450), smtplib.SMTPRecipientsRefused(said), smtplib.SMTPDataError(554, b"")]
    assert [diagnose(error).is_bounce for error in bounces] == [True, True]
    assert [diagnose(error).is_bounce for error in others] == [False, False, False]


def test_waiting_doubles_up_to_an_hour() -> None:
    assert delay(Remedy.RETRY_SOON, 1) == timedelta(seconds=15)
    assert delay(Remedy.RETRY_LATER, 2) == timedelta(minutes=10)
    assert delay(Remedy.INVESTIGATE, 3) == timedelta(minutes=4)
    assert delay(Remedy.RETRY_SOON, 10_000) == timedelta(hours=1)
