from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from mail import registry
from mail.models import Letter, Mute
from mail.mutes import (
    mute,
    mutes_of,
    name_of_kind,
    name_of_one,
    read_unsubscribe_token,
    unmute,
    unsubscribe_url,
)
from mail.outbox.delivery import deliver
from mail.registry import kinds, names_topics
from mail.services import change_address, forget_address
from tests.mail.conftest import MakeLetter

ADA = "ada@duelpost.example"


def path_of(letter: Letter, settings: Any) -> str:
    return unsubscribe_url(letter).removeprefix(settings.SITE_URL)


@pytest.mark.parametrize(
    ("wish", "kind", "topic", "is_sent"),
    [
        ({"kind": "story"}, "story", "game:1", False),
        ({"kind": "story"}, "story", "", False),
        ({"kind": "story", "topic": "game:1"}, "story", "game:1", False),
        ({"kind": "story", "topic": "game:1"}, "story", "game:2", True),
        ({"kind": "story", "topic": "game:1"}, "story", "", True),
        ({"kind": "reminder"}, "story", "game:1", True),
        ({"topic": "game:1"}, "story", "game:1", False),
        ({"topic": "game:1"}, "story", "game:2", True),
        ({}, "story", "game:1", False),
        ({}, "test", "", True),
        ({"kind": "test"}, "test", "", True),
    ],
)
def test_what_is_muted_is_not_sent(
    make_letter: MakeLetter, wish: dict[str, str], kind: str, topic: str, is_sent: bool
) -> None:
    letter = make_letter(kind=kind, topic=topic)
    # After posting: what counts is the moment of sending.
    mute(address="Ada@Duelpost.example", **wish)
    deliver(letter.pk)
    letter.refresh_from_db()
    expected = ("sent", "") if is_sent else ("dropped", "muted")
    assert (letter.status, letter.reason) == expected
    assert len(mail.outbox) == is_sent


def test_others_still_get_what_one_has_muted(make_letter: MakeLetter) -> None:
    mute(address=ADA, kind="story")
    deliver(make_letter(to="bruno@duelpost.example").pk)
    assert len(mail.outbox) == 1


def test_a_wish_is_kept_once_and_taken_back_exactly(db: None) -> None:
    for _ in range(2):
        mute(address=ADA, kind="story")
    mute(address=ADA, kind="story", topic="game:1")
    unmute(address=ADA, kind="story")
    assert [(wish.kind, wish.topic) for wish in mutes_of(ADA)] == [("story", "game:1")]


def test_a_get_of_the_link_mutes_nothing(
    client: Client, make_letter: MakeLetter, settings: Any
) -> None:
    path = path_of(make_letter(), settings)
    for _ in range(3):
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert mutes_of(ADA) == []


def test_one_click_of_a_mail_program_mutes_at_once(make_letter: MakeLetter, settings: Any) -> None:
    letter = make_letter(topic="game:1")
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post(path_of(letter, settings), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert [(wish.kind, wish.topic) for wish in mutes_of(ADA)] == [("story", "game:1")]


def test_the_page_names_what_is_muted_and_takes_it_back(
    client: Client, make_letter: MakeLetter, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_topic_names", {})
    names_topics("game")(lambda number: f"your game number {number}")
    path = path_of(make_letter(topic="game:1"), settings)
    page = client.post(path).content.decode()
    assert "stories" in page
    assert "your game number 1" in page
    client.post(path, {"undo": "1"})
    assert mutes_of(ADA) == []


@pytest.mark.parametrize("token", ["x", "WyJhIl0:x", "a:b:c"])
def test_a_forged_link_mutes_nothing(client: Client, db: None, token: str) -> None:
    assert client.post(f"/me/unsubscribe/{token}").status_code == 404
    assert not Mute.objects.exists()


def test_the_link_survives_a_change_of_keys(make_letter: MakeLetter, settings: Any) -> None:
    token = unsubscribe_url(make_letter()).rsplit("/", 1)[1]
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [settings.SECRET_KEY]
    wish = read_unsubscribe_token(token)
    assert wish is not None
    assert wish.address == ADA
    settings.SECRET_KEY_FALLBACKS = []
    assert read_unsubscribe_token(token) is None


def test_wishes_and_waiting_letters_move_to_a_new_address(make_letter: MakeLetter) -> None:
    waiting, gone = make_letter(), make_letter()
    deliver(gone.pk)
    mute(address=ADA, kind="story")
    change_address(old=ADA, new="ada@new.example")
    assert mutes_of(ADA) == []
    assert [wish.kind for wish in mutes_of("ada@new.example")] == ["story"]
    waiting.refresh_from_db()
    gone.refresh_from_db()
    assert (waiting.to, gone.to) == ("ada@new.example", ADA)


def test_who_leaves_is_forgotten_but_not_written_to_again(make_letter: MakeLetter) -> None:
    make_letter()
    mute(address=ADA, kind="story", topic="game:1")
    mute(address=ADA)
    forget_address(ADA)
    assert not Letter.objects.exists()
    assert [(wish.kind, wish.topic) for wish in mutes_of(ADA)] == [("", "")]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_kind_has_one_name_for_many_letters_and_another_for_one(language: str) -> None:
    with translation.override(language):
        names = {kind: (name_of_kind(kind), name_of_one(kind)) for kind in kinds()}
    alike = {kind for kind, (many, one) in names.items() if many == one}
    # Nobody mutes these, so they are never spoken of as many; one word is the same in Italian.
    assert alike - {"reminder"} == {"test", "sign-in", "confirm-address"}
    assert language == "it" or "reminder" not in alike
    # No two kinds go by the same name in a list of single letters.
    singles = [one for _, one in names.values()]
    assert len(set(singles)) == len(singles)
