"""Why somebody is unhappy, in sentences: the cases that operators are asked about."""

from datetime import time
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.integrity.divergences import save_check
from duel.integrity.replay import check_games
from duel.lobby.proposals import decline, propose, withdraw
from duel.models import AddedTime, Game, LogEntry, Outage
from duel.play.moves import resign
from duel.record.links import Link, Purpose, link_token
from duel.record.log import writing
from duel.timekeeping.clocks import claim, give_time
from duel.timekeeping.vacations import plan_vacation
from duel.words.terms import Terms
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.mutes import mute
from mail.reports.events import Report, record
from support.models import Dispute
from support.report.diagnosis import Diagnosis, diagnose
from support.report.game_report import report_of
from support.report.people import players_of
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.letter_links import board_address, move_address
from tests.duel.tables import play_to_the_end
from tests.fixtures.triggers import triggers_off


def diagnosis(game: Game, reader: User | None = None) -> Diagnosis:
    game.refresh_from_db()
    report = report_of(game.pk, reader=reader)
    now = timezone.now()
    return diagnose(report, players_of(report, now=now), now=now)


def sentences(game: Game) -> str:
    found = diagnosis(game)
    return "\n".join([found.headline, *(finding.sentence for finding in found.findings)])


def alarming(game: Game) -> str:
    return "\n".join(finding.sentence for finding in diagnosis(game).findings if finding.is_bad)


def decide(game: Game, kind: Kind, **fields: Any) -> None:
    with writing(game.public_id) as log:
        log.append(kind, person=None, channel=Channel.OPERATOR, time=timezone.now(), **fields)


def mover_of(game: Game) -> User:
    user = seat_to_move(game).user
    assert user is not None
    return user


def report(letter: Letter, kind: str, **fields: Any) -> None:
    record(
        Report(
            key=f"{kind}:{letter.pk}",
            provider="test",
            kind=kind,
            happened_at=timezone.now(),
            token=letter.token,
            **fields,
        )
    )


def last_letter(game: Game) -> Letter:
    return Letter.objects.filter(key__startswith=game.public_id, kind="your-turn").latest("pk")


def test_a_turn_that_has_just_come_waits_for_its_letter(fresh: Game) -> None:
    text = sentences(fresh)
    name = mover_of(fresh).name
    assert f"{name} is to move, since Nov" not in text
    assert f"{name} is to move, since 2 Nov. 2026, 09:00, for 0 minutes now (ply 0)." in text
    assert f"The clock of {name} has not started" in text
    assert "at the latest 2 Nov. 2026, 21:00." in text
    assert f"“turn” to {name}, posted 2 Nov. 2026, 09:00: in the queue since" in text
    assert f"In this turn {name} has pressed no button of a link." in text
    assert not alarming(fresh)


