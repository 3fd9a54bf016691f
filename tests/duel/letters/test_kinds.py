"""What holds for every kind of letter about a game, in every language."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from duel.models import GameSecret
from mail.models import Letter
from mail.registry import Draft, kind_of
from tests.duel.letters.kinds import KINDS, MESSAGE, draft_of
from tests.duel.letters.outbox import parsed, raw
from tests.duel.tables import begin
from tests.fixtures.lasting import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture(scope="module", params=KINDS, ids=lambda make: make.__name__)
def posted(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[int]:
    """The key of a letter of each kind, written once for all tests that look at it."""

    def write() -> int:
        players = [
            User.objects.create_user(f"{name}@duelpost.example", name=name.capitalize())
            for name in ("ada", "bruno")
        ]
        return int(request.param(begin(*players)).pk)

    with lasting(django_db_blocker, request.param.__name__, write) as key:
        yield key


@pytest.fixture
def letter(posted: int, db: None) -> Letter:
    """A letter of each kind in turn."""
    return Letter.objects.get(pk=posted)


class Tags(HTMLParser):
    """The tags of an HTML part, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body(preferencelist=(kind,))
    assert body is not None
    return str(body.get_content())


def test_a_strict_program_reads_it(letter: Letter) -> None:
    assert max(map(len, raw(letter).splitlines())) < 998
    message = parsed(letter)
    assert not message.defects
    assert message["Auto-Submitted"] == "auto-generated"
    if kind_of(letter.kind).can_be_muted:
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert message["List-Unsubscribe"].strip().startswith(f"<{settings.SITE_URL}/")
    else:
        assert message["List-Unsubscribe"] is None
    assert message["List-Id"] == f"<games.{settings.SITE_HOST}>"
    assert part(message, "plain").strip()
    assert "</html>" in part(message, "html")


def test_its_text_fits_a_narrow_window(letter: Letter) -> None:
    for line in draft_of(letter).text.splitlines():
        assert len(line) <= 78, line


def test_its_addresses_fit_a_line_of_text(letter: Letter) -> None:
    with override_settings(SITE_URL="https://" + "h" * 24):
        draft = draft_of(letter)
    links = re.findall(r"https://\S+", draft.text)
    assert links
    assert max(map(len, links)) <= 76


def test_its_html_loads_and_runs_nothing(letter: Letter) -> None:
    found = Tags(draft_of(letter).html).tags
    assert not {tag for tag, _ in found} & {"script", "img", "link", "iframe", "form", "object"}
    for _, attributes in found:
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert "url(" not in (attributes.get("style") or "")
        href = attributes.get("href") or settings.SITE_URL
        assert href.startswith((settings.SITE_URL, "mailto:"))


def test_plain_text_is_not_written_for_browsers(letter: Letter) -> None:
    User.objects.filter(name="Ada").update(name="O'Ada & <b>")
    User.objects.filter(name="Bruno").update(name="O'Bru & <b>")
    draft = draft_of(letter)
    assert "O'" in draft.text + draft.subject
    for plain in (draft.subject, draft.text):
        assert "&amp;" not in plain
        assert "&#x27;" not in plain
    assert "<b>" not in draft.html


def test_one_letter_holds_no_secret_of_the_other_side(letter: Letter) -> None:
    draft = draft_of(letter)
    secrets = [bytes(row.secret).hex() for row in GameSecret.objects.all()]
    assert secrets
    files = b"".join(attachment.content for attachment in draft.attachments).decode()
    for content in (draft.subject, draft.text, draft.html, files):
        assert not [secret for secret in secrets if secret in content]
    # Cards are told in words: the id of one that is hidden could come from nowhere but a leak.
    for content in (draft.text, draft.html):
        assert not re.search(r"\bD[123]-\d\d\b", re.sub(r"https?://\S+", "", content))


@pytest.mark.parametrize("language", ["fr", "it"])
def test_it_speaks_the_readers_language(letter: Letter, language: str) -> None:
    english = draft_of(letter)
    User.objects.update(language=language)
    translated = draft_of(letter)
    assert translated.subject != english.subject
    ours = set(_sentences(english)) & set(_sentences(translated))
    assert {line for line in ours if not _is_the_same_everywhere(line)} == set()


def _sentences(draft: Draft) -> list[str]:
    return [line.strip() for line in draft.text.splitlines() if re.search(r"[a-z]{3}", line)]


def _is_the_same_everywhere(line: str) -> bool:
    is_written_by_people = line == MESSAGE
    is_address = re.fullmatch(r"\S+@\S+", line)
    is_no_language = (
        is_address or "://" in line or "a      b" in line or re.fullmatch(r"[0-9a-f ]+", line)
    )
    return is_written_by_people or bool(is_no_language)
