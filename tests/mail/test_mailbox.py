"""The embedded mailbox: letters become files, files become pages."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mail.mailbox import files as mailbox
from mail.mailbox import views
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.outbox.remedies import MailboxWriteError
from mail.sending.connections import MailboxBackend
from tests.mail.conftest import WORKERS, MakeLetter, at_once

pytestmark = [pytest.mark.words, pytest.mark.django_db, pytest.mark.usefixtures("mailbox_dir")]

HOSTILE = "<script>alert(1)</script>"


def send(
    subject: str = "News",
    text: str = "It is your turn.",
    html: str = "",
    to: str = "ada@duelpost.example",
    files: dict[str, bytes] | None = None,
) -> str:
    """Send a letter into the mailbox and return its name there."""
    message = EmailMultiAlternatives(subject, text, to=[to])
    if html:
        message.attach_alternative(html, "text/html")
    for name, content in (files or {}).items():
        message.attach(name, content, "text/html")
    assert message.send() == 1
    return mailbox.envelopes()[0].key


def page(client: Client, name: str, *args: object, **query: str) -> str:
    response = client.get(reverse(f"mailbox:{name}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_sent_letter_is_a_file_whose_name_the_row_keeps(
    make_letter: MakeLetter, mailbox_dir: Path
) -> None:
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert [file.name for file in (mailbox_dir / "new").iterdir()] == [letter.provider_id]
    assert mailbox.open_letter(letter.provider_id).text == "It is your turn.\n"


def test_a_folder_that_cannot_be_written_lets_the_letter_wait(
    make_letter: MakeLetter, mailbox_dir: Path
) -> None:
    mailbox_dir.write_text("a file where the folder should be")
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.WAITING
    assert letter.last_error == "MailboxWriteError: The mailbox folder could not be written."


def test_a_full_disk_is_told_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("mailbox.Maildir.add", full)
    with pytest.raises(MailboxWriteError, match="No space left on device"):
        EmailMessage("News", to=["ada@duelpost.example"]).send()


def test_the_backend_refuses_production(settings: Any) -> None:
    settings.EMBEDDED = False
    with pytest.raises(ImproperlyConfigured):
        MailboxBackend()


@pytest.mark.parametrize("name", ["list", "letter", "html", "source"])
def test_the_pages_are_not_found_in_production(client: Client, settings: Any, name: str) -> None:
    address = reverse(f"mailbox:{name}", args=[] if name == "list" else [send(html="<p>News</p>")])
    assert client.get(address).status_code == 200
    settings.EMBEDDED = False
    assert client.get(address).status_code == 404


def test_an_empty_mailbox_says_what_will_come(client: Client) -> None:
    assert "No letter has arrived yet." in page(client, "list")


def test_the_list_shows_the_newest_first(client: Client) -> None:
    for number in range(3):
        send(subject=f"Letter {number}")
    shown = page(client, "list")
    assert shown.index("Letter 2") < shown.index("Letter 1") < shown.index("Letter 0")


def test_the_list_can_be_of_one_reader(client: Client, make_letter: MakeLetter) -> None:
    send(subject="For Ada")
    send(subject="For Bruno", to="bruno@duelpost.example")
    make_letter(kind="for ada")
    make_letter(kind="for bruno", to="bruno@duelpost.example")
    shown = page(client, "list", to="bruno@duelpost.example")
    assert "For Bruno" in shown
    assert "for bruno" in shown
    assert "For Ada" not in shown
    assert "for ada" not in shown
    assert '<option value="ada@duelpost.example"' in shown


def test_the_list_has_pages_and_an_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "LETTERS_PER_PAGE", 2)
    monkeypatch.setattr(mailbox, "READ_AT_MOST", 3)
    for number in range(5):
        send(subject=f"Letter {number}")
    first, second = page(client, "list"), page(client, "list", page="2")
    assert "Letter 4" in first
    assert "Page 1 of 2" in first
    assert "Letter 2" in second
    assert "Letter 1" not in second


def test_letters_that_wait_are_shown_with_their_time(
    client: Client, make_letter: MakeLetter
) -> None:
    leaves = timezone.now() + timedelta(seconds=20)
    make_letter(next_attempt_at=leaves)
    shown = page(client, "list")
    assert f'<time datetime="{leaves.isoformat()}"' in shown
    assert "data-countdown" in shown


def test_letters_that_were_given_up_are_shown_with_their_reason(
    client: Client, make_letter: MakeLetter
) -> None:
    make_letter(status=Letter.Status.FAILED, last_error="SMTPDataError: Refused (554).")
    assert "SMTPDataError: Refused (554)." in page(client, "list")


def test_a_letter_is_shown_whole_and_harmless(client: Client) -> None:
    key = send(
        subject=f"News {HOSTILE}",
        text=f"{HOSTILE} Open http://127.0.0.1:8000/m/abc?x=1&y=2 now.",
        html="<p>News</p>",
    )
    shown = page(client, "letter", key)
    assert HOSTILE not in shown
    assert 'href="http://127.0.0.1:8000/m/abc?x=1&amp;y=2"' in shown
    assert f'src="{reverse("mailbox:html", args=[key])}"' in shown
    assert "Subject: News" in shown
    assert "text/plain" in client.get(reverse("mailbox:source", args=[key]))["Content-Type"]


def test_the_html_part_has_a_policy_of_its_own(client: Client) -> None:
    key = send(html="<html><head><title>News</title></head><body>News</body></html>")
    response = client.get(reverse("mailbox:html", args=[key]))
    policy = response["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "sandbox allow-popups allow-popups-to-escape-sandbox" in policy
    assert not any(part.startswith("script-src") for part in policy)
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert '<head><base target="_blank">' in response.content.decode()


def test_pages_are_never_stored_and_read_only(client: Client) -> None:
    response = client.get(reverse("mailbox:list"))
    assert "no-store" in response["Cache-Control"]
    assert client.post(reverse("mailbox:list")).status_code == 405


def test_files_come_as_downloads_only(client: Client) -> None:
    key = send(files={"récit.html": b"<script>1</script>"})
    address = reverse("mailbox:attachment", args=[key, 0])
    assert address in page(client, "letter", key)
    response = client.get(address)
    assert response.content == b"<script>1</script>"
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"].startswith("attachment; filename*=")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert client.get(reverse("mailbox:attachment", args=[key, 1])).status_code == 404


@pytest.mark.parametrize(
    "key", ["nothing", "..", "%2e%2e%2fsecret_key", "..%2fsecret_key", "new%2f..%2f..%2fsecret_key"]
)
def test_a_name_that_is_not_in_the_folder_finds_nothing(
    client: Client, mailbox_dir: Path, key: str
) -> None:
    send()
    (mailbox_dir.parent / "secret_key").write_text("secret")
    assert client.get(f"/mailbox/{key}/").status_code == 404
    assert client.get(f"/mailbox/{key}/source").status_code == 404


def test_several_may_write_at_once() -> None:
    at_once(lambda: EmailMessage("News", to=["ada@duelpost.example"]).send())
    assert len(mailbox.envelopes()) == WORKERS
