"""No letter and no page about a game of three speaks as if there were two."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from duel.notices.kinds import KINDS
from duel.play.offers import ask_for_time, offer_to_cancel
from duel.record.finality import game_known_at
from duel.record.links import Link, Purpose, link_token
from engine.kinds import Channel
from mail.models import Letter
from support.disputes.canned_answers import words_in
from support.disputes.canned_answers.situations import ADVICE, STATEMENT_WORDS
from support.disputes.handling import take
from tests.duel.letter_links import board_address, more_address, move_address
from tests.duel.letters.kinds import late_turn
from tests.duel.letters.outbox import built
from tests.duel.toy.every_letter import EVERY_LETTER
from tests.duel.toy.table import begin_of_three, play_to_the_end, press
from tests.support.disputes.reports import report

pytestmark = pytest.mark.words

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)
_NAME = "(?:Ada|Bruno|Carla)"
OF_TWO = {
    "en": re.compile(
        r"(?<!\ban )\bopponent\b|\bboth\b|\bthe other player\b"
        rf"|(?<!with )(?<!against )(?<!of )(?<!to ){_NAME} and {_NAME} "
        r"(?:is|has|was|waits|wins|gets|claims|asks|moves|writes)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"(?<!\bun )\badversaire\b|\b(?:les|aux|tous|toutes) deux\b|\bl’autre joueur\b"
        rf"|(?<!avec )(?<!contre )(?<!de )(?<!à ){_NAME} et {_NAME} "
        r"(?:est|a|attend|gagne|peut|reçoit|apprend|écrit)\b",
        re.IGNORECASE,
    ),
    "it": re.compile(
        r"(?<!\bun )\bavversario\b|\bentramb[ie]\b|\b(?:i|ai|le|tutti e|tutte e) due\b"
        rf"|\bl’altro giocatore\b|(?<!con )(?<!contro )(?<!di )(?<!a ){_NAME} e {_NAME} "
        r"(?:è|ha|aspetta|vince|può|riceve|scrive)\b",
        re.IGNORECASE,
    ),
}
"""What only two can be told, and one verb for several people. One of several is *an* opponent."""

OF_NO_BEGUN_GAME = {"invitation", "invitation-answer", "invitation-reply", "proposal-off"}


def assert_for_three(language: str, *contents: str) -> None:
    for content in contents:
        words = " ".join(re.sub(r"<[^>]*>", " ", content).split())
        found = OF_TWO[language].search(words)
        assert found is None, words[max(0, found.start() - 80) : found.end() + 80]


def pages_of(game: Game, number: int) -> Iterator[str]:
    """Every page that a link of this seat opens."""
    seat, known = game.seats.get(number=number), game_known_at(game, number)
    yield board_address(known, seat)
    yield more_address(known, seat)
    if known.to_move == number:
        yield move_address(game, 1, seat)
    for purpose, page in (
        (Purpose.TIME, "duel:time"),
        (Purpose.TROUBLE, "duel:trouble"),
        (Purpose.REMATCH, "duel:again"),
    ):
        link = Link(game.pk, number, known.ply)
        yield reverse(page, args=[link_token(purpose, link, epoch=seat.link_epoch)])


def assert_pages_for_three(game: Game) -> None:
    for language in LANGUAGES:
        User.objects.update(language=language)
        game.refresh_from_db()
        for number in range(3):
            for address in pages_of(game, number):
                shown = Client().get(address)
                assert shown.status_code == 200
                assert f'lang="{language}"' in shown.content.decode()
                assert_for_three(language, shown.content.decode())


def test_every_kind_of_letter_about_a_begun_game_is_read_here() -> None:
    assert set(KINDS) - OF_NO_BEGUN_GAME <= {name.split(maxsplit=1)[0] for name in EVERY_LETTER}


@pytest.mark.parametrize("name", EVERY_LETTER)
def test_a_letter_speaks_to_three(game: Game, name: str) -> None:
    EVERY_LETTER[name](game)
    kind = name.split(maxsplit=1)[0]
    read = set()
    for language in LANGUAGES:
        User.objects.update(language=language)
        for letter in Letter.objects.exclude(kind__in=OF_NO_BEGUN_GAME):
            draft = built(letter)
            if draft is not None:
                read.add(letter.kind)
                assert_for_three(language, draft.subject, draft.text, draft.html)
    assert kind in read


@pytest.mark.parametrize("state", ["begun", "taken back", "offers", "late", "reported", "over"])
def test_a_page_speaks_to_three(
    game: Game, state: str, request: pytest.FixtureRequest, carla: User
) -> None:
    if state == "taken back":
        request.getfixturevalue("can_be_taken_back")
    if state in ("taken back", "offers"):
        press(game, "one")
    if state == "offers":
        offer_to_cancel(public_id=game.public_id, seat=0, channel=Channel.LINK)
        ask_for_time(public_id=game.public_id, seat=1, hours=24, channel=Channel.LINK)
    if state == "late":
        late_turn(game)
    if state == "reported":
        seat = game.seats.get(user=carla)
        report(seat=seat, topic="other", text="Help!", asks_hold=False, channel=Channel.LINK)
    if state == "over":
        play_to_the_end(game)
    assert_pages_for_three(game)


def test_what_happened_since_an_old_link_is_told_to_three(game: Game) -> None:
    old = list(pages_of(game, 0))
    play_to_the_end(game)
    for language in LANGUAGES:
        User.objects.update(language=language)
        for address in old:
            assert_for_three(language, Client().get(address).content.decode())


def test_spectators_read_of_three(client: Client, ada: User, bruno: User, carla: User) -> None:
    game = begin_of_three(ada, bruno, carla, is_public=True)
    play_to_the_end(game)
    page = client.get(f"/games/{game.public_id}/").content.decode()
    assert "Places: 1. Ada, 2. Carla, 3. Bruno." in page
    assert_for_three("en", page)


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("hold", {}),
        ("pause", {}),
        ("extend", {"seat": 2, "hours": 24}),
        ("award", {"winners": [0, 2]}),
        ("void", {"rematch": "on"}),
        ("cancel", {}),
        ("retire", {"seat": 1}),
        ("proxy", {"text": "one"}),
        ("rollback", {"ply": 0}),
        ("replace", {"seat": 2, "address": "stranger@duelpost.example"}),
    ],
)
def test_a_preview_of_a_decision_speaks_of_three(
    client: Client, game: Game, olga: User, act: str, fields: dict[str, object]
) -> None:
    User.objects.create_user("stranger@duelpost.example", name="Stranger")
    press(game, "one")
    address = reverse("admin:duel_game_decide", args=[game.pk, act])
    for language in LANGUAGES:
        User.objects.filter(pk=olga.pk).update(language=language)
        client.force_login(User.objects.get(pk=olga.pk))
        shown = client.post(address, {"reason": "So.", "expected_seq": game.seq, **fields})
        assert shown.status_code == 200
        assert "foreseen" in shown.content.decode()
        assert_for_three(language, shown.content.decode())


def test_the_operators_pages_speak_of_three(
    client: Client, game: Game, olga: User, carla: User
) -> None:
    late_turn(game)
    seat = game.seats.get(user=carla)
    dispute = report(seat=seat, topic="other", text="Help!", asks_hold=True, channel=Channel.LINK)
    dispute = take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    for language in LANGUAGES:
        User.objects.filter(pk=olga.pk).update(language=language)
        client.force_login(User.objects.get(pk=olga.pk))
        for page, pk in (
            ("admin:duel_game_change", game.pk),
            ("admin:support_dispute_change", dispute.pk),
            ("admin:support_dispute_answer", dispute.pk),
        ):
            shown = client.get(reverse(page, args=[pk]))
            assert shown.status_code == 200
            assert_for_three(language, shown.content.decode())


@pytest.mark.parametrize("code", LANGUAGES)
def test_canned_answers_speak_to_three(code: str) -> None:
    for words in (*STATEMENT_WORDS.values(), *ADVICE.values()):
        for said in (words.for_reporter(seats=3), words.to_opponent):
            assert_for_three(code, words_in(code, said).replace("%(opponent)s", "Ada"))
