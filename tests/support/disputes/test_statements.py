"""An answer states only what the service has checked, before it is proposed and when it is sent."""

from datetime import timedelta
from string import Formatter

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.play.notes import write_note
from mail.models import Letter
from mail.reports.events import Report, record
from support.decisions import Ruling
from support.decisions.revoking import revoke
from support.disputes.canned_answers import answer_to_reporter, statements_in, words_in
from support.disputes.canned_answers.claims import NotTrue, facts_for, true_statements
from support.disputes.canned_answers.situations import (
    ADVICE,
    MISSING,
    STATEMENT_WORDS,
    STATEMENTS,
    AnswerStatement,
    Situation,
)
from support.disputes.handling import erase_note, settle, take
from support.models import Decision, Dispute
from support.people.services import mute_notes, unmute_notes
from tests.duel.clocks.ticking import everybody_has_moved, seat_to_move, send_letters, sweep_at
from tests.duel.tables import a_quiet_move, play_on, submit
from tests.support.decisions.verbs import award, extend, hold, reopen, roll_back, void
from tests.support.disputes.reports import reported

LANGUAGES = ("en", "fr", "it")

pytestmark = [pytest.mark.django_db, pytest.mark.words]


def ruling(game: Game, operator: User) -> Ruling:
    game.refresh_from_db()
    return Ruling(operator, game.public_id, "It was looked into.", game.seq)


def is_true(statement: AnswerStatement, dispute: Dispute) -> bool:
    return facts_for(statement, dispute) is not None


