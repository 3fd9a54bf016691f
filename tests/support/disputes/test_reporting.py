from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.errors import NotYourSeat
from duel.models import Game
from duel.play.moves import resign
from duel.record.log import read_log
from duel.seats.links import revoke_links
from duel.seats.reporting import REPORTABLE_FOR, BadReport, TooLateToReport
from engine.kinds import Channel
from mail.models import Letter
from support.disputes.receipt import REPORTS_A_DAY
from support.disputes.selectors import disputes_of, reports_from
from support.errors import TooManyReports
from support.models import Dispute
from tests.duel.clocks.ticking import HOUR, begin_with, seat_to_move, send_letters, sweep_at
from tests.duel.tables import assert_sound, at_once, play_on, play_to_the_end
from tests.support.disputes.reports import WORDS, report, reported, trouble_address

pytestmark = pytest.mark.django_db


def test_a_report_comes_by_the_link_of_a_letter(client: Client, game: Game) -> None:
    seat = game.seats.get(number=0)
    page = trouble_address(game, seat)
    assert "not told what you write" in client.get(page).content.decode()
    assert not Dispute.objects.exists(), "GET never acts."
    answer = client.post(page, {"topic": "mail", "text": WORDS, "asks_hold": "on"}, follow=True)
    assert "Thank you: we have it." in answer.content.decode()
    assert not answer.cookies, "The link alone is enough."
    dispute = Dispute.objects.get()
    assert (dispute.game, dispute.seat, dispute.reporter) == (game, 0, seat.user)
    assert (dispute.topic, dispute.text, dispute.state) == ("mail", WORDS, "open")
    assert dispute.asks_hold
    assert (dispute.ply, dispute.channel) == (game.ply, "link")


def test_the_link_still_works_when_the_game_has_moved_on(client: Client, game: Game) -> None:
    page = trouble_address(game, game.seats.get(number=0))
    play_on(game, 3)
    answer = client.post(page, {"topic": "mistake", "text": "I meant the other card."})
    assert answer.status_code == 302
    assert Dispute.objects.get().ply == game.ply


def test_the_page_starts_no_clock_and_lets_turns_be_taken_back(client: Client, game: Game) -> None:
    seat = seat_to_move(game)
    client.get(trouble_address(game, seat))
    seat.refresh_from_db()
    game.refresh_from_db()
    assert game.deadline is None


def test_who_is_signed_in_gets_there_from_the_game(client: Client, game: Game, ada: User) -> None:
    client.force_login(ada)
    answer = client.get(reverse("duel:report", args=[game.public_id]), follow=True)
    assert answer.redirect_chain[0][0].startswith("/trouble/")
    assert "Report trouble" in answer.content.decode()


def test_outsiders_find_no_page_to_report_on(client: Client, game: Game, eve: User) -> None:
    address = reverse("duel:report", args=[game.public_id])
    assert "/sign-in/" in client.get(address)["Location"]
    Game.objects.update(is_public=True)
    client.force_login(eve)
    assert client.get(address).status_code == 404


def test_revoked_and_forged_links_report_nothing(client: Client, game: Game) -> None:
    seat = game.seats.get(number=0)
    page = trouble_address(game, seat)
    revoke_links(seat=seat)
    fields = {"topic": "other", "text": WORDS}
    assert client.post(page, fields).status_code == 410
    assert client.post(page[:-16] + "A" * 16, fields).status_code == 404
    board = page.replace("/trouble/", "/board/")
    assert client.get(board).status_code == 404, "A link for one purpose opens nothing else."
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"topic": "mail", "text": "   "},
        {"topic": "mail", "text": "x" * 2001},
        {"topic": "weather", "text": WORDS},
        {"text": WORDS},
        {"topic": "mail", "text": "\x00"},
    ],
)
def test_what_cannot_be_kept_is_refused_and_not_lost(
    client: Client, game: Game, fields: dict[str, str]
) -> None:
    answer = client.post(trouble_address(game, game.seats.get(number=0)), fields)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    if len(fields["text"]) > 10:
        assert fields["text"] in answer.content.decode()
    assert not Dispute.objects.exists()


def test_the_service_refuses_what_a_form_would_have(game: Game) -> None:
    wrongs: list[dict[str, Any]] = [{"text": " "}, {"text": "x" * 2001}, {"topic": "weather"}]
    for wrong in wrongs:
        with pytest.raises(BadReport):
            reported(game, **wrong)


def test_an_unsettled_report_is_added_to(client: Client, game: Game) -> None:
    first = reported(game)
    page = trouble_address(game, game.seats.get(number=0))
    assert "Add to your report" in client.get(page).content.decode()
    client.post(page, {"text": "It came now, a day late.", "asks_hold": "on"})
    dispute = Dispute.objects.get()
    assert dispute.pk == first.pk
    assert [addition.text for addition in dispute.additions.all()] == ["It came now, a day late."]
    assert dispute.asks_hold
    assert dispute.revision == first.revision + 1
    assert Letter.objects.filter(kind="dispute-received").count() == 1


def test_both_seats_may_report_and_neither_sees_the_other(client: Client, game: Game) -> None:
    reported(game, 0)
    page = client.get(trouble_address(game, game.seats.get(number=1))).content.decode()
    assert WORDS not in page
    assert "Add to your report" not in page
    reported(game, 1)
    assert Dispute.objects.count() == 2