def test_a_turn_that_runs_tells_since_when_why_and_how_long(
    game: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(2 * HOUR)
    text, name = sentences(game), mover_of(game).name
    assert f"The clock of {name} started 2 Nov. 2026, 10:00: the letter had left" in text
    assert "Time left: 22 hours, until 3 Nov. 2026, 10:00." in text
    assert "sent 2 Nov. 2026, 10:00, nothing was reported since." in text
    assert not alarming(game)


def test_a_letter_in_quiet_hours_waits(fresh: Game, traveller: time_machine.Traveller) -> None:
    mover = mover_of(fresh)
    mover.quiet_from, mover.quiet_to = time(8), time(12)
    mover.save()
    send_letters(fresh)
    assert "waits until 2 Nov. 2026, 12:00." in sentences(fresh)


def test_a_letter_that_arrived_says_so(game: Game) -> None:
    report(last_letter(game), "delivered")
    assert "sent 2 Nov. 2026, 10:00, delivered 2 Nov. 2026, 10:00." in sentences(game)


def test_a_bounce_says_that_the_letter_came_back_and_the_clock_stands(game: Game) -> None:
    name = mover_of(game).name
    report(last_letter(game), "bounced", code="550", is_final=True)
    text = alarming(game)
    assert "bounced (550) 2 Nov. 2026, 10:00." in text
    assert f"The clock stands still because letters to {name} come back, until 9 Nov." in text
    assert (
        f"The address of {name} has got no letters since 2 Nov. 2026, 10:00: letters came" in text
    )


def test_a_letter_that_failed_says_why(game: Game) -> None:
    letter = last_letter(game)
    Letter.objects.filter(pk=letter.pk).update(
        status="failed", attempts=7, last_error="The mail server refused the letter (554)."
    )
    assert "given up after 7 attempts: The mail server refused the letter (554)." in alarming(game)


def test_a_letter_that_is_tried_again_says_so(fresh: Game) -> None:
    later = timezone.now() + HOUR
    Letter.objects.update(attempts=3, last_error="The mail server hung up.", next_attempt_at=later)
    text = sentences(fresh)
    assert "failed 3 times (The mail server hung up.), next try 2 Nov. 2026, 10:00." in text


def test_a_turn_that_no_letter_brings_is_alarming(game: Game) -> None:
    last_letter(game).delete()
    assert f"There is no letter that brings {mover_of(game).name} this turn." in alarming(game)


def test_whoever_muted_the_game_is_named(ada: User, bruno: User) -> None:
    for user in (ada, bruno):
        mute(address=user.email, kind="your-turn")
    with time_machine.travel(MONDAY, tick=False):
        game = begin_with(ada, bruno, grace=86400)
        send_letters(game)
        text = alarming(game)
        assert "Ada has muted letters with your turn in all games" in text
        assert "Bruno has muted letters with your turn in all games" in text
        assert "not sent: muted by its reader." in sentences(game)
        assert "the player gets no single letters" in sentences(game)


def test_whoever_gets_one_letter_a_day_is_named(game: Game) -> None:
    mover = mover_of(game)
    mover.letters = User.Letters.DIGEST
    mover.save()
    assert f"{mover.name} gets one letter a day, at 08:00 (UTC)." in sentences(game)


def test_fetched_links_are_no_proof_and_a_press_is(client: Client, game: Game) -> None:
    name = mover_of(game).name
    for number in (1, 2, 3):
        client.get(move_address(game, number))
    text = sentences(game)
    assert f"In this turn {name} has pressed no button of a link." in text
    assert f"Links of {name} were fetched 3 times, last 2 Nov. 2026, 10:00, perhaps" in text
    client.post(board_address(game, seat_to_move(game), "duel:send-now"))
    assert f"In this turn {name} pressed a button of a link, last 2 Nov. 2026" in sentences(game)


def test_reporting_trouble_proves_no_letter_read(client: Client, game: Game) -> None:
    seat = seat_to_move(game)
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TROUBLE, link, epoch=seat.link_epoch)
    client.post(reverse("duel:trouble", args=[token]), {"topic": "mail", "text": "Nothing came."})
    assert game.disputes.exists()
    text = sentences(game)
    assert f"In this turn {mover_of(game).name} has pressed no button of a link." in text


def test_a_turn_out_of_time_that_nobody_saw_to_is_alarming(
    game: Game, traveller: time_machine.Traveller
) -> None:
    traveller.move_to(MONDAY + 2 * DAY)
    text = alarming(game)
    assert "The time was up 3 Nov. 2026, 10:00, 23 hours ago, and nobody has noticed" in text
    assert "The sweep was to see to this game" in text


def test_a_flagged_turn_says_that_it_may_be_claimed(
    game: Game, traveller: time_machine.Traveller
) -> None:
    name = mover_of(game).name
    sweep_at(MONDAY + 2 * DAY, traveller)
    sentence = f"The time of {name} was up 4 Nov. 2026, 09:00; the game may be claimed."
    assert sentence in alarming(game)
    give_time(
        public_id=game.public_id,
        seat=1 - seat_to_move(game).number,
        hours=24,
        channel=Channel.WEB,
    )
    assert f"The clock of {name} has run anew since 4 Nov. 2026, 09:00" in sentences(game)


def test_a_held_game_says_so(game: Game) -> None:
    decide(game, Kind.HOLD, seat=None)
    sentence = (
        "An operator stopped the clocks 2 Nov. 2026, 10:00, to look into the game. They stand"
    )
    assert sentence in alarming(game)


def test_a_vacation_is_no_mystery(game: Game, traveller: time_machine.Traveller) -> None:
    mover = mover_of(game)
    now = timezone.now()
    plan_vacation(user=mover, begins_at=now, ends_at=now + 3 * DAY)
    assert f"{mover.name} is on vacation until 5 Nov. 2026, 10:00." in sentences(game)
    assert not alarming(game)


def test_what_was_given_and_given_back_is_told(
    game: Game, traveller: time_machine.Traveller
) -> None:
    decide(game, Kind.EXTEND, seat=seat_to_move(game).number, text="7200")
    traveller.shift(HOUR)
    AddedTime.objects.create(given_at=timezone.now(), seconds=3600)
    Outage.objects.create(began_at=timezone.now() - HOUR / 2, ended_at=timezone.now())
    text = sentences(game)
    assert f"For this turn {mover_of(game).name} was given 2 hours more." in text
    assert "Operators gave all games 1 hour more 2 Nov. 2026, 11:00." in text
    assert "The service stood still from 2 Nov. 2026, 10:30 to 2 Nov. 2026, 11:00;" in text
    assert "Time left: 1 day 2 hours, until 3 Nov. 2026, 13:30." in text


def test_a_game_in_which_nothing_is_due_is_alarming(fresh: Game) -> None:
    Game.objects.update(alarm_at=None, deadline=None)
    assert "Nothing is due" in alarming(fresh)


