from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from mail.models import Letter
from mail.registry import Builder, UnknownKindError, letter
from mail.services import hasten, post
from mail.tasks import sweep_letters

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def story(story_is_built_by: Callable[[Builder], None]) -> None:
    """Letters of the kind `story` can be posted."""


def test_it_writes_a_row_without_words(django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        post(kind="story", to="ada@duelpost.example", key="story:1", data={"game": 7})
    row = Letter.objects.get()
    assert (row.status, row.data, row.attempts) == (Letter.Status.WAITING, {"game": 7}, 0)
    assert len(callbacks) == 1


def test_an_address_is_kept_as_it_is_compared() -> None:
    post(kind="story", to=" Ada@Duelpost.example", key="story:1", data={})
    assert Letter.objects.get().to == "ada@duelpost.example"


def test_it_posts_once_for_a_key() -> None:
    first = post(kind="story", to="ada@duelpost.example", key="story:1", data={"game": 7})
    kept = Letter.objects.values().get()
    again = post(kind="story", to="bruno@duelpost.example", key="story:1", data={"game": 8})
    assert again == first == kept["id"]
    assert Letter.objects.values().get() == kept


def test_it_leaves_a_letter_for_later_to_the_sweep(django_capture_on_commit_callbacks: Any) -> None:
    later = timezone.now() + timedelta(minutes=5)
    with django_capture_on_commit_callbacks() as callbacks:
        post(kind="story", to="ada@duelpost.example", key="story:1", data={}, not_before=later)
    row = Letter.objects.get()
    assert (row.next_attempt_at, row.handed_at) == (later, None)
    assert callbacks == []


def test_it_forgets_the_letter_with_a_transaction_that_is_rolled_back() -> None:
    with transaction.atomic():
        post(kind="story", to="ada@duelpost.example", key="story:1", data={})
        transaction.set_rollback(True)
    assert not Letter.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("dead_broker")
def test_a_broker_that_is_away_does_not_break_the_caller() -> None:
    pk = post(kind="story", to="ada@duelpost.example", key="story:1", data={})
    hasten("story:1")
    row = Letter.objects.get()
    assert (row.pk, row.status) == (pk, Letter.Status.WAITING)
    assert row.handed_at is None  # so that the very next sweep comes for it


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("dead_broker")
def test_a_sweep_sends_itself_what_the_broker_does_not_take() -> None:
    post(kind="story", to="ada@duelpost.example", key="story:1", data={})
    sweep_letters()
    row = Letter.objects.get()
    assert (row.status, row.faults) == (Letter.Status.SENT, 0)


@pytest.mark.parametrize("value", ["https://duelpost.example/m/secret", "word " * 100])
def test_it_refuses_links_and_words_as_data(value: str) -> None:
    with pytest.raises(ValueError, match="ids"):
        post(kind="story", to="ada@duelpost.example", key="story:1", data={"body": value})


def test_it_refuses_nested_data() -> None:
    data: Any = {"game": {"secret": 1}}
    with pytest.raises(TypeError, match="ids"):
        post(kind="story", to="ada@duelpost.example", key="story:1", data=data)


def test_it_refuses_a_kind_that_nobody_builds() -> None:
    with pytest.raises(UnknownKindError):
        post(kind="riddle", to="ada@duelpost.example", key="riddle:1", data={})


def test_a_kind_has_one_builder() -> None:
    with pytest.raises(ValueError, match="Two builders"):
        letter("test")(lambda data: None)


def test_the_message_id_depends_on_key_and_site_alone(settings: Any) -> None:
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)

    def id_of(key: str, not_before: datetime | None = None) -> str:
        Letter.objects.all().delete()
        post(kind="story", to="ada@duelpost.example", key=key, data={}, not_before=not_before)
        return Letter.objects.get().message_id

    ids = [id_of("story:1"), id_of("story:1", not_before=long_ago), id_of("story:2")]
    settings.SITE_URL = "https://another.example"
    ids.append(id_of("story:1"))
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
    assert all(each.endswith("@duelpost.example>") for each in ids)
