"""Readers of a broken record get a sentence, and operators one letter."""

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.letters.digest_sweeps import sweep_digests
from duel.models import Divergence, Game
from duel.record.links import Link, Purpose, link_token, reply_key
from duel.seats.links import revoke_links_of
from duel.timekeeping.vacations import plan_vacation
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.reports.events import Report, record
from support.decisions import Ruling
from support.people.personal_data import personal_data_of
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, sweep_at
from tests.duel.integrity.breaking import cut_off
from tests.duel.integrity.conftest import BREAKS
from tests.duel.letter_links import board_address, more_address, move_address, mover, waiting
from tests.duel.replies.mailing import answers, write
from tests.support.decisions.verbs import void

pytestmark = pytest.mark.django_db

DAMAGED = "The record of this game is damaged"


def operators_letters() -> int:
    return Letter.objects.filter(kind="daily-word").count()


@pytest.fixture
def link(whole: Game) -> str:
    """The first move of a turn, as its letter holds it."""
    return move_address(whole)


@pytest.mark.parametrize("how", BREAKS)
def test_a_press_answers_with_a_sentence_and_tells_the_operators_once(
    client: Client, whole: Game, link: str, olga: User, how: str
) -> None:
    olga.is_superuser = True
    olga.save()
    BREAKS[how](whole)
    entries = whole.entries.count()
    for _ in range(3):
        answer = client.post(link)
        assert answer.status_code == 409
        assert DAMAGED in answer.content.decode()
    assert whole.entries.count() == entries
    assert Divergence.objects.get().game == whole
    assert operators_letters() == 1
    whole.refresh_from_db()
    assert (whole.deadline, whole.alarm_at) == (None, None)


@pytest.mark.parametrize("text", ["orders", "show", "note: hello", "to Nobody: hello"])
def test_a_mail_that_needs_no_move_is_answered_with_the_sentence(broken: Game, text: str) -> None:
    seat = mover(broken)
    mail = write(seat, text, key=reply_key(seat, broken.ply))
    assert mail.outcome == "broken"
    [told] = answers(seat)
    assert DAMAGED in told.body


def test_to_look_at_it_tells_the_operators_once(client: Client, broken: Game, olga: User) -> None:
    olga.is_superuser = True
    olga.save()
    for address in (
        board_address(broken, mover(broken)),
        board_address(broken, waiting(broken)),
        more_address(broken, mover(broken)),
    ):
        answer = client.get(address)
        assert answer.status_code == 409
        assert DAMAGED in answer.content.decode()
    assert Divergence.objects.get().game == broken
    assert operators_letters() == 1


@pytest.mark.parametrize("language", ["fr", "it", "en"])
def test_it_is_said_in_the_language_of_its_reader(
    client: Client, broken: Game, language: str
) -> None:
    User.objects.update(language=language)
    shown = client.get(board_address(broken, mover(broken))).content.decode()
    assert f'<html lang="{language}">' in shown


def test_a_link_that_cannot_be_proved_tells_no_names(
    client: Client, broken: Game, olga: User
) -> None:
    forged = Link(broken.pk, 0, 0, 1)
    token = link_token(Purpose.MOVE, forged, epoch=0, text="castle")
    void(Ruling(olga, broken.public_id, "Entries are gone.", broken.seq))
    for answer in (client.get(f"/go/{token}"), client.post(f"/go/{token}")):
        shown = answer.content.decode()
        assert "Ada" not in shown
        assert "Bruno" not in shown
        assert "/trouble/" not in shown


