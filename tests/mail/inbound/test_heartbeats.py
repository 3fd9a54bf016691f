"""Signs of life of the ways in."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from mail.addresses import replies_are_on
from mail.inbound import heartbeats
from mail.models import Heartbeat

pytestmark = pytest.mark.django_db
NINE, ELEVEN = timedelta(minutes=9), timedelta(minutes=11)


def test_silence_of_more_than_ten_minutes_is_told_with_its_beginning(settings: Any) -> None:
    settings.WAYS_IN = ["smtp", "imap"]
    now = timezone.now()
    heartbeats.beat("mailserver", at=now - NINE)
    heartbeats.beat("imap", at=now - ELEVEN)
    assert heartbeats.ways_in_are_silent(now) == now - ELEVEN
    assert heartbeats.ways_in_are_silent(now - timedelta(minutes=2)) is None


def test_a_way_in_that_never_gave_a_sign_is_silent_since_it_was_set_up(settings: Any) -> None:
    settings.WAYS_IN = ["smtp"]
    heartbeats.expect()
    now = timezone.now()
    assert heartbeats.ways_in_are_silent(now) is None
    since = heartbeats.ways_in_are_silent(now + ELEVEN)
    assert since is not None
    assert since <= now


def test_trouble_is_no_sign_of_life(settings: Any) -> None:
    settings.WAYS_IN = ["imap"]
    now = timezone.now()
    heartbeats.beat("imap", at=now - ELEVEN)
    heartbeats.tell_trouble("imap", "It hung up." * 100)
    assert heartbeats.ways_in_are_silent(now) == now - ELEVEN
    assert len(Heartbeat.objects.get().trouble) == 300


def test_what_others_bring_is_never_silent(settings: Any) -> None:
    settings.WAYS_IN = ["webhook", "pipe"]
    heartbeats.expect()
    heartbeats.beat("imap", at=timezone.now() - timedelta(days=1))
    assert heartbeats.ways_in_are_silent(timezone.now() + timedelta(days=1)) is None
    assert heartbeats.good_poll_begun_after(timezone.now())


def test_a_way_in_that_was_given_up_is_forgotten(settings: Any) -> None:
    settings.WAYS_IN = ["imap"]
    heartbeats.beat("imap", at=timezone.now() - timedelta(days=30))
    settings.WAYS_IN = []
    heartbeats.expect()
    settings.WAYS_IN = ["imap"]
    heartbeats.expect()
    assert heartbeats.ways_in_are_silent(timezone.now()) is None
    assert not heartbeats.good_poll_begun_after(timezone.now() - timedelta(days=31))


@pytest.mark.parametrize(
    ("reply_to", "ways", "are_on"),
    [
        ("play@club.example", ["pipe"], True),
        ("play@club.example", [], False),
        ("", ["smtp"], False),
    ],
)
def test_letters_can_be_answered_only_if_replies_reach_us(
    reply_to: str, ways: list[str], are_on: bool, settings: Any
) -> None:
    settings.REPLY_TO, settings.WAYS_IN = reply_to, ways
    assert replies_are_on() is are_on
