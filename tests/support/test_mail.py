"""Mail that came in, as operators see it: timeline, clocks, figures, work list."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from duel.models import Game, Seat
from duel.perspective.clock_words import clock_sentences
from duel.record.log import read_log
from duel.timekeeping.clocks import claim
from duel.timekeeping.mail import HELD_AFTER, MailIsWaiting, hold_for_mail
from engine.kinds import Channel
from mail.inbound.processing import read_mail
from mail.models import InboundMail
from support import lists
from support.decisions import Ruling, preview
from support.last_seen import last_sign_in, last_sign_of
from support.report.diagnosis import diagnose
from support.report.game_report import report_of
from support.report.people import players_of
from support.report.timeline import timeline
from support.status.figures import status_figures, unread_mail
from support.status.in_words import bulletin, troubles
from support.worklist.lines import work_list
from support.worklist.tasks import Task
from tests.duel.clocks.ticking import HOUR, begin_with, kinds, seat_to_move, start_clock, sweep_at
from tests.duel.replies.mailing import numbered, write
from tests.duel.tables import assert_sound, known_to
from tests.plans import plan_by_index
from tests.support.admin.staff import person_with
from tests.support.decisions.verbs import hold, resume

MINUTE = timedelta(minutes=1)


@pytest.fixture
def held(game: Game, traveller: time_machine.Traveller) -> Game:
    """A game that the service holds: a mail that came in time was not read for two hours."""
    start_clock(game)
    game.refresh_from_db()
    deadline = _deadline(game)
    traveller.move_to(deadline - MINUTE)
    mail = write(seat_to_move(game), "this is no move", is_read=False)
    InboundMail.objects.filter(pk=mail.pk).update(last_error="OperationalError: ?")
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    return game


def _deadline(game: Game) -> datetime:
    assert game.deadline is not None
    return game.deadline


def is_read_again() -> InboundMail:
    InboundMail.objects.update(status="waiting", attempts=0, next_attempt_at=timezone.now())
    mail = InboundMail.objects.get()
    read_mail(mail.pk)
    mail.refresh_from_db()
    return mail


def timeline_text(game: Game, reader: User | None = None) -> str:
    game.refresh_from_db()
    return "\n".join(item.sentence for item in timeline(report_of(game.pk, reader=reader)))


def diagnosis_of(game: Game) -> str:
    report, now = report_of(game.pk), timezone.now()
    found = diagnose(report, players_of(report, now=now), now=now)
    return "\n".join(finding.sentence for finding in found.findings)


def tasks(reader: User, what: str) -> list[Task]:
    return [task for task in work_list(reader).tasks if task.what.startswith(what)]


def a_take(game: Game) -> str:
    moves = [move for move in numbered(game, seat_to_move(game)) if move.startswith("take ")]
    return max(moves, key=len)


def test_the_timeline_tells_of_each_mail_and_what_became_of_it(game: Game, olga: User) -> None:
    seat = seat_to_move(game)
    move = a_take(game)
    write(seat, "hocus pocus fidibus")
    write(seat, move)
    write(seat, "7", sender="eve@elsewhere.example")
    story = timeline_text(game, olga)
    assert f"{seat.user} wrote a mail: " in story
    assert "fidibus" not in story, "What was not understood may be meant for a player."
    assert f"{seat.user} wrote a mail, “{move}”: a move was played." in story
    assert f"A mail came in for {seat.user}: from an unknown address: nothing was done." in story
    assert "(by a reply)" in story


def test_a_mail_stands_where_it_was_received_and_leads_to_its_page(
    client: Client, game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    seat = seat_to_move(game)
    received_at = timezone.now()
    traveller.shift(HOUR)
    mail = write(seat, a_take(game), received_at=received_at)
    item = next(item for item in timeline(report_of(game.pk, reader=olga)) if item.mail)
    assert (item.at, item.mail) == (received_at, mail.pk)
    client.force_login(olga)
    page = client.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert reverse("admin:mail_inboundmail_change", args=[mail.pk]) in page


def test_what_players_write_for_themselves_is_not_on_the_timeline(game: Game, olga: User) -> None:
    seat = seat_to_move(game)
    write(seat, f"preview {a_take(game)}")
    write(seat, f"{a_take(game)}\n\nto me: go for the pearls\n\norders:\ntake pearl")
    story = timeline_text(game, olga)
    assert "a move was previewed" in story
    for plan in ("preview ", "pearls", "orders", "take pearl"):
        assert plan not in story


def test_who_may_not_reveal_letters_is_told_no_words_of_mail(game: Game) -> None:
    clerk = person_with("read-only")
    write(seat_to_move(game), "hocus pocus fidibus")
    assert "wrote a mail: " in timeline_text(game, clerk)
    assert "fidibus" not in timeline_text(game, clerk)


def test_who_plays_is_told_of_no_mail_at_all(game: Game, ada: User, bruno: User) -> None:
    write(seat_to_move(game), "hocus pocus fidibus")
    for player in (ada, bruno):
        User.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
        assert "mail" not in timeline_text(game, User.objects.get(pk=player.pk))


def test_who_plays_against_its_writer_elsewhere_is_told_no_words(game: Game, olga: User) -> None:
    seat = seat_to_move(game)
    assert seat.user is not None
    begin_with(seat.user, olga, grace=86400)
    write(seat, "hocus pocus fidibus")
    assert f"{seat.user} wrote a mail: " in timeline_text(game, olga)
    assert "fidibus" not in timeline_text(game, olga)


def test_a_hold_for_a_mail_is_not_told_as_an_operators_act(held: Game) -> None:
    assert "The service stopped the clocks: a mail that came in time" in timeline_text(held)
    assert "The service stopped the clocks" in diagnosis_of(held)
    sorts = {item.sort for item in timeline(report_of(held.pk)) if "The service" in item.sentence}
    assert sorts == {"clock"}
    is_read_again()
    story = timeline_text(held)
    assert "The service waits for the mail no more: the clocks run again." in story
    assert "got back 2 hours 1 minute, for which a mail lay unread." in story
    assert "perator" not in story


def test_the_player_reads_why_the_turn_is_longer(held: Game) -> None:
    is_read_again()
    seat = seat_to_move(held)
    assert seat.user is not None
    with translation.override("en"):
        sentences = clock_sentences(known_to(held, seat), seat.user)
        assert (
            "A mail of yours lay unread for 2 hours 1 minute. That time was given back."
            in sentences
        )
        other = held.seats.exclude(pk=seat.pk).get()
        assert other.user is not None
        assert "mail" not in " ".join(clock_sentences(known_to(held, other), other.user))


def test_nobody_is_told_that_an_operator_keeps_them_from_claiming(held: Game) -> None:
    other = held.seats.exclude(pk=seat_to_move(held).pk).get()
    with pytest.raises(MailIsWaiting):
        claim(public_id=held.public_id, seat=other.number, channel=Channel.LINK)


def test_an_operators_hold_is_not_ended_by_a_mail(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    mail = write(seat_to_move(game), "this is no move", is_read=False)
    hold(Ruling(olga, game.public_id, "we look into it", game.seq))
    traveller.shift(HOUR)
    assert hold_for_mail(read_log(game)) is None
    read_mail(mail.pk)
    assert "resume" not in kinds(game)
    assert "An operator stopped the clocks to look into the game." in timeline_text(game)


def test_an_operator_ends_a_hold_for_a_mail_and_it_is_not_held_again(
    held: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    held.refresh_from_db()
    foreseen = " ".join(preview("resume", read_log(held), operator=olga))  # type: ignore[arg-type]
    assert "is not waited for any more" in foreseen
    resume(Ruling(olga, held.public_id, "the mail is garbled", held.seq))
    sweep_at(timezone.now() + 5 * MINUTE, traveller)
    assert kinds(held)[-1] != "hold"
    assert "flag" in kinds(held)
    assert_sound(held)


def test_mail_that_could_not_be_read_is_a_figure_and_trouble(held: Game, olga: User) -> None:
    InboundMail.objects.update(status="failed")
    [figure] = [one for one in status_figures(reader=None) if one.name == "mail_unread"]
    assert (figure.number, figure.is_fine) == (1, False)
    assert figure.since == InboundMail.objects.get().received_at
    [line] = [line for line in troubles(olga) if line.name == "mail_unread"]
    assert line.sentence == "1 mail that came in could not be read, for 2 hours now."
    assert line.url.endswith("/mail/inboundmail/?status__exact=failed")
    is_read_again()
    lines = [line.sentence for line in bulletin(olga) if line.name == "mail_unread"]
    assert lines == ["Every mail that came in was read."]


def test_metrics_count_mail_that_could_not_be_read(
    held: Game, client: Client, settings: Any
) -> None:
    settings.METRICS_TOKEN = "s3cret"
    InboundMail.objects.update(status="failed")
    page = client.get("/metrics", headers={"Authorization": "Bearer s3cret"}).content.decode()
    assert "duelpost_mail_unread 1.0" in page
    assert 'duelpost_needs_attention{figure="mail_unread"} 1.0' in page


def test_the_work_list_has_the_mail_and_the_game_that_waits_for_it(held: Game, olga: User) -> None:
    mail = InboundMail.objects.get()
    assert list(lists.held()) == [held]
    [task] = tasks(olga, f"Game {held.public_id}")
    assert task.decision_url == reverse("admin:duel_game_decide", args=[held.pk, "resume"])
    assert "OperationalError" in task.why
    assert "24 hours after the hold" in task.why
    InboundMail.objects.update(status="failed")
    [task] = tasks(olga, "Mail that could not be read")
    assert mail.sender in task.why
    assert "this is no move" not in task.why
    assert task.url == reverse("admin:mail_inboundmail_change", args=[mail.pk])
    is_read_again()
    assert tasks(olga, "Mail that") == []
    assert "resume" not in " ".join(task.decision_url for task in work_list(olga).tasks)


def test_a_game_that_an_operator_holds_does_not_wait_for_a_mail(game: Game, olga: User) -> None:
    hold(Ruling(olga, game.public_id, "we look into it", game.seq))
    assert not lists.held_for_mail().exists()
    assert list(lists.held()) == [game]


def test_operators_who_play_learn_nothing_of_it(held: Game, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    reader = User.objects.get(pk=ada.pk)
    assert [one.number for one in status_figures(reader=reader) if one.name == "mail_unread"] == [0]
    assert tasks(reader, "Mail that") == tasks(reader, f"Game {held.public_id}") == []


@pytest.mark.only_on("postgresql")
def test_mail_that_could_not_be_read_is_found_by_its_index(db: None) -> None:
    assert " mail_inbound_failed " in plan_by_index(unread_mail()[:101])


def test_a_mail_is_a_sign_of_life_and_a_machines_is_none(
    game: Game, olga: User, eve: User, traveller: time_machine.Traveller
) -> None:
    seat = game.seats.exclude(pk=seat_to_move(game).pk).get()
    assert seat.user is not None
    traveller.shift(HOUR)
    mail = write(seat, "thanks")
    here, anywhere = last_sign_in(game, seat), last_sign_of(seat.user, reader=olga)
    shown = _player(game, seat).last_sign
    for sign in (here, anywhere, shown):
        assert sign is not None
        assert (sign.at, str(sign.how)) == (mail.received_at, "a mail")
    for no_sign in ({"status": "dropped"}, {"is_authentic": False}, {"is_owner": False}):
        InboundMail.objects.update(status="read", is_authentic=None, is_owner=True)
        InboundMail.objects.update(**no_sign)
        for sign in (
            last_sign_in(game, seat),
            last_sign_of(seat.user, reader=olga),
            _player(game, seat).last_sign,
        ):
            assert sign is None or str(sign.how) != "a mail"


def _player(game: Game, seat: Seat) -> Any:
    return players_of(report_of(game.pk), now=timezone.now())[seat.number]