def test_every_page_and_press_of_a_broken_game_is_answered(
    client: Client, whole: Game, ada: User, link: str
) -> None:
    cut_off(broken := whole, 2)
    Game.objects.filter(pk=broken.pk).update(is_public=True)
    seats = [mover(broken), waiting(broken)]
    linked = [
        board_address(broken, seat, page)
        for seat in seats
        for page in (
            "duel:board",
            "duel:take-back",
            "duel:send-now",
            "duel:discard",
            "duel:board-file",
        )
    ]
    for purpose, page in [
        (Purpose.MORE, "duel:more"),
        (Purpose.TIME, "duel:time"),
        (Purpose.TROUBLE, "duel:trouble"),
        (Purpose.PAYMENTS, "duel:payments"),
        (Purpose.REMATCH, "duel:again"),
        (Purpose.LETTER, "duel:turn-letter"),
    ]:
        for seat in seats:
            token = link_token(purpose, Link(broken.pk, seat.number, broken.ply), epoch=0)
            linked.append(reverse(page, args=[token]))
    own = [
        reverse("duel:home"),
        reverse("duel:game", args=[broken.public_id]),
        reverse("duel:game-file", args=[broken.public_id]),
        reverse("duel:report", args=[broken.public_id]),
        reverse("duel:vacation"),
        reverse("duel:calendar"),
    ]
    for signed_in in (False, True):
        if signed_in:
            client.force_login(ada)
        for address in [link, *linked, *own]:
            assert client.get(address).status_code < 500, address
            pressed = {"act": "resign", "hours": "24", "text": "take a1", "sure": "on"}
            assert client.post(address, pressed).status_code < 500, address


def test_a_settled_game_shows_how_it_was_settled(
    client: Client, broken: Game, ada: User, bruno: User, olga: User
) -> None:
    Game.objects.filter(pk=broken.pk).update(is_public=True)
    void(Ruling(olga, broken.public_id, "Entries are gone.", broken.seq))
    broken.refresh_from_db()
    declared = "An operator declared the game void; nobody won."
    for seat in broken.seats.all():
        answer = client.get(board_address(broken, seat))
        assert answer.status_code == 200
        assert declared in answer.content.decode()
    watched = client.get(reverse("duel:game", args=[broken.public_id]))
    assert declared in watched.content.decode()
    client.force_login(ada)
    assert declared in client.get(reverse("duel:home")).content.decode()
    file = client.get(reverse("duel:game-file", args=[broken.public_id])).json()
    assert file["result"] == {"winners": [], "by": ["void"]}
    assert len(file["entries"]) == broken.entries.count()


def test_nobody_runs_out_of_time_in_a_broken_game(
    broken: Game, traveller: time_machine.Traveller, olga: User
) -> None:
    olga.is_superuser = True
    olga.save()
    for days in range(1, 12):
        sweep_at(MONDAY + days * DAY, traveller)
    broken.refresh_from_db()
    assert (broken.status, broken.deadline, broken.alarm_at) == ("running", None, None)
    assert operators_letters() == 1
    assert Divergence.objects.get().game == broken


def test_a_letter_of_a_broken_game_is_dropped_and_not_tried_again(
    broken: Game, ada: User, bruno: User
) -> None:
    Letter.objects.all().delete()
    revoke_links_of(broken.seats.all())
    [letter] = Letter.objects.filter(kind__in=["your-turn", "turn-goes-on"])
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason, letter.faults) == ("dropped", "untrue", 0)
    assert Divergence.objects.exists()


def test_what_providers_report_of_a_broken_game_is_taken(broken: Game) -> None:
    letter = Letter.objects.filter(status="sent").latest("pk")
    record(
        Report(
            key="bounced-1",
            provider="test",
            kind="bounced",
            happened_at=MONDAY + HOUR,
            address=letter.to,
            token=letter.token,
            reason="bounced",
            is_final=True,
        )
    )
    letter.refresh_from_db()
    assert letter.events.count() == 1


def test_vacations_digests_and_exports_pass_a_broken_game_by(
    broken: Game, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    person = mover(broken).user
    assert person is not None
    User.objects.filter(pk=person.pk).update(letters="digest", digest_due_at=MONDAY)
    begins_at = MONDAY + DAY
    plan_vacation(user=person, begins_at=begins_at, ends_at=begins_at + DAY)
    sweep_digests()
    for letter in Letter.objects.filter(kind="digest"):
        deliver(letter.pk)
        letter.refresh_from_db()
        assert letter.status == "dropped"
    assert personal_data_of(person)["games"]


def test_replaygames_tells_of_a_settled_game_once_and_passes(
    broken: Game, olga: User, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        call_command("replaygames", jobs=1)
    void(Ruling(olga, broken.public_id, "Entries are gone.", broken.seq))
    capsys.readouterr()
    call_command("replaygames", jobs=1)
    told = capsys.readouterr().out
    assert f"{broken.public_id}: broken, and settled by operators" in told
    assert "Broken, and settled by operators: 1." in told
    cut_off(broken)
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("replaygames", jobs=1)
