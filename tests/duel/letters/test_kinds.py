"""What holds for every kind of letter about a game, in every language."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client, override_settings

from accounts.models import User
from duel.letters.colours import TOKEN_COLOURS
from duel.log import read_log
from duel.models import Game, GameSecret
from duel.services.undo import unsend
from duel.wording.cards import card_words
from mail.drafts import Draft
from mail.models import Letter
from mail.registry import kind_of
from tests.duel.letters.kinds import (
    KINDS,
    REASON,
    draft_of,
    game_over,
    operator_decision,
)
from tests.duel.letters.post import mover, parsed, raw, read
from tests.duel.tables import begin, legal_moves, play_to_the_end, submit

pytestmark = pytest.mark.django_db
Make = Callable[[Game], Letter]
every_kind = pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


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


@every_kind
def test_a_strict_program_reads_it(game: Game, make: Make) -> None:
    letter = make(game)
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


@every_kind
def test_its_text_fits_a_narrow_window(game: Game, make: Make) -> None:
    for line in draft_of(make(game)).text.splitlines():
        assert len(line) <= 76 or "://" in line, line


@every_kind
def test_its_addresses_fit_a_line_of_text(game: Game, make: Make) -> None:
    letter = make(game)
    with override_settings(SITE_URL="https://" + "h" * 24):
        draft = draft_of(letter)
    links = re.findall(r"https://\S+", draft.text)
    assert links
    assert max(map(len, links)) <= 76


@every_kind
def test_its_html_loads_and_runs_nothing(game: Game, make: Make) -> None:
    found = Tags(draft_of(make(game)).html).tags
    assert not {tag for tag, _ in found} & {"script", "img", "link", "iframe", "form", "object"}
    for _, attributes in found:
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert "url(" not in (attributes.get("style") or "")
        href = attributes.get("href") or settings.SITE_URL
        assert href.startswith((settings.SITE_URL, "mailto:"))


@every_kind
def test_plain_text_is_not_written_for_browsers(game: Game, make: Make) -> None:
    User.objects.filter(name="Ada").update(name="O'Ada & <b>")
    User.objects.filter(name="Bruno").update(name="O'Bru & <b>")
    draft = draft_of(make(game))
    assert "O'" in draft.text + draft.subject
    for plain in (draft.subject, draft.text):
        assert "&amp;" not in plain
        assert "&#x27;" not in plain
    assert "<b>" not in draft.html


@every_kind
def test_one_letter_holds_no_secret_of_the_other_side(game: Game, make: Make) -> None:
    letter = make(game)
    draft = draft_of(letter)
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    files = b"".join(attachment.content for attachment in draft.attachments).decode()
    for content in (draft.subject, draft.text, draft.html, files):
        assert secret not in content
    # Cards are told in words: the id of one that is hidden could come from nowhere but a leak.
    for content in (draft.text, draft.html):
        assert not re.search(r"\bD[123]-\d\d\b", re.sub(r"https?://\S+", "", content))


def test_a_hidden_card_of_the_opponent_is_not_named(ada: User, bruno: User) -> None:
    for _ in range(20):
        game = begin(ada, bruno)
        blind = next(move for move in legal_moves(game) if "deck3" in move)
        seat = game.to_move or 0
        submit(game, blind)
        course = read_log(game).course
        view = course.game.view(course.position, seat)
        hidden = view["players"][seat]["reserved"][0]["id"]
        in_sight = {card_words(card) for row in view["market"].values() for card in row if card}
        if card_words(hidden) not in in_sight:
            break
    draft = read(game, mover(game))
    assert "a hidden card of level 3" in draft.text
    for content in (draft.text, draft.html):
        assert hidden not in content
        assert card_words(hidden) not in content


def test_what_was_taken_back_is_told_only_as_that(game: Game) -> None:
    seat = game.to_move or 0
    takes = [move for move in legal_moves(game) if move.startswith("take ")]
    first = max(takes, key=len)
    cells = set(first.split()[1:])
    second = next(move for move in takes if not cells & set(move.split()[1:]))
    submit(game, first)
    unsend(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel="web")
    submit(game, second)
    since = read(game, mover(game)).text.partition("SINCE YOUR LAST TURN")[2]
    since = since.partition("HOW IT STANDS")[0]
    assert "took a move back" in since
    assert not any(cell in since.split() for cell in cells)


def test_a_secret_that_stays_closed_is_promised_by_the_readers_clock(game: Game) -> None:
    letter = game_over(game)
    User.objects.update(time_zone="Europe/Rome")
    told = " ".join(draft_of(letter).text.split())
    assert re.search(r"The secret stays closed until \w+ \d+ \w+, \d\d:\d\d \(Rome\)", told)


def test_an_end_over_the_board_shows_the_secret_and_brings_the_file(game: Game) -> None:
    play_to_the_end(game)
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    reader = game.seats.get(number=0).user
    assert reader is not None
    draft = read(game, reader, "game-over")
    assert secret in draft.text
    (file,) = draft.attachments
    assert secret in file.content.decode()
    assert "won the game" in draft.text


@pytest.mark.parametrize("language", ["fr", "it"])
@every_kind
def test_it_speaks_the_readers_language(game: Game, make: Make, language: str) -> None:
    letter = make(game)
    english = draft_of(letter)
    User.objects.update(language=language)
    translated = draft_of(letter)
    assert translated.subject != english.subject
    ours = set(_sentences(english)) & set(_sentences(translated))
    assert {line for line in ours if not _is_the_same_everywhere(line)} == set()


def test_an_operators_decision_is_told_with_its_reason(game: Game) -> None:
    letter = operator_decision(game)
    draft = draft_of(letter)
    assert "An operator has given you 2 days more." in draft.text
    assert f"The reason:\n{REASON}" in draft.text
    assert parsed(letter)["X-Duelpost-Head"]


def test_the_last_letter_leads_to_another_game(client: Client, game: Game) -> None:
    draft = draft_of(game_over(game))
    link = re.search(r"https?://\S+(/again/\S+)", draft.text)
    assert link is not None
    assert client.get(link[1]).status_code == 200
    assert not game.rematches.exists()
    assert "is invited" in client.post(link[1]).content.decode()
    client.post(link[1])
    assert game.rematches.count() == 1


def test_who_stays_alone_is_offered_no_other_game(game: Game) -> None:
    letter = game_over(game)
    game.seats.exclude(user__email=letter.to).update(user=None)
    assert "/again/" not in draft_of(letter).text


@pytest.mark.parametrize("colour", TOKEN_COLOURS)
def test_every_word_on_a_token_can_be_read(colour: str) -> None:
    assert contrast(*TOKEN_COLOURS[colour]) >= 4.5


@pytest.mark.parametrize(
    ("ink", "paper"), [("#8f1d2c", "#fffdf8"), ("#645a50", "#fffdf8"), ("#ffffff", "#8f1d2c")]
)
def test_ink_and_paper_differ_enough(ink: str, paper: str) -> None:
    assert contrast(ink, paper) >= 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _sentences(draft: Draft) -> list[str]:
    return [line.strip() for line in draft.text.splitlines() if re.search(r"[a-z]{3}", line)]


def _is_the_same_everywhere(line: str) -> bool:
    is_written_by_people = line == REASON
    is_no_language = "://" in line or "a      b" in line or re.fullmatch(r"[0-9a-f ]+", line)
    return is_written_by_people or bool(is_no_language)
