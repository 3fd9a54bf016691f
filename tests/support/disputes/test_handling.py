from functools import partial
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from duel.errors import Stale
from duel.models import Game, Note
from duel.play.notes import write_note
from duel.record.log import read_log
from duel.seats.deletion import delete_account
from mail.models import Letter
from support.decisions import Ruling
from support.disputes.handling import erase_note, give_back, hold_game, remark, reopen, settle, take
from support.errors import (
    BadAnswer,
    BadRemark,
    NoReason,
    NoSuchNote,
    NotTaken,
    OwnGame,
    ReportHasChanged,
)
from support.models import Act, Decision, Dispute
from tests.duel.tables import assert_sound, at_once, begin, play_on
from tests.support.decisions.verbs import extend
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.django_db


def taken(game: Game, operator: User, **changes: Any) -> Dispute:
    dispute = reported(game, **changes)
    return take(operator=operator, dispute=dispute.pk, expected=dispute.revision)


def acts_on(dispute: Dispute) -> list[str]:
    rows = LogEntry.objects.filter(content_type__model="dispute", object_id=str(dispute.pk))
    return [row.change_message for row in rows.order_by("pk")]


def test_a_report_is_taken_given_back_and_taken_over(game: Game, olga: User, omar: User) -> None:
    dispute = reported(game)
    for act, operator, state in [
        (take, olga, "assigned"),
        (give_back, olga, "open"),
        (take, omar, "assigned"),
        (take, olga, "assigned"),
    ]:
        dispute = act(operator=operator, dispute=dispute.pk, expected=dispute.revision)
        assert dispute.state == state
    assert dispute.assigned_to == olga
    assert acts_on(dispute) == [
        "took it",
        "put it back into the queue",
        "took it",
        f"took it over from person {omar.pk}",
    ]


def test_only_whoever_has_taken_a_report_answers_it(game: Game, olga: User, omar: User) -> None:
    dispute = reported(game)
    answer = partial(
        settle, operator=omar, dispute=dispute.pk, state="resolved", to_reporter="It is done."
    )
    with pytest.raises(NotTaken):
        answer(expected=dispute.revision)
    dispute = take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    with pytest.raises(NotTaken):
        answer(expected=dispute.revision)
    with pytest.raises(NotTaken):
        give_back(operator=omar, dispute=dispute.pk, expected=dispute.revision)
    assert not Letter.objects.filter(kind="dispute-settled").exists()


def test_an_answer_settles_it_and_goes_to_the_reporter(game: Game, olga: User) -> None:
    dispute = taken(game, olga)
    settled = settle(
        operator=olga,
        dispute=dispute.pk,
        expected=dispute.revision,
        state="resolved",
        to_reporter="It is done.",
    )
    assert settled.state == "resolved"
    assert settled.settled_at is not None
    assert dispute.reporter is not None
    (letter,) = Letter.objects.filter(kind="dispute-settled")
    assert letter.to == dispute.reporter.email
    assert acts_on(dispute)[-1] == "resolved, told the reporter"


def test_the_opponent_is_told_only_if_there_are_words_for_them(game: Game, olga: User) -> None:
    decided = extend(
        Ruling(olga, game.public_id, "A letter was lost.", game.seq), seat=0, seconds=86400
    )
    dispute = taken(game, olga)
    settled = settle(
        operator=olga,
        dispute=dispute.pk,
        expected=dispute.revision,
        state="resolved",
        to_reporter="You have a day more.",
        to_opponent="They have a day more.",
        decision=decided,
    )
    assert settled.decision == decided
    assert Letter.objects.filter(kind="dispute-settled").count() == 2
    assert acts_on(dispute)[-1] == (
        f"resolved, told the reporter and opponent: decision extend in entry {decided.seq}"
    )