def test_whoever_takes_over_a_seat_does_not_read_what_was_reported(game: Game, eve: User) -> None:
    reported(game, 0)
    game.seats.filter(number=0).update(user=eve)
    assert not reports_from(game.seats.get(number=0))
    reported(game, 0, text="Mine.")
    assert Dispute.objects.count() == 2


def test_a_few_reports_a_day_are_enough(client: Client, game: Game) -> None:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        for _ in range(REPORTS_A_DAY):
            reported(game)
        with pytest.raises(TooManyReports):
            reported(game)
        page = trouble_address(game, game.seats.get(number=0))
        answer = client.post(page, {"text": "Once more with feeling"})
        assert answer.status_code == 400
        assert "several times today" in answer.content.decode()
        assert "Once more with feeling" in answer.content.decode(), "What was typed stays."
        reported(game, 1)
        traveller.shift(timedelta(hours=25))
        reported(game)
    assert Dispute.objects.filter(seat=0).count() == 1


def test_a_game_that_is_over_can_be_reported_for_a_while(client: Client, game: Game) -> None:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        play_to_the_end(game)
        page = trouble_address(game, game.seats.get(number=0))
        shown = client.get(page).content.decode()
        assert "Please stop the clocks" not in shown
        assert "Send the report" in shown
        traveller.shift(REPORTABLE_FOR - HOUR)
        reported(game)
        traveller.shift(2 * HOUR)
        assert "can no longer be reported" in client.get(page).content.decode()
        with pytest.raises(TooLateToReport):
            reported(game, 1)


def test_an_ended_game_counts_from_when_its_secret_is_shown(game: Game) -> None:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
        traveller.shift(REPORTABLE_FOR + HOUR)
        assert reported(game) in Dispute.objects.filter(game=game)


def test_nobody_reports_in_the_name_of_whoever_was_just_given_the_seat(
    game: Game, eve: User
) -> None:
    seat = game.seats.get(number=0)
    game.seats.filter(number=0).update(user=eve)
    with pytest.raises(NotYourSeat):
        report(seat=seat, topic="mail", text=WORDS, asks_hold=False, channel=Channel.LINK)
    assert not Dispute.objects.exists()


def test_nobody_reports_from_a_seat_that_was_left(game: Game) -> None:
    game.seats.filter(number=0).update(user=None)
    with pytest.raises(NotYourSeat):
        reported(game)


def test_a_broken_record_can_be_reported(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(game, 2)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + HOUR)
    # The log refuses to be altered; a secret that does not fit breaks its replay as well.
    monkeypatch.setattr(
        "duel.record.read_only_log.seed_of", lambda secret, nonces: b"another seed".ljust(32)
    )
    seat = seat_to_move(game)
    page = trouble_address(game, seat)
    assert client.get(page).status_code == 200
    fields = {"topic": "tampering", "text": WORDS, "asks_hold": "on"}
    assert client.post(page, fields).status_code == 302
    assert not Dispute.objects.get().got_respite


def test_what_somebody_has_reported_can_be_listed(game: Game, ada: User, bruno: User) -> None:
    dispute = reported(game, 0)
    assert dispute.reporter is not None
    assert list(disputes_of(dispute.reporter)) == [dispute]
    (other,) = {ada, bruno} - {dispute.reporter}
    assert not disputes_of(other).exists()


def urgent(ada: User, bruno: User) -> Game:
    """A game of a day a move whose letter has left: less than a day is left."""
    game = begin_with(ada, bruno, grace=86400)
    send_letters(game)
    assert game.deadline is not None
    return game


def test_who_is_nearly_out_of_time_is_given_two_days_once(ada: User, bruno: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        game = urgent(ada, bruno)
        deadline, number = game.deadline, game.to_move
        assert deadline is not None
        assert number is not None
        traveller.shift(HOUR)
        dispute = reported(game, number, asks_hold=True)
        assert dispute.got_respite
        game.refresh_from_db()
        assert game.deadline == deadline + timedelta(hours=48)
        entry = read_log(game).entries[-1]
        assert (entry.kind, entry.seat, entry.person, entry.text, entry.channel) == (
            "extend",
            number,
            None,
            "172800",
            "report",
        )
        assert_sound(game)
        traveller.shift(timedelta(hours=1))
        reported(game, number, asks_hold=True)
        game.refresh_from_db()
        assert game.deadline == deadline + timedelta(hours=48), "More only once that is used up."
        sweep_at(game.deadline + timedelta(hours=200), traveller)
        game.refresh_from_db()
        assert game.result is not None or game.deadline is None, "The clock runs on as agreed."


@pytest.mark.parametrize("why", ["did not ask", "not to move", "has time"])
def test_others_are_given_no_time(ada: User, bruno: User, why: str) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        game = urgent(ada, bruno)
        assert game.to_move is not None
        if why == "has time":
            Game.objects.update(deadline=timezone.now() + timedelta(hours=25))
        seat = 1 - game.to_move if why == "not to move" else game.to_move
        assert not reported(game, seat, asks_hold=why != "did not ask").got_respite
        assert read_log(game).entries[-1].kind != "extend"


@pytest.mark.django_db(transaction=True)
def test_of_two_presses_at_once_the_second_adds_to_the_first(game: Game) -> None:
    seat = game.seats.select_related("game").get(number=0)
    acts = [
        lambda: report(seat=seat, topic="mail", text=WORDS, asks_hold=False, channel=Channel.LINK)
    ] * 3
    assert {result.pk for result in at_once(acts)} == {Dispute.objects.get().pk}
    assert Dispute.objects.get().additions.count() == 2
