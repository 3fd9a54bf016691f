"""The admin's pages about a game whose record is broken."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from duel.models import Game
from support.decisions import Ruling
from support.disputes.canned_answers.situations import MISSING, STATEMENT_WORDS, AnswerStatement
from support.models import Act
from tests.duel.integrity.breaking import cut_off
from tests.duel.integrity.conftest import BREAKS
from tests.support.admin.staff import carry_out
from tests.support.decisions.verbs import hold, void
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.django_db

REASON = "Entries of its log are missing."
SETTLES = {"hold", "award", "void", "resign", "cancel"}


@pytest.fixture
def desk(client: Client, olga: User) -> Client:
    """Olga's browser, signed in."""
    client.force_login(olga)
    return client


def page_of(desk: Client, game: Game) -> str:
    answer = desk.get(reverse("admin:duel_game_change", args=[game.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def decide(game: Game, act: str) -> str:
    return reverse("admin:duel_game_decide", args=[game.pk, act])


def offered(page: str, game: Game) -> set[str]:
    return {act for act in Act.values if decide(game, act) in page}


@pytest.mark.words
@pytest.mark.parametrize("how", BREAKS)
def test_the_page_opens_and_offers_what_can_be_done_without_a_log(
    desk: Client, whole: Game, how: str
) -> None:
    BREAKS[how](whole)
    page = page_of(desk, whole)
    assert offered(page, whole) == SETTLES
    assert "The record is damaged: nobody can move" in page


def test_the_diagnosis_says_nothing_of_a_turn_that_the_log_does_not_reach(
    desk: Client, broken: Game
) -> None:
    page = page_of(desk, broken)
    assert "The log can be replayed up to entry 1, ply 1." in page
    assert f"Entries found: 1. By the columns of the game, {broken.seq} were written" in page
    assert "is to move, since" not in page
    assert "has pressed no button of a link" not in page
    assert "There is no letter that brings" not in page
    assert f"seq: expected 1, found {broken.seq}" in page
    assert "to_move: expected" not in page


@pytest.mark.parametrize(
    ("act", "chosen"),
    [
        ("hold", {}),
        ("void", {}),
        ("cancel", {}),
        ("award", {"winners": 1}),
        ("resign", {"seat": 0}),
    ],
)
def test_it_is_asked_shown_and_carried_out(
    desk: Client, broken: Game, act: str, chosen: dict[str, object]
) -> None:
    asked = desk.get(decide(broken, act))
    assert asked.status_code == 200
    data = {"reason": REASON, "expected_seq": broken.entries.count(), **chosen}
    shown = desk.post(decide(broken, act), data).content.decode()
    assert f"(entries found: 1, written: {broken.seq})" in shown
    assert "Told by letter, with your message but not your reason: Ada and Bruno." in shown
    done = carry_out(desk, decide(broken, act), data, follow=True).content.decode()
    assert "Told by letter: Ada and Bruno." in done
    assert broken.settlements.get().act == act
    assert "beside the log (entries found: 1)" in done
    assert REASON in done
    left = {"award", "void"} if act != "hold" else SETTLES - {"hold"}
    assert offered(done, broken) == left
    assert "/revoke/" not in done


def test_what_needs_a_log_is_refused_with_a_sentence(desk: Client, whole: Game, olga: User) -> None:
    decision = hold(Ruling(olga, whole.public_id, REASON, whole.seq))
    cut_off(whole)
    addresses = [decide(whole, act) for act in Act.values if act not in SETTLES]
    addresses.append(reverse("admin:duel_game_revoke", args=[whole.pk, decision.pk]))
    for address in addresses:
        for answer in (desk.get(address), desk.post(address, {"carry_out": "1"})):
            assert answer.status_code == 409
            assert "nothing is added to it" in answer.content.decode()


def test_of_two_operators_the_second_is_told_that_it_was_settled(
    desk: Client, broken: Game, olga: User
) -> None:
    mark = broken.entries.count()
    void(Ruling(olga, broken.public_id, REASON, broken.seq))
    data = {"reason": REASON, "expected_seq": mark, "winners": 0, "carry_out": "1"}
    answer = desk.post(decide(broken, "award"), data)
    assert answer.status_code == 409
    assert "moved on since you looked at it" in answer.content.decode()
    assert broken.settlements.count() == 1


@pytest.mark.words
@pytest.mark.parametrize(
    ("fill", "statement", "is_broken"),
    [
        ("fair", AnswerStatement.SOUND, True),
        ("nothing", AnswerStatement.SOUND, True),
        ("tampered", AnswerStatement.ALTERED, False),
    ],
)
def test_no_answer_is_proposed_that_the_replay_contradicts(
    desk: Client, whole: Game, fill: str, statement: AnswerStatement, is_broken: bool
) -> None:
    dispute = reported(whole, topic="tampering")
    page = reverse("admin:support_dispute_answer", args=[dispute.pk])
    at_first = desk.get(page).context["form"]
    assert not at_first["to_reporter"].value()
    if is_broken:
        cut_off(whole)
    answer = desk.post(page, {"fill": fill, "expected": "0", "to_reporter": "My own words."})
    assert escape(str(MISSING[statement])) in answer.content.decode()
    words = str(STATEMENT_WORDS[statement].to_reporter)
    assert words not in str(answer.context["form"]["to_reporter"].value())


@pytest.mark.words
@pytest.mark.parametrize(
    ("language", "words"), [("en", "not what was written"), ("fr", "journal"), ("it", "registro")]
)
def test_there_is_an_answer_for_tampering_that_was_found(
    desk: Client, broken: Game, language: str, words: str
) -> None:
    User.objects.filter(is_staff=False).update(language=language)
    dispute = reported(broken, topic="tampering")
    page = reverse("admin:support_dispute_answer", args=[dispute.pk])
    form = desk.post(page, {"fill": "tampered", "expected": "0"}).context["form"]
    assert words in form["to_reporter"].value()
    assert form["to_opponent"].value()


def test_a_game_that_was_settled_is_found_under_its_name_and_no_more_a_worry(
    desk: Client, broken: Game, olga: User
) -> None:
    void(Ruling(olga, broken.public_id, REASON, broken.seq))
    page = page_of(desk, broken)
    assert "The record is damaged. An operator declared the game void; nobody won." in page
    assert "Settled beside the log (entries found: 1): void." in page
    listed = desk.get(reverse("admin:duel_game_changelist")).content.decode()
    assert "An operator declared the game void; nobody won." in listed
    assert (
        "Every game that was replayed is as it was written."
        in desk.get(reverse("admin:index")).content.decode()
    )
