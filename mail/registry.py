"""Kinds of letters, as the rooms above register them, and what their readers wish or refuse."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.utils.functional import Promise

from mail.addresses import normal_address
from mail.models import Letter
from mail.sql import OBJECTIONS

MUTED = Letter.Reason.MUTED.value
"""Among what speaks against a letter: its reader does not want it."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter."""

    name: str
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter as it will be read. The text part holds everything; HTML only dresses it.

    Letters with the same `thread` are shown together by mail programs, if they also share the
    subject. `list_id` is what filters go by, such as `games.duelpost.example`.
    """

    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()
    thread: str = ""
    list_id: str = ""
    reply_key: str = ""
    """The key of the address that answers go to; none: it is not to be answered."""
    answers: str = ""
    """The Message-ID of the mail that this is the answer to."""
    source: object = field(default=None, repr=False, compare=False)
    """What its builder made it from, for its own use; `letter_arrived` brings it back."""


Builder = Callable[[dict[str, Any]], Draft | None]
"""Returns the letter for a row's data, or None when it is no longer true and must not be sent."""

B = TypeVar("B", bound=Builder)

TopicName = Callable[[str], str]
"""Returns what a topic of one family is called, given what follows the colon in it."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the owner of an address wants to be told."""

    wait_until: datetime | None = None
    """Letters have to wait until then; None if they may leave now."""
    are_daily: bool = False
    """One letter a day says what single ones would."""


AskWishes = Callable[[str], Wishes]
"""Returns how the owner of this address wants to be told. Within a transaction the answer holds
until its end."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of letter: who builds it, and what readers may decide about it."""

    build: Builder
    name: str | Promise
    """What readers call such letters, where they mute them: "reminders"."""
    asked_for: bool = False
    """Its reader has just asked for it: it can be neither muted nor kept waiting, and it is tried
    a few times on an address that takes no letters."""
    can_be_muted: bool = True
    can_be_folded: bool = False
    """Its reader may have chosen to be told once a day: the daily letter says it then."""
    one: str | Promise = ""
    """What a single letter is called, such as "reminder", if not as many are."""
    is_urgent: bool = False
    """It leaves though as many letters as allowed have left today, all but a few."""

    @property
    def is_awaited(self) -> bool:
        """Whether the last letters of a day are kept for such ones."""
        return self.asked_for or self.is_urgent


_kinds: dict[str, Kind] = {}
_asks: list[AskWishes] = []
_topic_names: dict[str, TopicName] = {}


class UnknownKindError(LookupError):
    """No room has registered a builder for this kind of letter."""


def letter(
    kind: str,
    *,
    name: str | Promise = "",
    one: str | Promise = "",
    asked_for: bool = False,
    can_be_muted: bool = True,
    can_be_folded: bool = False,
    is_urgent: bool = False,
) -> Callable[[B], B]:
    """Return a decorator that makes a function the builder of this kind; see `Kind`."""

    def register(build: B) -> B:
        if kind in _kinds and _kinds[kind].build is not build:
            raise ValueError(f"Two builders for letters of the kind {kind!r}.")
        _kinds[kind] = Kind(
            build,
            name=name or kind,
            one=one,
            asked_for=asked_for,
            can_be_muted=can_be_muted and not asked_for,
            can_be_folded=can_be_folded,
            is_urgent=is_urgent,
        )
        return build

    return register


def kind_of(kind: str) -> Kind:
    """Return what is known of this kind of letter."""
    try:
        return _kinds[kind]
    except KeyError:
        raise UnknownKindError(kind) from None


def kinds() -> list[str]:
    """Return every kind of letter that some room builds."""
    return list(_kinds)


def builder_of(kind: str) -> Builder:
    """Return the builder of this kind of letter."""
    return kind_of(kind).build


def kinds_asked_for() -> list[str]:
    """Return the kinds of letters that are sent only to somebody who has just asked for one."""
    return [name for name, kind in _kinds.items() if kind.asked_for]


def knows_wishes(ask: AskWishes) -> AskWishes:
    """Make this function one of those that are asked how somebody wants to be told."""
    _asks.append(ask)
    return ask


def wishes_of(address: str) -> Wishes:
    """Return how the owner of this address wants to be told."""
    answers = [ask(address) for ask in _asks]
    return Wishes(
        wait_until=max(filter(None, (each.wait_until for each in answers)), default=None),
        are_daily=any(each.are_daily for each in answers),
    )


def objections_to(*, address: str, kind: str, topic: str) -> dict[str, datetime]:
    """Return what speaks against such a letter (mute or address) and since when, in one query."""
    address = normal_address(address)
    return dict(OBJECTIONS.rows(address, address, kind, topic))


def names_topics(family: str) -> Callable[[TopicName], TopicName]:
    """Return a decorator: the function names topics such as `game:4711`, given `4711`."""

    def register(name: TopicName) -> TopicName:
        _topic_names[family] = name
        return name

    return register


def topic_name(topic: str) -> str:
    """Return what people call the topic."""
    family, _, rest = topic.partition(":")
    return _topic_names[family](rest) if family in _topic_names else topic
