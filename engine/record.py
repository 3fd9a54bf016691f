"""The record of a game: a header and a chain of hashed entries, and the JSON that is hashed.

Each entry carries the hash of the one before it, the first one that of the header: nothing can
be altered, left out or put in between without every later hash changing. `engine.kinds` and
`engine.course` say what the entries mean.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any, cast

from engine.errors import BrokenRecord
from engine.fairness import nonce_hash

_encode = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    check_circular=False,  # a quarter of the time, for what no position or entry can be
).encode


def canonical_json(value: object) -> bytes:
    """Return the value as JSON with sorted keys, no spaces and unescaped UTF-8."""
    return _encode(value).encode("utf-8")


def canonical_hash(value: object) -> str:
    """Return the SHA-256 of the value's canonical JSON, in lower-case hex."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


DRAWN = "drawn"
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CHANNEL = re.compile(r"[a-z]{1,20}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a record: in which entry (None: outside them), in which field, what."""

    seq: int | None
    field: str
    sentence: str

    def __str__(self) -> str:
        where = self.field if self.seq is None else f"entry {self.seq}, {self.field}"
        return f"{where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Header:
    """What is settled before the first entry; the first `prev_hash` vouches for all of it.

    `drawn` says of each seat whether its nonce is derived from the secret; None in format 1.
    """

    id: str
    game: str
    rules: int
    options: Mapping[str, bool]
    commitment: str
    nonces: Sequence[str]
    drawn: Sequence[bool] | None = None

    @property
    def format(self) -> int:
        """The number of the record's format."""
        return 1 if self.drawn is None else 2

    @property
    def seats(self) -> int:
        """How many seats the game has: one nonce each."""
        return len(self.nonces)

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options that are on."""
        return tuple(name for name, on in self.options.items() if on)

    @property
    def later_keys(self) -> dict[str, Any]:
        """What the header and the file have in this format, and had not in the first one."""
        return {} if self.drawn is None else {DRAWN: list(self.drawn)}

    @property
    def hash(self) -> str:
        """The `prev_hash` of the first entry."""
        return canonical_hash(
            {
                "id": self.id,
                "game": self.game,
                "rules": self.rules,
                "options": dict(self.options),
                "commitment": self.commitment,
                "nonces": [nonce_hash(nonce) for nonce in self.nonces],
                **self.later_keys,
            }
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. All fields but `hash` are hashed; `hash` is the result.

    `person` is a random id, or None for what the service does by itself. `channel` is one
    lower-case word: how the entry came in (`link`, `reply`, `web`, `api`, `admin`, `clock` …).
    """

    seq: int
    kind: str
    seat: int | None
    person: str | None
    text: str
    channel: str
    time: str
    state_hash: str
    prev_hash: str
    hash: str

    def computed_hash(self) -> str:
        """Return what `hash` must be: the hash of the canonical object of all other fields."""
        # Written out here: every read of a game computes it for every entry, a third of the time.
        text = encode_basestring
        seat = "null" if self.seat is None else self.seat
        person = "null" if self.person is None else text(self.person)
        written = (
            f'{{"channel":{text(self.channel)},"kind":{text(self.kind)},"person":{person},'
            f'"prev_hash":{text(self.prev_hash)},"seat":{seat},"seq":{self.seq},'
            f'"state_hash":{text(self.state_hash)},"text":{text(self.text)},'
            f'"time":{text(self.time)}}}'
        )
        return sha256(written.encode()).hexdigest()


_TYPES: dict[str, Any] = {
    "seq": int,
    "seat": (int, type(None)),
    "person": (str, type(None)),
}
_PATTERNS = {
    "channel": _CHANNEL,
    "time": _TIME,
    "state_hash": _HASH,
    "prev_hash": _HASH,
    "hash": _HASH,
}
ENTRY_KEYS = tuple(field.name for field in fields(Entry))


def timestamp(moment: datetime) -> str:
    """An aware `moment` as entries write it: UTC, with microseconds and `Z`."""
    if moment.tzinfo is None:
        raise ValueError("The time of an entry needs its time zone.")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def next_entry(
    previous: Header | Entry,
    *,
    kind: str,
    seat: int | None,
    person: str | None,
    text: str,
    channel: str,
    time: datetime,
    state_hash: str,
) -> Entry:
    """The entry that follows `previous`, hashed and ready to be stored."""
    entry = Entry(
        seq=previous.seq + 1 if isinstance(previous, Entry) else 1,
        kind=str(kind),
        seat=seat,
        person=person,
        text=text,
        channel=channel,
        time=timestamp(time),
        state_hash=state_hash,
        prev_hash=previous.hash,
        hash="",
    )
    return replace(entry, hash=entry.computed_hash())


def entry_problems(data: object) -> Iterator[tuple[str, str]]:
    """What keeps `data` from being an entry's JSON object, as pairs of field and sentence."""
    if not isinstance(data, dict):
        yield "entry", "is not an object"
        return
    for name in ENTRY_KEYS:
        if name not in data:
            yield name, "is missing"
            continue
        value = data[name]
        if isinstance(value, bool) or not isinstance(value, _TYPES.get(name, str)):
            yield name, "has the wrong type"
        elif name in _PATTERNS and not _PATTERNS[name].fullmatch(value):
            yield name, "is not in its form"
        elif name == "time" and not is_time(value):
            yield name, "is no moment of any calendar"
        elif isinstance(value, str) and not is_unicode(value):
            yield name, "is not whole Unicode text"
    for name in data:
        if name not in ENTRY_KEYS:
            yield str(name), "does not belong into an entry"


def is_time(text: str) -> bool:
    """Whether the text is a moment as `timestamp` writes it."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_unicode(text: str) -> bool:
    """Whether the text can be written as UTF-8: half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_entry(data: object) -> Entry:
    """The entry that `data`, its JSON object, describes; raises BrokenRecord if it is no entry."""
    for name, sentence in entry_problems(data):
        raise BrokenRecord(f"An entry's {name} {sentence}.")
    return Entry(**cast(dict[str, Any], data))


def chain_problems(header: Header, entries: Iterable[Entry]) -> Iterator[Problem]:
    """Every break in the numbering and the hashes of `entries`, in order.

    Each entry is judged against the stored hash of the one before, so that a single alteration
    is reported once and where it is. Times are hashed but need not ascend: a machine's clock may
    be set back, and the order of the entries is their numbering.
    """
    expected_seq, expected_prev = 1, header.hash
    for entry in entries:
        if entry.seq != expected_seq:
            yield Problem(entry.seq, "seq", f"entry {expected_seq} should stand here")
        if entry.prev_hash != expected_prev:
            before = "the header" if expected_seq == 1 else "the entry before"
            yield Problem(entry.seq, "prev_hash", f"does not match {before}")
        if entry.hash != entry.computed_hash():
            yield Problem(entry.seq, "hash", "does not match the content of the entry")
        expected_seq, expected_prev = expected_seq + 1, entry.hash


def chain_break(header: Header, entries: Sequence[Entry], *, seq: int, head: str) -> str:
    """What breaks the chain up to the entry that is known as its end; nothing if it is whole."""
    if seq > len(entries):
        return f"The log ends at entry {len(entries)}, and {seq} were written."
    before = header.hash
    for place, entry in enumerate(entries, 1):
        if (entry.seq, entry.prev_hash) != (place, before):
            return f"Entry {entry.seq} does not follow the one before it."
        if entry.hash != entry.computed_hash():
            return f"Entry {entry.seq} is not what was written."
        before = entry.hash
    if head != (entries[seq - 1].hash if seq else header.hash):
        return f"Entry {seq} is not what was written."
    return ""
