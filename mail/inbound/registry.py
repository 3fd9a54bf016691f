"""The readers of reply addresses, as the rooms above register them.

The key of a reply address begins with the letter of its family. `resolve` is called at receipt, so
the key itself is never stored; `read` is called later, by a worker, in the transaction that marks
the mail as read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings

from mail.models import OutcomeCode

Facts = Mapping[str, str | int | bool | None]


@dataclass(frozen=True, slots=True)
class Route:
    """What the key of a reply address stands for."""

    about: str
    """Whose mail it is, such as `game:k7q2…:0`."""
    facts: Facts
    """What its reader has to know; kept instead of the key."""
    owners: frozenset[str] = frozenset()
    """The addresses, in their normal form, from which mail to this address is believed."""
    knows_path: Callable[[str, str], bool] | None = None
    """Says of a sender and a way to us whether mail of the owner's came by it before."""


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """One mail, as its reader gets it: the newest text of its writer, quotes and signature cut."""

    pk: int
    received_at: datetime
    sender: str
    message_id: str
    subject: str
    text: str
    about: str
    facts: Facts
    is_owner: bool
    is_authentic: bool | None
    path: str = ""
    """From which network it reached us, or who signed it; nothing if nobody can say."""
    repeats: int | None = None
    """The primary key of an earlier mail with the same Message-ID to the same seat, if any."""

    @property
    def is_unproved(self) -> bool:
        """Whether a server of ours checks senders, and could not say whose mail this is."""
        return bool(settings.INBOUND_AUTHSERV) and self.is_authentic is None

    def number(self, name: str) -> int:
        """Return the number under this name, or 0."""
        return int(self.facts.get(name) or 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mail."""

    code: str
    """In one word, such as `played`; shown to operators by its name."""
    reading: dict[str, Any] = field(default_factory=dict)
    """What was read and done, for timelines and for the answer, which is built from it."""


Resolve = Callable[[str], Route | None]
"""Returns the route of a key of the family, or None if we did not sign it."""

Read = Callable[[ReceivedMail], Outcome]
"""Acts upon a mail and posts its answer. May run again if its transaction was lost."""


def answer_nobody(_received: ReceivedMail) -> Outcome:
    """Send no answer: nobody waits for one from such a family."""
    return Outcome(OutcomeCode.UNREADABLE)


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of reply address."""

    name: str
    resolve: Resolve
    read: Read
    answer_unreadable: Read = answer_nobody
    """Tells the writer of a mail that it could not be read, without looking at its words."""


_families: dict[str, Family] = {}


def reads_replies(
    letter: str,
    *,
    name: str,
    resolve: Resolve,
    answer_unreadable: Read = answer_nobody,
) -> Callable[[Read], Read]:
    """Return a decorator: the function reads mail to addresses whose keys begin with the letter."""

    def register(read: Read) -> Read:
        if letter in _families and _families[letter].read is not read:
            raise ValueError(f"Two readers for reply addresses that begin with {letter!r}.")
        _families[letter] = Family(name, resolve, read, answer_unreadable)
        return read

    return register


def family_of(key: str) -> Family | None:
    """Return who reads mail to the address with this key, or None."""
    return _families.get(key[:1])


def family_named(name: str) -> Family | None:
    """Return the family of this name, which the row of a mail holds."""
    return next((family for family in _families.values() if family.name == name), None)
