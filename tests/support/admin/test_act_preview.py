"""Players are sent what was previewed: anything else is shown anew, and nothing is done."""

from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from mail.models import Letter
from support.disputes.handling import take
from support.models import Decision, Dispute
from tests.duel.tables import begin, play_on
from tests.support.admin.staff import SUSPEND, act_on, person_with
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.django_db

CHANGED = "This is not what the preview showed"
WORDS = ["operator-decision", "suspended", "let-in-again", "dispute-settled"]
"""The kinds of letters that bring players words of operators."""


@pytest.fixture
def operator(client: Client, db: None) -> User:
    operator = person_with("admin", "Clara")
    client.force_login(operator)
    return operator


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 2)
    return game


@pytest.fixture(params=["decision", "suspension", "answer", "time for all"])
def act(
    request: pytest.FixtureRequest, game: Game, ada: User, operator: User
) -> tuple[str, dict[str, Any], str]:
    """Address and form of each act that writes to players, and a field whose words they read."""
    match request.param:
        case "decision":
            address = reverse("admin:duel_game_decide", args=[game.pk, "hold"])
            form = {"reason": "Ticket 1", "message": "We look.", "expected_seq": game.seq}
            return address, form, "message"
        case "suspension":
            return act_on(ada, "suspend"), {**SUSPEND, "message": "Be kind."}, "message"
        case "answer":
            dispute = reported(game)
            dispute = take(operator=operator, dispute=dispute.pk, expected=dispute.revision)
            form = {"expected": dispute.revision, "state": "resolved", "to_reporter": "Done."}
            return reverse("admin:support_dispute_answer", args=[dispute.pk]), form, "to_reporter"
    form = {"hours": 24, "reason": "Ticket 1", "message": "Our mail was down."}
    return reverse("admin:duel_add_time"), form, "message"


def press(client: Client, act: tuple[str, dict[str, Any], str], **fields: object) -> HttpResponse:
    return client.post(act[0], {**act[1], "carry_out": 1, **fields})  # type: ignore[return-value]


def seal_of(client: Client, act: tuple[str, dict[str, Any], str]) -> str:
    looked = client.post(act[0], act[1])
    assert looked.status_code == 200
    assert CHANGED not in looked.content.decode()
    seal: str = looked.context["preview"].seal
    assert seal in looked.content.decode()
    return seal


def assert_shown_anew(answer: HttpResponse) -> None:
    assert answer.status_code == 409
    assert CHANGED in answer.content.decode()
    assert not Letter.objects.filter(kind__in=WORDS).exists()
    assert not Decision.objects.exists()
    assert not Dispute.objects.filter(state="resolved").exists()
    assert not User.objects.exclude(suspended_at=None).exists()


def test_what_was_previewed_is_carried_out(
    client: Client, act: tuple[str, dict[str, Any], str]
) -> None:
    assert press(client, act, preview=seal_of(client, act)).status_code == 302


def test_nothing_is_carried_out_without_a_preview(
    client: Client, act: tuple[str, dict[str, Any], str]
) -> None:
    for forged in ("", "x", "ä", "A" * 22):
        assert_shown_anew(press(client, act, preview=forged))


def test_words_changed_after_the_preview_are_shown_first(
    client: Client, act: tuple[str, dict[str, Any], str]
) -> None:
    field = act[2]
    seal = seal_of(client, act)
    again = press(client, act, preview=seal, **{field: "Other words."})
    assert_shown_anew(again)
    assert "Other words." in again.content.decode()
    sealed = again.context["preview"].seal  # type: ignore[attr-defined]
    assert press(client, act, preview=sealed, **{field: "Other words."}).status_code == 302


def test_a_preview_is_for_the_operator_who_saw_it(
    client: Client, act: tuple[str, dict[str, Any], str], operator: User
) -> None:
    seal = seal_of(client, act)
    other = person_with("admin", "Olaf")
    Dispute.objects.update(assigned_to=other)
    client.force_login(other)
    assert_shown_anew(press(client, act, preview=seal))


def test_ends_of_lines_as_browsers_send_them_change_nothing(
    client: Client, act: tuple[str, dict[str, Any], str]
) -> None:
    address, form, field = act
    seal = seal_of(client, (address, {**form, field: "One.\nTwo."}, field))
    answer = press(client, act, preview=seal, **{field: "One.\r\nTwo."})
    assert answer.status_code == 302


def test_letters_that_say_something_else_meanwhile_are_shown_anew(
    client: Client, game: Game, operator: User, ada: User
) -> None:
    hold = (
        reverse("admin:duel_game_decide", args=[game.pk, "hold"]),
        {"reason": "Ticket 1", "message": "We look.", "expected_seq": game.seq},
        "message",
    )
    seal = seal_of(client, hold)
    User.objects.filter(pk=ada.pk).update(language="it")
    assert_shown_anew(press(client, hold, preview=seal))


def test_a_game_begun_after_the_preview_of_a_suspension_is_shown(
    client: Client, game: Game, operator: User, ada: User, bruno: User
) -> None:
    suspend = (act_on(ada, "suspend"), {**SUSPEND, "message": "Be kind."}, "message")
    seal = seal_of(client, suspend)
    begin(ada, bruno)
    assert_shown_anew(press(client, suspend, preview=seal))


def test_time_that_passes_while_the_operator_reads_changes_nothing(
    client: Client, game: Game, operator: User, traveller: time_machine.Traveller
) -> None:
    address = reverse("admin:duel_game_decide", args=[game.pk, "extend"])
    form = {"reason": "Mail", "seat": game.to_move, "hours": 24, "expected_seq": game.seq}
    seal = seal_of(client, (address, form, "message"))
    traveller.shift(300)
    assert press(client, (address, form, "message"), preview=seal).status_code == 302
    assert Decision.objects.get().act == "extend"


def test_a_preview_can_be_changed(client: Client, act: tuple[str, dict[str, Any], str]) -> None:
    address, form, field = act
    back = client.post(address, {**form, "preview": seal_of(client, act), "back": 1})
    assert back.context.get("preview") is None
    assert f'name="{field}"' in back.content.decode()
    assert form[field] in back.content.decode()


def test_it_is_carried_out_once(client: Client, act: tuple[str, dict[str, Any], str]) -> None:
    seal = seal_of(client, act)
    assert press(client, act, preview=seal).status_code == 302
    letters = Letter.objects.count()
    assert press(client, act, preview=seal).status_code != 302
    assert Letter.objects.count() == letters
