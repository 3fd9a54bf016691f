import hashlib
import json
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import integers, none, text

from engine.errors import BrokenRecord
from engine.exported_file import FILE_KEYS, export
from engine.record import (
    ENTRY_KEYS,
    Entry,
    Header,
    canonical_hash,
    chain_problems,
    next_entry,
    read_entry,
    timestamp,
)

HEADER = Header(
    id="g1", game="duel", rules=1, options={}, commitment="c" * 64, nonces=("Glück", "two")
)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def chain(length: int) -> list[Entry]:
    entries: list[Entry] = []
    for number in range(length):
        entries.append(
            next_entry(
                entries[-1] if entries else HEADER,
                kind="clock",
                seat=number % 2,
                person=None,
                text="seen",
                channel="web",
                time=NOON + timedelta(hours=number),
                state_hash="5" * 64,
            )
        )
    return entries


def test_the_first_entry_is_tied_to_the_header() -> None:
    one, two = (hashlib.sha256(nonce.encode()).hexdigest() for nonce in ("Glück", "two"))
    by_hand = (
        f'{{"commitment":"{HEADER.commitment}","game":"duel","id":"g1",'
        f'"nonces":["{one}","{two}"],"options":{{}},"rules":1}}'
    )
    assert chain(1)[0].prev_hash == hashlib.sha256(by_hand.encode()).hexdigest()


def test_an_entry_is_hashed_over_its_nine_fields() -> None:
    entry = chain(1)[0]
    by_hand = (
        f'{{"channel":"web","kind":"clock","person":null,"prev_hash":"{entry.prev_hash}",'
        f'"seat":0,"seq":1,"state_hash":"{entry.state_hash}","text":"seen",'
        '"time":"2026-03-01T12:00:00.000000Z"}'
    )
    assert entry.hash == hashlib.sha256(by_hand.encode()).hexdigest()


def test_entries_are_numbered_from_one_and_each_names_the_hash_before() -> None:
    entries = chain(3)
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert [entry.prev_hash for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert list(chain_problems(HEADER, entries)) == []


def test_times_are_written_in_utc_with_microseconds() -> None:
    half_past_five_east = timezone(timedelta(hours=5, minutes=30))
    moment = datetime(2026, 1, 1, 2, 0, 0, 7, tzinfo=half_past_five_east)
    assert timestamp(moment) == "2025-12-31T20:30:00.000007Z"
    with pytest.raises(ValueError, match="time zone"):
        timestamp(datetime(2026, 1, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "flag"),
        ("seat", 0),
        ("person", "somebody"),
        ("text", "late"),
        ("channel", "api"),
        ("time", "2026-03-01T13:00:00.000001Z"),
        ("state_hash", "6" * 64),
    ],
)
def test_a_changed_field_is_found_in_its_entry(field: str, value: Any) -> None:
    entries = chain(4)
    entries[1] = replace(entries[1], **{field: value})
    assert [(p.seq, p.field) for p in chain_problems(HEADER, entries)] == [(2, "hash")]


def test_a_change_with_its_hash_made_to_fit_is_found_in_the_next_entry() -> None:
    entries = chain(4)
    changed = replace(entries[1], text="late")
    entries[1] = replace(changed, hash=changed.computed_hash())
    assert [(p.seq, p.field) for p in chain_problems(HEADER, entries)] == [(3, "prev_hash")]


def test_a_missing_entry_and_a_changed_order_are_found() -> None:
    entries = chain(4)
    missing = {(p.seq, p.field) for p in chain_problems(HEADER, [entries[0], *entries[2:]])}
    assert {(3, "seq"), (3, "prev_hash")} <= missing
    swapped = [entries[0], entries[2], entries[1], entries[3]]
    assert {(3, "seq"), (3, "prev_hash")} <= {
        (p.seq, p.field) for p in chain_problems(HEADER, swapped)
    }


def test_another_header_is_found_in_the_first_entry() -> None:
    entries = chain(2)
    for header in (
        replace(HEADER, id="g2"),
        replace(HEADER, rules=2),
        replace(HEADER, nonces=("Glück", "three")),
        replace(HEADER, options={"cities": True}),
        replace(HEADER, commitment="d" * 64),
    ):
        assert [(p.seq, p.field) for p in chain_problems(header, entries)] == [(1, "prev_hash")]


def test_the_exported_file_holds_what_the_format_names_and_reads_back() -> None:
    entries = chain(2)
    file = export(HEADER, entries, names=["Ada", "Ben"], secret=None, result=None)
    assert tuple(file) == FILE_KEYS
    again = json.loads(json.dumps(file))
    assert tuple(again["entries"][0]) == ENTRY_KEYS
    assert [read_entry(entry) for entry in again["entries"]] == entries
    assert again["secret"] is None
    assert export(HEADER, [], names=[], secret=b"\x0a" * 32, result=None)["secret"] == "0a" * 32


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seq", True),
        ("seq", 1.0),
        ("seat", False),
        ("seat", "0"),
        ("text", None),
        ("text", "\ud800"),
        ("hash", "A" * 64),
        ("hash", "a" * 63),
        ("time", "2026-03-01T12:00:00Z"),
        ("time", "2026-13-01T12:00:00.000000Z"),
        ("channel", "Web page"),
        ("note", "an extra field"),
    ],
)
def test_an_entry_in_the_wrong_form_is_refused(field: str, value: Any) -> None:
    data = export(HEADER, chain(1), names=[], secret=None, result=None)["entries"][0]
    with pytest.raises(BrokenRecord, match=field):
        read_entry({**data, field: value})


@pytest.mark.parametrize("missing", ENTRY_KEYS)
def test_an_entry_without_a_field_is_refused(missing: str) -> None:
    data = export(HEADER, chain(1), names=[], secret=None, result=None)["entries"][0]
    del data[missing]
    with pytest.raises(BrokenRecord, match=missing):
        read_entry(data)


@pytest.mark.parametrize("data", [None, [], "entry", 3])
def test_what_is_no_object_is_no_entry(data: object) -> None:
    with pytest.raises(BrokenRecord):
        read_entry(data)


@given(
    seq=integers(1, 10**6),
    seat=none() | integers(0, 3),
    person=none() | text(),
    words=text(),
)
def test_the_hash_of_an_entry_is_that_of_its_canonical_object(
    seq: int, seat: int | None, person: str | None, words: str
) -> None:
    entry = Entry(seq, words, seat, person, words, words, words, "0" * 64, "1" * 64, "")
    hashed = {name: value for name, value in asdict(entry).items() if name != "hash"}
    assert entry.computed_hash() == canonical_hash(hashed)