def test_nothing_is_settled_without_words_or_with_a_foreign_decision(
    game: Game, ada: User, eve: User, olga: User
) -> None:
    dispute = taken(game, olga)
    answer = partial(settle, operator=olga, dispute=dispute.pk, expected=dispute.revision)
    for words in (" ", "x" * 4001):
        with pytest.raises(BadAnswer):
            answer(state="resolved", to_reporter=words)
    for state in ("open", "assigned", "lost"):
        with pytest.raises(ReportHasChanged):
            answer(state=state, to_reporter="It is done.")
    other = begin(ada, eve)
    foreign = extend(Ruling(olga, other.public_id, "Why not.", other.seq), seat=0, seconds=86400)
    with pytest.raises(ReportHasChanged):
        answer(state="resolved", to_reporter="It is done.", decision=foreign)
    dispute.refresh_from_db()
    assert dispute.state == "assigned"


def test_a_settled_report_can_be_looked_into_again(game: Game, olga: User, omar: User) -> None:
    dispute = taken(game, olga)
    answer = partial(settle, dispute=dispute.pk, state="dismissed", to_reporter="All is well.")
    dispute = answer(operator=olga, expected=dispute.revision)
    with pytest.raises(ReportHasChanged):
        take(operator=omar, dispute=dispute.pk, expected=dispute.revision)
    dispute = reopen(operator=omar, dispute=dispute.pk, expected=dispute.revision)
    assert (dispute.state, dispute.assigned_to, dispute.settled_at) == ("assigned", omar, None)
    with pytest.raises(ReportHasChanged):
        reopen(operator=omar, dispute=dispute.pk, expected=dispute.revision)
    answer(operator=omar, expected=dispute.revision)
    assert Letter.objects.filter(kind="dispute-settled").count() == 2, "Each answer is told."


def test_it_is_not_opened_beside_a_newer_one_of_the_same_player(game: Game, olga: User) -> None:
    dispute = taken(game, olga)
    dispute = settle(
        operator=olga,
        dispute=dispute.pk,
        expected=dispute.revision,
        state="resolved",
        to_reporter="It is done.",
    )
    newer = reported(game)
    assert newer.pk != dispute.pk, "After an answer, a report is a new one."
    with pytest.raises(ReportHasChanged):
        reopen(operator=olga, dispute=dispute.pk, expected=dispute.revision)


def test_what_the_player_added_is_read_before_it_is_answered(game: Game, olga: User) -> None:
    dispute = taken(game, olga)
    reported(game, text="Wait, the letter came after all.")
    with pytest.raises(ReportHasChanged):
        settle(
            operator=olga,
            dispute=dispute.pk,
            expected=dispute.revision,
            state="resolved",
            to_reporter="It is done.",
        )


def test_operators_write_remarks_to_one_another(game: Game, olga: User, omar: User) -> None:
    dispute = reported(game)
    remark(operator=olga, dispute=dispute.pk, text="Their provider was down.")
    remark(operator=omar, dispute=dispute.pk, text="I saw it too.")
    assert [row.text for row in dispute.remarks.order_by("pk")] == [
        "Their provider was down.",
        "I saw it too.",
    ]
    assert acts_on(dispute) == ["wrote a remark"] * 2, "The audit log does not repeat the words."
    for words in ("", "x" * 2001):
        with pytest.raises(BadRemark):
            remark(operator=olga, dispute=dispute.pk, text=words)


def test_one_press_holds_the_game(game: Game, olga: User) -> None:
    dispute = reported(game, asks_hold=True)
    decision = hold_game(
        operator=olga,
        dispute=dispute.pk,
        expected=dispute.revision,
        expected_seq=game.seq,
        reason="We look into it.",
    )
    assert decision.act == Act.HOLD
    assert read_log(game).course.stopped
    assert acts_on(dispute) == ["stopped the clocks of its game"]
    assert_sound(game)


