"""What plain statements bring and write is what Django would have read and written."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lib.statements import Statement, columns, insert, update, update_several
from mail.models import InboundMail, Letter, Suppression, Sweep
from mail.mutes import mute
from mail.outbox.delivery import claim
from mail.registry import MUTED, objections_to

pytestmark = pytest.mark.django_db


class LetterRow(NamedTuple):
    letter: Letter


class SweptRow(NamedTuple):
    letter: Letter
    sweep: Sweep | None


LETTERS = Statement(LetterRow, f"SELECT {columns(Letter)} FROM mail_letter ORDER BY id")


def a_letter(key: str, **values: Any) -> Letter:
    return Letter(key=key, kind="test", to="ada@duelpost.example", message_id=key, **values)


def values_of(row: Letter) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in Letter._meta.concrete_fields}


def test_rows_have_the_values_that_django_reads() -> None:
    a_letter("one", data={"n": [1, "é"], "no": None}, not_before=timezone.now()).save()
    a_letter("two").save()
    read = [row.letter for row in LETTERS.rows()]
    assert [values_of(row) for row in read] == [
        values_of(row) for row in Letter.objects.order_by("pk")
    ]
    assert read[0].not_before is not None
    assert read[0].not_before.tzinfo is not None
    assert (read[0]._state.adding, read[0]._state.db) == (False, "default")


def test_an_outer_join_that_finds_nothing_brings_none() -> None:
    a_letter("one").save()
    joined = Statement(
        SweptRow,
        f"SELECT {columns(Letter, 'l')}, {columns(Sweep, 's')} FROM mail_letter l"
        " LEFT JOIN mail_sweep s ON s.name = l.key",
    )
    [row] = joined.rows()
    assert (row.letter.key, row.sweep) == ("one", None)


def test_moments_can_be_asked_for() -> None:
    now = timezone.now()
    a_letter("one", next_attempt_at=now).save()
    since = Statement(
        LetterRow, f"SELECT {columns(Letter)} FROM mail_letter WHERE next_attempt_at >= %s"
    )
    assert [row.letter.key for row in since.rows(now)] == ["one"]
    assert since.rows(now + timedelta(microseconds=1)) == []


def test_what_is_inserted_is_what_django_reads_and_has_its_key() -> None:
    one, two = a_letter("one", data={"a": True}), a_letter("two", claimed_at=timezone.now())
    insert([one, two])
    for row in (one, two):
        assert values_of(Letter.objects.get(pk=row.pk)) == values_of(row)
        assert not row._state.adding


def test_a_row_that_is_there_by_its_key_is_found_and_left_alone() -> None:
    first, again, new = a_letter("one", topic="first"), a_letter("one", topic="x"), a_letter("two")
    insert([first])
    insert([again, new], or_find_by="key")
    assert again.pk == first.pk != new.pk
    assert Letter.objects.get(pk=first.pk).topic == "first"


def test_only_the_named_columns_are_written() -> None:
    row = a_letter("one", data={"a": 1})
    insert([row])
    row.data, row.topic, row.sent_at = {"b": 2}, "not written", timezone.now()
    assert update(row, ["data", "sent_at"])
    read = Letter.objects.get(pk=row.pk)
    assert (read.data, read.topic, read.sent_at) == ({"b": 2}, "", row.sent_at)


def test_of_several_rows_each_keeps_what_is_not_named() -> None:
    one, two, other = (a_letter(key, topic=key, faults=1) for key in ("one", "two", "other"))
    insert([one, two, other])
    one.topic, one.faults, one.sent_at = "new", 7, timezone.now()
    two.topic, two.faults = "not written", 8
    with CaptureQueriesContext(connection) as asked:
        assert update_several([(one, ["topic", "faults", "sent_at"]), (two, ["faults"])]) == 2
    assert len(asked) == 1
    read = Letter.objects.order_by("pk").values_list("topic", "faults", "sent_at")
    assert list(read) == [("new", 7, one.sent_at), ("two", 8, None), ("other", 1, None)]


def test_a_row_that_is_gone_is_said_to_be() -> None:
    row = a_letter("one")
    insert([row])
    Letter.objects.all().delete()
    assert not update(row, ["topic"])


def test_a_claimed_letter_is_what_django_reads() -> None:
    row = a_letter("one", data={"a": "b"})
    row.save()
    claimed = claim(row.pk)
    assert claimed is not None
    assert values_of(claimed) == values_of(Letter.objects.get(pk=row.pk))
    assert (claimed.status, claimed.attempts) == (Letter.Status.SENDING, 1)
    assert claim(row.pk) is None


def test_what_speaks_against_a_letter_is_what_django_finds() -> None:
    address, now = "Ada@Duelpost.example", timezone.now()
    asked = {"address": address, "kind": "test", "topic": "game:1"}
    assert objections_to(**asked) == {}
    mute(address=address, kind="other")
    mute(address=address, kind="test", topic="game:2")
    assert objections_to(**asked) == {}
    wish = mute(address=address, topic="game:1")
    put_aside = Suppression.objects.create(
        address=address.lower(), reason=Suppression.Reason.BOUNCED, since=now
    )
    assert objections_to(**asked) == {MUTED: wish.since, Suppression.Reason.BOUNCED: now}
    put_aside.lifted_at = now
    put_aside.save()
    assert objections_to(**asked) == {MUTED: wish.since}


class PlainRow(NamedTuple):
    number: int
    text: str
    is_so: bool
    moment: datetime
    content: bytes


class GroupRow(NamedTuple):
    key: str
    plain: PlainRow | None


def test_values_of_no_model_have_the_type_that_the_row_says() -> None:
    now = timezone.now()
    letter = a_letter("one", data={}, next_attempt_at=now)
    letter.save()
    mail = InboundMail.objects.create(digest="d", raw=b"\x00\xff", data={}, received_at=now)
    plain = "l.attempts + 7, l.kind, l.attempts = 0, l.next_attempt_at, m.raw"
    tables = "FROM mail_letter l LEFT JOIN mail_inboundmail m ON m.digest = %s"
    [row] = Statement(PlainRow, f"SELECT {plain} {tables}").rows(mail.digest)
    assert row == (7, "test", True, now, b"\x00\xff")
    assert [type(value) for value in row] == [int, str, bool, datetime, bytes]
    [group] = Statement(GroupRow, f"SELECT l.key, {plain} {tables}").rows(mail.digest)
    assert group == GroupRow("one", row)


def test_a_group_of_values_is_none_where_an_outer_join_finds_nothing() -> None:
    a_letter("one").save()
    words = (
        "SELECT l.key, m.attempts, m.way, m.is_owner, m.received_at, m.raw"
        " FROM mail_letter l LEFT JOIN mail_inboundmail m ON m.id = 0"
    )
    assert Statement(GroupRow, words).rows() == [GroupRow("one", None)]


def test_the_first_row_or_none() -> None:
    assert LETTERS.first() is None
    for key in ("one", "two"):
        a_letter(key).save()
    first = LETTERS.first()
    assert first is not None
    assert first.letter.key == "one"


def test_a_type_that_no_column_is_read_as_is_refused() -> None:
    class Odd(NamedTuple):
        moment: datetime
        many: list[int]

    class Either(NamedTuple):
        value: int | str

    for row in (Odd, Either):
        with pytest.raises(TypeError, match="No column is read as"):
            Statement(row, "SELECT 1, 2")
