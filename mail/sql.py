"""The plain statements of the mail room, for what is asked and written for each letter and mail."""

from datetime import datetime
from functools import cache
from typing import NamedTuple

from lib.statements import Statement, columns
from mail.models import InboundMail, Letter, Mute, Suppression

_LETTERS = Letter._meta.db_table
_MAILS = InboundMail._meta.db_table


class LetterRow(NamedTuple):
    """A letter."""

    letter: Letter


class StatusRow(NamedTuple):
    """What has become of a letter."""

    status: str


class ObjectionRow(NamedTuple):
    """What speaks against a letter, and since when."""

    reason: str
    since: datetime


class MailRow(NamedTuple):
    """A mail that came in."""

    mail: InboundMail


class KeyRow(NamedTuple):
    """The primary key of a row."""

    pk: int


CLAIM_LETTER = Statement(
    LetterRow,
    f"UPDATE {_LETTERS} SET status = %s, claimed_at = %s, attempts = attempts + 1, reason = ''"  # noqa: S608
    f" WHERE id = %s AND status = %s AND next_attempt_at <= %s RETURNING {columns(Letter)}",
)

# As `active_suppressions` and `is_muted` find them.
OBJECTIONS = Statement(
    ObjectionRow,
    f"SELECT reason, since FROM {Suppression._meta.db_table}"  # noqa: S608
    " WHERE address = %s AND lifted_at IS NULL UNION ALL"
    f" SELECT '{Letter.Reason.MUTED}', since FROM {Mute._meta.db_table}"
    " WHERE address = %s AND kind IN ('', %s) AND topic IN ('', %s)",
)

LETTERS_ABOUT = Statement(
    KeyRow,
    f'SELECT id FROM {_LETTERS} WHERE "to" = %s AND kind = %s AND topic = %s'  # noqa: S608
    " AND created_at > %s LIMIT %s",
)

CLAIM_MAIL = Statement(
    MailRow,
    f"UPDATE {_MAILS} SET attempts = attempts + 1, next_attempt_at = %s, handed_at = NULL"  # noqa: S608
    " WHERE id = %s AND status = %s AND next_attempt_at <= %s AND attempts < %s"
    # Of two mails of one seat, "7" and "take back", the first is read first.
    f" AND NOT EXISTS (SELECT 1 FROM {_MAILS} e WHERE e.about = {_MAILS}.about"
    f" AND e.status = {_MAILS}.status AND e.is_owner = {_MAILS}.is_owner"
    f" AND (e.received_at, e.id) < ({_MAILS}.received_at, {_MAILS}.id))"
    f" RETURNING {columns(InboundMail)}",
)

LOCK_CLAIMED_MAIL = Statement(
    KeyRow,
    f"SELECT id FROM {_MAILS} WHERE id = %s AND status = %s AND attempts = %s {{for_update}}",  # noqa: S608
)

MAIL_OF_DIGEST = Statement(
    MailRow,
    f"SELECT {columns(InboundMail)} FROM {_MAILS} WHERE digest = %s",  # noqa: S608
)

EARLIER_MAIL = Statement(
    KeyRow,
    f"SELECT id FROM {_MAILS} WHERE message_id = %s AND about = %s AND status = %s AND id <> %s"  # noqa: S608
    " ORDER BY id LIMIT 1",
)

NEXT_MAIL = Statement(
    KeyRow,
    f"SELECT id FROM {_MAILS} WHERE about = %s AND is_owner = %s AND status = %s"  # noqa: S608
    " ORDER BY received_at, id LIMIT 1",
)


@cache
def letter_cancellation(count: int) -> Statement[StatusRow]:
    """Return the statement that calls off so many letters by their keys, where they still wait."""
    return Statement(
        StatusRow,
        f"UPDATE {_LETTERS} SET status = CASE WHEN may_have_left_at IS NULL"  # noqa: S608
        f" THEN '{Letter.Status.DROPPED}' ELSE '{Letter.Status.UNSURE}' END, reason = %s"
        f' WHERE status = %s AND "key" IN ({", ".join(["%s"] * count)}) RETURNING status',
    )
