"""A report in a game of three: whom it is about, and who is answered."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from duel.play.notes import write_note
from mail.models import Letter
from support.disputes.canned_answers import answer_to_opponent, answer_to_reporter
from support.disputes.canned_answers.claims import facts_for, true_statements
from support.disputes.canned_answers.situations import AnswerStatement, Situation
from support.disputes.handling import erase_note, name_concerned, settle, take
from support.errors import ReportHasChanged
from support.models import Dispute
from tests.duel.toy.table import press
from tests.support.disputes.reports import report

pytestmark = pytest.mark.words


@pytest.fixture
def dispute(game: Game, olga: User, carla: User, traveller: time_machine.Traveller) -> Dispute:
    """Carla has reported something after an hour, and Olga looks into it."""
    traveller.shift(3600)
    seat = game.seats.get(user=carla)
    made = report(seat=seat, topic="absence", text="Help!", asks_hold=False, channel="link")
    return take(operator=olga, dispute=made.pk, expected=made.revision)


def about(dispute: Dispute, operator: User, seat: int | None) -> Dispute:
    return name_concerned(
        operator=operator, dispute=dispute.pk, expected=dispute.revision, seat=seat
    )


def answered(dispute: Dispute, operator: User) -> list[str]:
    """Settle it with words to whom it is about; who gets them beside the reporter."""
    settle(
        operator=operator,
        dispute=dispute.pk,
        expected=dispute.revision,
        state="resolved",
        to_reporter="Thank you.",
        to_opponent="Please play.",
    )
    posted = Letter.objects.filter(kind="dispute-settled", data__is_reporter=False)
    return sorted(posted.values_list("to", flat=True))


def test_words_go_to_all_others_unless_one_is_named(
    dispute: Dispute, olga: User, ada: User, bruno: User
) -> None:
    assert answered(dispute, olga) == [ada.email, bruno.email]


def test_words_go_to_the_one_it_is_about(dispute: Dispute, olga: User, bruno: User) -> None:
    assert answered(about(dispute, olga, 1), olga) == [bruno.email]


def test_an_operator_names_whom_it_is_about_on_its_page(
    client: Client, dispute: Dispute, olga: User
) -> None:
    client.force_login(olga)
    page = reverse("admin:support_dispute_change", args=[dispute.pk])
    assert "Whom it is about" in client.get(page).content.decode()
    pressed = {"act": "about", "about": "1", "expected": dispute.revision}
    client.post(reverse("admin:support_dispute_act", args=[dispute.pk]), pressed)
    dispute.refresh_from_db()
    assert dispute.about == 1
    form = client.get(reverse("admin:support_dispute_answer", args=[dispute.pk])).content.decode()
    assert "Write to Bruno as well" in form
    assert "To Bruno, who reads English" in form


def test_all_others_are_named_where_it_is_about_nobody_in_particular(
    client: Client, dispute: Dispute, olga: User
) -> None:
    client.force_login(olga)
    form = client.get(reverse("admin:support_dispute_answer", args=[dispute.pk])).content.decode()
    assert "Write to Ada and Bruno as well" in form


@pytest.mark.parametrize("nobody", [2, 3])
def test_it_is_about_no_reporter_and_no_empty_seat(
    dispute: Dispute, olga: User, nobody: int
) -> None:
    with pytest.raises(ReportHasChanged):
        about(dispute, olga, nobody)


def test_only_one_player_can_be_called_silent(game: Game, dispute: Dispute, olga: User) -> None:
    press(game, "one")  # Ada is there, Bruno is not
    assert facts_for(AnswerStatement.SILENT, dispute) is None
    assert facts_for(AnswerStatement.SILENT, about(dispute, olga, 0)) is None
    dispute.refresh_from_db()
    assert facts_for(AnswerStatement.SILENT, about(dispute, olga, 1)) is not None


def test_a_note_that_was_erased_is_told_of_its_writer_alone(
    game: Game, dispute: Dispute, olga: User
) -> None:
    write_note(seat=game.seats.get(number=0), ply=0, text="Fool!")
    note = game.notes.get().pk
    erase_note(operator=olga, game=game, note=note, reason="An insult.")
    assert AnswerStatement.ERASED in true_statements(Situation.ABUSE, about(dispute, olga, 0))
    dispute.refresh_from_db()
    assert AnswerStatement.ERASED not in true_statements(Situation.ABUSE, about(dispute, olga, 1))


def test_the_words_name_whom_it_is_about_and_who_has_reported(dispute: Dispute, olga: User) -> None:
    said = [AnswerStatement.ERASED, AnswerStatement.NOTES_MUTED]
    named = about(dispute, olga, 1)
    assert "Notes of Bruno are not passed on" in answer_to_reporter(named, Situation.ABUSE, said)
    told = answer_to_opponent(named, Situation.ABUSE, said)
    assert "A note that you wrote in your game with Carla was an insult." in told
