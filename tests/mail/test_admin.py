"""The outbox in the admin: seen, retried, called off, and looked at with every link dead."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from mail import previews
from mail.models import DeliveryEvent, Letter, Suppression
from mail.previews import Secrecy
from mail.registry import Attachment, Builder, Draft
from mail.reports.suppression import suppress, suppression_of
from tests.mail.conftest import MakeLetter

OUTBOX = "admin:mail_letter_changelist"
LINK = "https://duelpost.example/go/SECRET-TOKEN"
LINKED = Draft(
    subject=f"News {LINK}",
    text=f"Your turn:\n  {LINK}\nor <{LINK}?x=1>, and ({LINK}).\n",
    html=f"""<p style="color: red">Your <a href="{LINK}">turn</a>, <a href='{LINK}'>it</a>
    <img src={LINK}> {LINK}</p>""",
    attachments=(Attachment("game.json", b"{}", "application/json"),),
)


@pytest.fixture
def operator(client: Client, db: None) -> User:
    """Somebody with the role operator, signed in."""
    person = User.objects.create_user("oscar@duelpost.example", name="Oscar", is_staff=True)
    person.groups.add(Group.objects.get(name="operator"))
    client.force_login(person)
    return person


@pytest.fixture
def story_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[Secrecy], None]:
    """Call it to say who may see letters of the kind `story`."""
    return lambda secrecy: monkeypatch.setitem(previews._secrecy, "story", secrecy)


def act(client: Client, name: str, *letters: Letter) -> str:
    chosen = {"action": name, "_selected_action": [letter.pk for letter in letters]}
    return client.post(reverse(OUTBOX), chosen, follow=True).content.decode()


def look_page(letter: Letter) -> str:
    return reverse("admin:mail_letter_look", args=[letter.pk])


def look_frame(letter: Letter) -> str:
    return reverse("admin:mail_letter_look_html", args=[letter.pk])


def audit() -> list[str]:
    return [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]


def test_operators_see_the_outbox_and_change_nothing(
    client: Client, olga: User, make_letter: MakeLetter
) -> None:
    letter = make_letter(last_error="TimeoutError: The mail server could not be reached.")
    client.force_login(olga)
    shown = client.get(reverse(OUTBOX)).content.decode()
    assert letter.to in shown
    assert letter.last_error in shown
    page = reverse("admin:mail_letter_change", args=[letter.pk])
    assert client.get(page).status_code == 200
    assert client.post(page, {"status": "sent"}).status_code == 403
    assert client.get(reverse("admin:mail_letter_add")).status_code == 403


def test_kinds_of_letters_have_the_names_that_readers_know(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    letter = make_letter()
    make_letter(kind="suspended", to="bruno@duelpost.example")
    make_letter(kind="let-in-again", to="bruno@duelpost.example")
    page = client.get(reverse(OUTBOX)).content.decode()
    assert f'<a href="/admin/mail/letter/{letter.pk}/change/">story</a>' in page
    assert '<a href="?kind=your-turn">letters with your turn</a>' in page
    assert page.count('<a href="?kind=suspended">suspensions</a>') == 1
    assert "?kind=let-in-again" not in page
    chosen = client.get(reverse(OUTBOX), {"kind": "suspended"}).content.decode()
    assert chosen.count("bruno@duelpost.example") == 2
    assert letter.to not in chosen
    assert ">suspension</a>" in chosen
    assert ">end of a suspension</a>" in chosen
    looked_at = client.get(look_page(letter)).content.decode()
    assert "story" in looked_at
    assert "stories" not in looked_at


def test_a_report_says_once_that_a_letter_bounced(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    letter = make_letter(status="sent", sent_at=timezone.now())
    facts = {"provider": "x", "address": letter.to, "happened_at": timezone.now()}
    DeliveryEvent.objects.create(
        key="1", letter=letter, kind="bounced", reason="bounced", code="5.1.1", **facts
    )
    page = client.get(reverse("admin:mail_deliveryevent_changelist")).content.decode()
    assert f"story {letter.pk}" in page
    assert ">bounced<" in page.partition("<tbody>")[2]
    assert 'class="field-why">-<' in page
    shown = client.get(reverse("admin:mail_letter_change", args=[letter.pk])).content.decode()
    assert "5.1.1" in shown
    assert "<p></p>" in shown.partition("field-why")[2][:100]


def test_outsiders_do_not_see_the_outbox(client: Client, eve: User) -> None:
    client.force_login(eve)
    assert client.get(reverse(OUTBOX)).status_code in (302, 403)


@pytest.mark.parametrize(
    ("worry", "found"),
    [
        ("waiting", {"waiting", "late", "failing"}),
        ("late", {"late"}),
        ("failing", {"failing"}),
        ("failed", {"failed"}),
        ("undelivered", {"bounced"}),
    ],
)
def test_letters_are_found_by_what_is_wrong_with_them(
    client: Client, operator: User, make_letter: MakeLetter, worry: str, found: set[str]
) -> None:
    now = timezone.now()
    make_letter(to="waiting@duelpost.example")
    make_letter(to="late@duelpost.example", next_attempt_at=now - timedelta(hours=1))
    make_letter(to="failing@duelpost.example", last_error="TimeoutError: away")
    make_letter(to="failed@duelpost.example", status="failed")
    sent = {"status": "sent", "sent_at": now}
    make_letter(to="fine@duelpost.example", **sent)
    bounced = make_letter(to="bounced@duelpost.example", **sent)
    DeliveryEvent.objects.create(
        key="b", letter=bounced, provider="x", kind="bounced", is_final=True, happened_at=now
    )
    page = client.get(reverse(OUTBOX), {"worry": worry}).content.decode()
    names = {"waiting", "late", "failing", "failed", "fine", "bounced"}
    assert {name for name in names if f"{name}@duelpost.example" in page} == found


def test_a_letter_is_found_by_its_whole_address_in_any_case(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    make_letter(to="ada@duelpost.example")
    make_letter(to="bruno@duelpost.example")
    page = client.get(reverse(OUTBOX), {"q": " Ada@Duelpost.example"}).content.decode()
    assert "ada@duelpost.example" in page
    assert "bruno@duelpost.example" not in page


def test_a_long_list_is_paged_without_counting(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    for _ in range(101):
        make_letter()
    first = client.get(reverse(OUTBOX)).content.decode()
    assert "more than 50 letters" in first
    last = client.get(reverse(OUTBOX), {"p": "3"}).content.decode()
    assert "101 letters" in " ".join(last.split())
    assert client.get(reverse(OUTBOX), {"p": "4"}).status_code == 302
    assert client.get(reverse(OUTBOX), {"all": ""}).content.decode().count("row-") < 10
    assert client.get(reverse(OUTBOX), {"p": "²"}).status_code in (200, 302)


def test_letters_are_sent_again_and_called_off_and_what_could_not_be_is_said(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    failed, dropped = make_letter(status="failed"), make_letter(status="dropped", reason="muted")
    waiting, sent = make_letter(), make_letter(status="sent", sent_at=timezone.now())
    page = act(client, "retry_letters", failed, dropped, waiting, sent)
    assert "2 were done." in page
    assert "2 stayed as they are" in page
    states = {letter.pk: letter.status for letter in Letter.objects.all()}
    assert states[failed.pk] == states[dropped.pk] == "waiting"
    page = act(client, "abort_letters", waiting, sent)
    assert "1 was done." in page
    assert "1 stayed as it is" in page
    waiting.refresh_from_db()
    assert (waiting.status, waiting.reason) == ("dropped", "aborted")
    assert audit() == ["sent again", "sent again", "called off"]


def test_who_may_only_read_retries_nothing(client: Client, make_letter: MakeLetter) -> None:
    person = User.objects.create_user("rita@duelpost.example", is_staff=True)
    person.groups.add(Group.objects.get(name="read-only"))
    client.force_login(person)
    letter = make_letter(status="failed")
    assert "retry_letters" not in client.get(reverse(OUTBOX)).content.decode()
    act(client, "retry_letters", letter)
    letter.refresh_from_db()
    assert letter.status == "failed"


def test_an_address_is_taken_up_again_from_the_list(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    suppress(address="ada@duelpost.example", reason="bounced", at=timezone.now())
    held_back = make_letter(status="dropped", reason="suppressed")
    row = Suppression.objects.get()
    chosen = {"action": "lift", "_selected_action": row.pk}
    client.post(reverse("admin:mail_suppression_changelist"), chosen)
    assert suppression_of("ada@duelpost.example") is None
    held_back.refresh_from_db()
    assert held_back.status == "waiting"
    again = client.post(reverse("admin:mail_suppression_changelist"), chosen, follow=True)
    assert "1 stayed as it is" in again.content.decode()
    assert len(audit()) == 1


# --- What a letter looks like --------------------------------------------------------------------


def test_an_open_letter_is_shown_with_every_link_dead(
    client: Client,
    operator: User,
    make_letter: MakeLetter,
    story_is: Callable[[Secrecy], None],
    story_is_built_by: Callable[[Builder], None],
) -> None:
    letter = make_letter()
    story_is_built_by(lambda data: LINKED)
    story_is(Secrecy.OPEN)
    page = client.get(look_page(letter))
    assert "As it would be written now" in page.content.decode()
    assert "Your turn:" in page.content.decode()
    assert "game.json" in page.content.decode()
    frame = client.get(look_frame(letter))
    assert "color: red" in frame.content.decode()
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    assert "default-src 'none'" in frame["Content-Security-Policy"]
    assert "sandbox" in frame["Content-Security-Policy"]
    for answer in (page, frame):
        assert "SECRET-TOKEN" not in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
    assert "href" not in frame.content.decode()


def test_a_hidden_letter_is_shown_only_after_a_reason(
    client: Client, operator: User, make_letter: MakeLetter
) -> None:
    letter = make_letter()
    assert "It is your turn." not in client.get(look_page(letter)).content.decode()
    assert client.get(look_frame(letter)).status_code == 403
    refused = client.post(look_page(letter), {"reason": " "})
    assert refused.status_code == 400
    assert "It is your turn." not in refused.content.decode()
    assert audit() == []
    shown = client.post(look_page(letter), {"reason": "dispute 7"}, follow=True)
    assert "It is your turn." in shown.content.decode()
    assert audit() == ["revealed the letter: dispute 7"]
    assert client.get(look_frame(letter)).status_code == 200
    other = make_letter()
    assert client.get(look_frame(other)).status_code == 403
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert "It is your turn." not in client.get(look_page(letter)).content.decode()


def test_who_may_only_read_reveals_nothing(client: Client, make_letter: MakeLetter) -> None:
    person = User.objects.create_user("rita@duelpost.example", is_staff=True)
    person.groups.add(Group.objects.get(name="read-only"))
    client.force_login(person)
    letter = make_letter()
    assert "You may not reveal letters." in client.get(look_page(letter)).content.decode()
    assert client.post(look_page(letter), {"reason": "x"}).status_code == 403
    assert client.get(look_frame(letter)).status_code == 403


def test_a_letter_that_is_a_key_is_shown_to_nobody(
    client: Client, olga: User, make_letter: MakeLetter, story_is: Callable[[Secrecy], None]
) -> None:
    client.force_login(olga)
    letter = make_letter()
    story_is(Secrecy.KEY)
    assert "It is shown to nobody else." in client.get(look_page(letter)).content.decode()
    assert client.post(look_page(letter), {"reason": "x"}).status_code == 403
    assert client.get(look_frame(letter)).status_code == 403


def test_what_is_no_longer_true_or_cannot_be_built_is_said(
    client: Client,
    operator: User,
    make_letter: MakeLetter,
    story_is: Callable[[Secrecy], None],
    story_is_built_by: Callable[[Builder], None],
) -> None:
    def break_down(data: dict[str, Any]) -> Draft:
        raise RuntimeError("SECRET-TOKEN")

    story_is(Secrecy.OPEN)
    letter = make_letter()
    for build in (lambda data: None, break_down):
        story_is_built_by(build)
        page = client.get(look_page(letter)).content.decode()
        assert "It can no longer be shown" in page
        assert "SECRET-TOKEN" not in page
        assert client.get(look_frame(letter)).status_code == 404


def test_nothing_that_building_writes_is_kept(
    client: Client,
    operator: User,
    make_letter: MakeLetter,
    story_is: Callable[[Secrecy], None],
    story_is_built_by: Callable[[Builder], None],
) -> None:
    def build(data: dict[str, Any]) -> Draft:
        User.objects.update(name="seen")
        assert connection.in_atomic_block
        return LINKED

    story_is(Secrecy.OPEN)
    letter = make_letter()
    story_is_built_by(build)
    assert "Your turn" in client.get(look_page(letter)).content.decode()
    operator.refresh_from_db()
    assert operator.name == "Oscar"