def test_a_clock_that_the_sweep_cannot_keep_is_alarming(game: Game) -> None:
    game.refresh_from_db()
    assert game.deadline is not None
    Game.objects.update(alarm_at=game.deadline + HOUR)
    assert "The sweep could not work out the clock and left it alone until" in alarming(game)


def test_an_open_dispute_stands_first(game: Game) -> None:
    Dispute.objects.create(
        game=game,
        seat=0,
        topic="mail",
        text="I never got it",
        ply=1,
        channel=Channel.WEB,
        reported_at=timezone.now(),
    )
    first = diagnosis(game).findings[0]
    assert first.is_bad
    assert "a letter that never came" in first.sentence
    assert "“I never got it”" in first.sentence
    Dispute.objects.update(state="resolved")
    assert "I never got it" not in sentences(game)


def test_a_loss_on_time_tells_how_it_came(game: Game, traveller: time_machine.Traveller) -> None:
    loser, winner = mover_of(game), seat_to_move(game).number ^ 1
    sweep_at(MONDAY + 2 * DAY, traveller)
    claim(public_id=game.public_id, seat=winner, channel=Channel.WEB)
    text = sentences(game)
    assert f"{loser.name} ran out of time. It ended 4 Nov. 2026, 09:00, at ply" in text
    assert f"The last turn, of {loser.name}, had begun 2 Nov. 2026, 09:00." in text
    assert f"The clock of {loser.name} started 2 Nov. 2026, 10:00: the letter had left" in text
    assert "The time for it was up, or would have been, 3 Nov. 2026, 10:00." in text
    assert "The result can still be changed until 7 Nov. 2026, 09:00" in text
    assert f"“time is up for another player” to {game.seats.get(number=winner).user}" in text


def test_a_resignation_is_told(game: Game) -> None:
    seat = seat_to_move(game)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.LINK)
    assert f"{seat.user} resigned. It ended 2 Nov. 2026, 10:00" in diagnosis(game).headline


def test_an_end_over_the_board_is_told_and_final(ada: User, bruno: User) -> None:
    game = begin_with(ada, bruno, grace=86400)
    play_to_the_end(game)
    text = sentences(game)
    assert " won the game: " in text
    assert "The secret has been shown: nothing can be changed any more." in text


def test_a_cancelled_game_is_told(fresh: Game, traveller: time_machine.Traveller) -> None:
    send_letters(fresh)
    sweep_at(MONDAY + 2 * DAY, traveller)
    assert "The game was called off; nobody won." in diagnosis(fresh).headline


def test_a_game_that_has_not_begun_says_whom_it_waits_for(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    text = sentences(game)
    assert "Proposed 2 Nov. 2026, 09:00; waits for bruno@duelpost.example until" in text
    assert "“invitation” to bruno@duelpost.example" in text
    decline(public_id=game.public_id, address=bruno.email)
    assert "The game never began: the invitation was declined." in sentences(game)
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    withdraw(public_id=game.public_id, by=ada)
    assert "The game never began: it was withdrawn." in sentences(game)


@pytest.mark.django_db(transaction=True)
def test_a_log_that_somebody_has_been_at_still_opens(game: Game) -> None:
    from django.db import connection

    with triggers_off(connection), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE duel_entry SET text = 'take z9' WHERE game_id = %s AND seq = "
            "(SELECT max(seq) FROM duel_entry WHERE game_id = %s AND kind = 'move')",
            [game.pk, game.pk],
        )
    assert "contradicts itself or the rules in" in alarming(game)
    report = report_of(game.pk)
    assert report.log is not None
    assert report.last_ply == game.ply - 1
    assert LogEntry.objects.filter(game=game).count() == len(report.entries)


def test_whoever_plays_is_told_nothing_of_what_is_reported(game: Game, bruno: User) -> None:
    Dispute.objects.create(
        game=game, seat=0, topic="abuse", text="!", ply=1, channel=Channel.WEB, reported_at=MONDAY
    )
    text = diagnosis(game, reader=bruno)
    assert not [finding for finding in text.findings if "insults" in finding.sentence]


def test_the_bank_is_told_where_there_is_one(ada: User, bruno: User) -> None:
    game = begin_with(ada, bruno, grace=0, bank=3 * 86400)
    everybody_has_moved(game)
    assert f"The bank of {mover_of(game).name} held 3 days when the turn began." in sentences(game)


def test_what_the_check_of_all_games_found_in_a_clock_is_told_until_it_is_gone(game: Game) -> None:
    send_letters(game)
    Game.objects.filter(pk=game.pk).update(deadline=MONDAY + 40 * DAY)
    save_check(check_games([game.pk]))
    assert "The check of all games found" in alarming(game)
    assert "deadline: expected" in alarming(game)
    with writing(game.public_id, always_derive=True):
        pass
    save_check(check_games([game.pk]))
    assert "The check of all games found" not in sentences(game)