def test_a_hold_is_refused_when_the_game_or_the_report_moved_on(game: Game, olga: User) -> None:
    dispute = reported(game)
    press = partial(hold_game, operator=olga, dispute=dispute.pk, reason="We look into it.")
    seq = game.seq
    play_on(game, 1)
    with pytest.raises(Stale):
        press(expected=dispute.revision, expected_seq=seq)
    game.refresh_from_db()
    with pytest.raises(ReportHasChanged):
        press(expected=dispute.revision + 1, expected_seq=game.seq)
    assert not Decision.objects.exists(), "Nothing is half done."
    assert not read_log(game).course.stopped


def test_who_plays_in_a_game_handles_none_of_its_reports(game: Game, bruno: User) -> None:
    dispute = reported(game)
    User.objects.filter(pk=bruno.pk).update(is_staff=True, is_superuser=True)
    play: dict[str, Any] = {"operator": bruno, "dispute": dispute.pk}
    for act in (
        partial(take, **play, expected=0),
        partial(remark, **play, text="Nonsense."),
        partial(hold_game, **play, expected=0, expected_seq=game.seq, reason="Mine."),
        partial(settle, **play, expected=0, state="dismissed", to_reporter="No."),
        partial(reopen, **play, expected=0),
    ):
        with pytest.raises(OwnGame):
            act()
    assert not LogEntry.objects.exists()


def test_an_insult_is_erased_and_the_log_stays(game: Game, olga: User, bruno: User) -> None:
    play_on(game, 2)
    before = list(game.entries.values_list("hash", flat=True))
    write_note(seat=game.seats.get(number=1), ply=1, text="You play like a potato.")
    note = Note.objects.get()
    erase = partial(erase_note, game=game, note=note.pk)
    with pytest.raises(NoReason):
        erase(operator=olga, reason=" ")
    with pytest.raises(OwnGame):
        erase(operator=bruno, reason="It was a joke.")
    erase(operator=olga, reason="An insult.")
    assert not Note.objects.exists()
    assert list(game.entries.values_list("hash", flat=True)) == before
    row = LogEntry.objects.get()
    assert row.change_message == "erased the note of seat 1 at ply 1: An insult."
    assert "potato" not in row.change_message
    with pytest.raises(NoSuchNote):
        erase(operator=olga, reason="An insult.")


def test_a_note_of_another_game_is_not_erased_from_here(
    game: Game, ada: User, eve: User, olga: User
) -> None:
    other = begin(ada, eve)
    write_note(seat=other.seats.get(number=0), ply=0, text="Good luck!")
    with pytest.raises(NoSuchNote):
        erase_note(operator=olga, game=game, note=Note.objects.get().pk, reason="A slip.")
    assert Note.objects.exists()


def test_who_leaves_takes_their_words_along(game: Game, olga: User) -> None:
    dispute = taken(game, olga)
    reported(game, text="And another thing.")
    remark(operator=olga, dispute=dispute.pk, text="Ada writes a lot.")
    assert dispute.reporter is not None
    delete_account(user=dispute.reporter)
    dispute.refresh_from_db()
    assert (dispute.reporter_id, dispute.text, dispute.state) == (None, "", "dismissed")
    assert not dispute.additions.exists()
    assert not dispute.remarks.exists()


def test_reports_of_an_operator_who_leaves_go_back_into_the_queue(game: Game, omar: User) -> None:
    dispute = taken(game, omar)
    delete_account(user=omar)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.assigned_to) == ("open", None)
    assert dispute.text


@pytest.mark.django_db(transaction=True)
def test_of_two_operators_at_once_the_second_is_told(game: Game, olga: User, omar: User) -> None:
    dispute = reported(game)
    results = at_once(
        [
            partial(take, operator=operator, dispute=dispute.pk, expected=dispute.revision)
            for operator in (olga, omar)
        ]
    )
    assert sorted(type(result).__name__ for result in results) == ["Dispute", "ReportHasChanged"]
    assert len(acts_on(dispute)) == 1