@pytest.fixture
def played(game: Game) -> Game:
    """Both have moved, and the letters have left."""
    everybody_has_moved(game)
    Letter.objects.update(next_attempt_at=timezone.now(), not_before=None)
    send_letters(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def dispute(played: Game) -> Dispute:
    """A report of the player to move."""
    return reported(played, seat_to_move(played).number)


def test_nothing_is_stated_of_a_game_to_which_nothing_was_done(dispute: Dispute) -> None:
    true = {each for each in AnswerStatement if is_true(each, dispute)}
    assert true == {
        AnswerStatement.LETTER_WENT,
        AnswerStatement.SEEN_SINCE,
        AnswerStatement.MOVE_STANDS,
        AnswerStatement.SILENT,
        AnswerStatement.SOUND,
        AnswerStatement.UNCHANGED,
        AnswerStatement.WRITER_TOLD,
    }


def test_time_is_told_of_only_if_an_operator_gave_it_to_the_reporter(
    dispute: Dispute, olga: User
) -> None:
    game = dispute.game
    extend(ruling(game, olga), seat=1 - dispute.seat, seconds=7200)
    assert not is_true(AnswerStatement.TIME_GIVEN, dispute)
    extend(ruling(game, olga), seat=dispute.seat, seconds=7200)
    assert is_true(AnswerStatement.TIME_GIVEN, dispute)
    assert not is_true(AnswerStatement.UNCHANGED, dispute)


def test_a_decision_counts_while_nobody_has_taken_it_back(dispute: Dispute, olga: User) -> None:
    game = dispute.game
    decision = roll_back(ruling(game, olga), ply=game.ply - 1)
    assert is_true(AnswerStatement.SET_BACK, dispute)
    assert not is_true(AnswerStatement.MOVE_STANDS, dispute)
    revoke(ruling(game, olga), decision=decision)
    assert not is_true(AnswerStatement.SET_BACK, dispute), (
        "What takes a rollback back is one as well."
    )
    assert is_true(AnswerStatement.MOVE_STANDS, dispute)
    decision = award(ruling(game, olga), winners=[dispute.seat])
    assert is_true(AnswerStatement.ENDED, dispute)
    revoke(ruling(game, olga), decision=decision)
    assert not is_true(AnswerStatement.ENDED, dispute)


def test_a_decision_from_before_the_report_is_none_about_it(played: Game, olga: User) -> None:
    roll_back(ruling(played, olga), ply=played.ply - 1)
    Decision.objects.update(made_at=timezone.now() - timedelta(hours=1))
    assert not is_true(AnswerStatement.SET_BACK, reported(played))


def test_a_game_that_is_voided_and_proposed_again(dispute: Dispute, olga: User) -> None:
    decision = void(ruling(dispute.game, olga), rematch=True)
    assert is_true(AnswerStatement.VOIDED, dispute)
    assert is_true(AnswerStatement.PROPOSED, dispute)
    assert is_true(AnswerStatement.ENDED, dispute)
    revoke(ruling(dispute.game, olga), decision=decision)
    assert not is_true(AnswerStatement.VOIDED, dispute)


def test_a_game_goes_on_only_if_it_was_reopened_and_runs(dispute: Dispute, olga: User) -> None:
    game = dispute.game
    Game.objects.filter(pk=game.pk).update(late_may_be_claimed=False)
    with time_machine.travel(timezone.now() + timedelta(days=60), tick=False) as traveller:
        sweep_at(timezone.now(), traveller)
    game.refresh_from_db()
    assert game.status == "over"
    assert not is_true(AnswerStatement.GOES_ON, dispute)
    reopen(ruling(game, olga))
    assert is_true(AnswerStatement.GOES_ON, dispute)
    award(ruling(game, olga), winners=[0])
    assert not is_true(AnswerStatement.GOES_ON, dispute)


def test_the_fate_of_a_letter_is_what_was_reported_of_it(dispute: Dispute) -> None:
    turn = Letter.objects.filter(kind="your-turn", key__contains=f":{dispute.seat}:").latest("pk")
    assert is_true(AnswerStatement.LETTER_WENT, dispute)
    assert not is_true(AnswerStatement.LETTER_LOST, dispute)
    record(Report("late", "esp", "bounced", timezone.now(), token=turn.token))
    assert facts_for(AnswerStatement.LETTER_LOST, dispute) == {"lost": turn.created_at}
    assert not is_true(AnswerStatement.LETTER_WENT, dispute)
    reporter = dispute.reporter
    assert reporter is not None
    words = answer_to_reporter(dispute, Situation.LOST_MAIL, [AnswerStatement.LETTER_LOST])
    assert "did not reach you" in words
    assert "given time" not in words


def test_a_note_was_erased_only_if_it_was_the_others(dispute: Dispute, olga: User) -> None:
    game = dispute.game
    for number in (dispute.seat, 1 - dispute.seat):
        assert not is_true(AnswerStatement.ERASED, dispute)
        write_note(seat=game.seats.get(number=number), ply=game.ply, text="You potato.")
        note = game.notes.get(seat=number)
        erase_note(operator=olga, game=game, note=note.pk, reason="An insult.")
    assert is_true(AnswerStatement.ERASED, dispute)


def test_notes_are_muted_while_they_are(dispute: Dispute, olga: User) -> None:
    game = dispute.game
    writer = game.seats.get(number=1 - dispute.seat).user
    assert writer is not None
    for where in (game, None):
        mute_notes(operator=olga, person=writer, game=where, reason="Insults.")
        assert is_true(AnswerStatement.NOTES_MUTED, dispute)
        unmute_notes(operator=olga, person=writer, game=where, reason="Apologies.")
        assert not is_true(AnswerStatement.NOTES_MUTED, dispute)


def test_who_has_moved_since_is_not_silent(dispute: Dispute) -> None:
    assert is_true(AnswerStatement.SILENT, dispute)
    play_on(dispute.game, 4)
    assert not is_true(AnswerStatement.SILENT, dispute)


def test_a_quiet_turn_that_nobody_answered_is_no_reason_to_let_it_stand(played: Game) -> None:
    mover = seat_to_move(played).number
    submit(played, a_quiet_move(played))
    dispute = reported(played, mover)
    assert not is_true(AnswerStatement.SEEN_SINCE, dispute)
    play_on(played, 1)
    assert is_true(AnswerStatement.SEEN_SINCE, dispute)


def test_a_hold_alone_changes_nothing(dispute: Dispute, olga: User) -> None:
    hold(ruling(dispute.game, olga))
    assert is_true(AnswerStatement.UNCHANGED, dispute)


def answer(dispute: Dispute, operator: User, **changes: object) -> Dispute:
    dispute.refresh_from_db()
    taken = take(operator=operator, dispute=dispute.pk, expected=dispute.revision)
    given: dict[str, object] = {"state": "resolved", "to_reporter": "We looked.", **changes}
    return settle(operator=operator, dispute=dispute.pk, expected=taken.revision, **given)  # type: ignore[arg-type]


def test_what_is_no_longer_true_is_not_sent(dispute: Dispute, olga: User) -> None:
    game = dispute.game
    decision = roll_back(ruling(game, olga), ply=game.ply - 1)
    statements = true_statements(Situation.TAKEN_BACK, dispute)
    words = answer_to_reporter(dispute, Situation.TAKEN_BACK, statements)
    revoke(ruling(game, olga), decision=decision)
    for stated, text in ((statements, "We looked."), ([], words), (statements, words)):
        with pytest.raises(NotTrue, match="no decision to roll back stands since the report"):
            answer(dispute, olga, stated=stated, to_reporter=text)
    dispute.refresh_from_db()
    assert not dispute.is_settled
    assert not Letter.objects.filter(kind="dispute-settled").exists()


def test_the_writer_is_told_only_if_the_answer_goes_there(dispute: Dispute, olga: User) -> None:
    with pytest.raises(NotTrue, match="does not go to one player"):
        answer(dispute, olga, stated=[AnswerStatement.WRITER_TOLD])
    answer(dispute, olga, stated=[AnswerStatement.WRITER_TOLD], to_opponent="Please do not.")
    assert Letter.objects.filter(kind="dispute-settled").count() == 2


def page_of(dispute: Dispute) -> str:
    return reverse("admin:support_dispute_answer", args=[dispute.pk])


def test_the_form_offers_what_is_true_and_says_why_not_the_rest(
    client: Client, dispute: Dispute, olga: User
) -> None:
    client.force_login(olga)
    extend(ruling(dispute.game, olga), seat=dispute.seat, seconds=7200)
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    page = client.post(page_of(dispute), {"fill": "lost-mail"})
    assert [value for value, *_ in page.context["offered"]] == ["letter-went", "time-given"]
    shown = page.content.decode()
    assert "no decision to reopen the game stands since the report" in shown
    words = page.context["form"]["to_reporter"].value()
    assert "You have been given time." in words
    assert "left us on" in words
    assert "goes on" not in words
    sent = {"again": "lost-mail", "said": ["time-given"]}
    page = client.post(page_of(dispute), sent)
    words = page.context["form"]["to_reporter"].value()
    assert "You have been given time." in words
    assert "left us on" not in words, "It contains just what is ticked."


def test_nothing_is_proposed_where_nothing_is_true(
    client: Client, dispute: Dispute, olga: User
) -> None:
    client.force_login(olga)
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    page = client.post(page_of(dispute), {"fill": "taken-back", "to_reporter": "Half an answer"})
    assert "nothing that this answer could state is true" in page.content.decode()
    assert page.context["form"]["to_reporter"].value() == "Half an answer"
    roll_back(ruling(dispute.game, olga), ply=dispute.game.ply - 1)
    page = client.post(page_of(dispute), {"fill": "taken-back", "situation": "taken-back"})
    assert "We set the game back" in page.context["form"]["to_reporter"].value()


def test_what_was_typed_stays_when_something_was_revoked_meanwhile(
    client: Client, dispute: Dispute, olga: User
) -> None:
    client.force_login(olga)
    game = dispute.game
    decision = roll_back(ruling(game, olga), ply=game.ply - 1)
    taken = take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    revoke(ruling(game, olga), decision=decision)
    sent = {
        "expected": taken.revision,
        "state": "resolved",
        "situation": "taken-back",
        "said": ["set-back"],
        "to_reporter": "We set it back, and I typed this.",
    }
    shown = client.post(page_of(dispute), sent).content.decode()
    assert "Nothing was sent" in shown
    assert "no decision to roll back stands since the report" in shown
    assert "We set it back, and I typed this." in shown
    assert not Letter.objects.filter(kind="dispute-settled").exists()


def test_the_words_of_every_statement_are_known_again(dispute: Dispute, olga: User) -> None:
    """In each language, also when a mailer or a form has broken their lines."""
    reporter = dispute.reporter
    assert reporter is not None
    for code in LANGUAGES:
        User.objects.filter(pk=reporter.pk).update(language=code)
        fresh = Dispute.objects.get(pk=dispute.pk)
        for statement, words in STATEMENT_WORDS.items():
            text = words_in(code, words.to_reporter)
            text %= {name: "Bruno & 100 %" for _, name in fields_of(text)}
            typed = "Hello,\r\n" + text.replace(" ", "\r\n", 3) + " Olga"
            assert statement in statements_in(fresh, to_reporter=typed, to_opponent="")


def fields_of(words: str) -> list[tuple[str, str]]:
    """The gaps of a text with `%(name)s` in it."""
    plain = words.replace("{", "").replace("%(", "{").replace(")s", "}")
    return [(text, name) for text, name, *_ in Formatter().parse(plain) if name]


def test_every_language_says_every_statement_and_advice() -> None:
    assert (
        {each for statements in STATEMENTS.values() for each in statements}
        == set(AnswerStatement)
        == set(MISSING)
    )
    assert set(STATEMENTS) == set(Situation)
    assert set(STATEMENT_WORDS) == set(AnswerStatement)
    assert set(ADVICE) == set(Situation)
    for code in LANGUAGES:
        for words in (*STATEMENT_WORDS.values(), *ADVICE.values()):
            for each in (words.to_reporter, words.to_opponent, words.among_several):
                statements, meant = words_in(code, each), words_in("en", each)
                assert bool(statements) == bool(meant)
                assert sorted(fields_of(statements)) or not fields_of(meant)
                assert {name for _, name in fields_of(statements)} == {
                    name for _, name in fields_of(meant)
                }
                assert code == "en" or not statements or statements != meant


def test_suspicion_is_answered_with_the_proof(dispute: Dispute) -> None:
    game, reporter = dispute.game, dispute.reporter
    assert reporter is not None
    for language in LANGUAGES:
        User.objects.filter(pk=reporter.pk).update(language=language)
        fresh = Dispute.objects.get(pk=dispute.pk)
        words = answer_to_reporter(fresh, Situation.FAIR, [AnswerStatement.SOUND])
        assert game.commitment in words
        assert f"/games/{game.public_id}/file" in words
        assert "python -m engine verify" in words
