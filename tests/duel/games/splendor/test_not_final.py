"""A turn that can still be taken back is shown to neither of the others at a table of three."""

from collections.abc import Callable, Iterable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duel.models import Game, LinkUse, Seat
from duel.notices.intents import notice_time_is_up
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.play.offers import ask_for_time, decline_offer, offer_to_cancel
from duel.record.finality import is_waiting
from duel.record.log import writing
from duel.seats.newcomers import take_seat
from duel.timekeeping.clocks import give_time
from engine.kinds import Channel, Kind
from mail.models import Letter
from tests.duel.clocks.ticking import letter_arrives, send_letters
from tests.duel.tables import a_quiet_move, assert_sound, make_final, submit
from tests.duel.toy.table import begin_of_three
from tests.duel.unsent_turn import NOTE, Table, shown
from tests.support.admin.staff import person_with
from tests.support.disputes.reports import report

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.words,
    pytest.mark.usefixtures("can_be_taken_back"),
]

Tables = tuple[Table, Table]


@pytest.fixture
def tables(traveller: time_machine.Traveller, db: None) -> Tables:
    """A public game of three operators, seen by both who are not to move; all have moved."""
    players = [person_with("admin", name) for name in ("Ada", "Berta", "Clara")]
    game = begin_of_three(players[0], *players[1:], game="splendor", seats=3, leaving="open")
    for _ in range(4):
        submit(game, a_quiet_move(game))
        make_final(game)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    traveller.shift(600)
    seats = game.seats.select_related("user", "game")
    mover = seats.get(is_to_move=True)
    letter_arrives(mover)
    game.refresh_from_db()
    following, last = [
        Table(game, mover, seats.get(number=(mover.number + step) % 3)) for step in (1, 2)
    ]
    return following, last


def with_letters(tables: Tables) -> None:
    """Let there be letters of many kinds to both others."""
    game, mover = tables[0].game, tables[0].mover.number
    following, last = (table.other for table in tables)
    public_id = game.public_id
    ask_for_time(public_id=public_id, seat=mover, hours=12, channel=Channel.LINK)
    offer_to_cancel(public_id=public_id, seat=following.number, channel=Channel.LINK)
    decline_offer(public_id=public_id, seat=mover, terms="cancel", channel=Channel.LINK)
    offer_to_cancel(public_id=public_id, seat=last.number, channel=Channel.LINK)
    for seat in (following, last):
        give_time(public_id=public_id, seat=seat.number, to=mover, hours=12, channel=Channel.LINK)
        report(seat=seat, topic="mistake", text="Hm.", asks_hold=False, channel=Channel.LINK)
    give_time(
        public_id=public_id, seat=last.number, to=following.number, hours=12, channel=Channel.LINK
    )
    with writing(public_id) as log:
        log.append(Kind.FLAG, seat=mover, person=None, channel=Channel.CLOCK, time=timezone.now())
        notice_time_is_up(log, now=timezone.now())
    game.refresh_from_db()


def seen(tables: Iterable[Table], ply: int) -> dict[str, bytes]:
    """All that each of the others is shown, by seat and name."""
    told = {}
    for table in tables:
        LinkUse.objects.all().delete()  # what was fetched to look at this
        for name, content in shown(table, ply).items():
            told[f"{table.other.number}: {name}"] = content
    return told


def test_no_byte_of_what_both_others_are_shown_changes(tables: Tables) -> None:
    with_letters(tables)
    game = tables[0].game
    ply = game.ply
    before = seen(tables, ply)
    assert len([name for name in before if " letter " in name]) >= 8
    tables[0].play_a_turn()
    write_note(seat=tables[0].mover, ply=ply, text=NOTE, to=[tables[1].other.number])
    assert is_waiting(game)
    after = seen(tables, ply)
    assert after.keys() == before.keys()
    for name, content in after.items():
        assert content.splitlines() == before[name].splitlines(), name
    make_final(game)
    told = seen(tables, game.ply)
    for table in tables:
        board = told[f"{table.other.number}: duel:board of ply {game.ply}"].decode()
        assert NOTE in board, "Once it is final, all of it is told."


def leave(seat: Seat) -> None:
    resign(public_id=seat.game.public_id, seat=seat.number, channel=Channel.LINK)


def offer(seat: Seat) -> None:
    offer_to_cancel(public_id=seat.game.public_id, seat=seat.number, channel=Channel.LINK)


def give(seat: Seat) -> None:
    for to in {0, 1, 2} - {seat.number}:
        give_time(
            public_id=seat.game.public_id, seat=seat.number, to=to, hours=12, channel=Channel.LINK
        )


def write(seat: Seat) -> None:
    write_note(seat=seat, ply=seat.game.known_ply, text="Take your time.")


def report_it(seat: Seat) -> None:
    report(seat=seat, topic="mistake", text="Hm.", asks_hold=True, channel=Channel.LINK)


@pytest.mark.parametrize("who", [0, 1], ids=["the-next", "the-last"])
@pytest.mark.parametrize("act", [leave, offer, give, write, report_it])
def test_what_one_of_them_does_tells_neither_of_the_turn(
    act: Callable[[Seat], object], who: int, tables: Tables
) -> None:
    game = tables[0].game
    known = game.ply
    tables[0].play_a_turn()
    act(Seat.objects.select_related("game", "user").get(pk=tables[who].other.pk))
    game.refresh_from_db()
    assert is_waiting(game)
    for name, content in seen(tables, known).items():
        assert NOTE.encode() not in content, name
        assert game.head.encode() not in content, name
    tables[0].take_back()
    assert game.to_move == tables[0].mover.number
    assert_sound(game)


@pytest.mark.parametrize("who", [0, 1], ids=["the-next", "the-last"])
def test_who_takes_a_seat_meanwhile_is_not_told_of_the_turn(
    who: int, tables: Tables, client: Client
) -> None:
    following = tables[0]
    game, mover, other = following.game, following.mover, tables[who].other
    known, turn = game.ply, game.turn
    tables[0].play_a_turn()
    leave(Seat.objects.select_related("game").get(pk=other.pk))
    newcomer = person_with("admin", "Dora")
    client.force_login(newcomer)
    page = client.get(reverse("duel:challenge", args=[game.public_id])).content.decode()
    assert f"in its turn {turn}." in page
    taken = take_seat(public_id=game.public_id, by=newcomer)
    game.refresh_from_db()
    assert is_waiting(game)
    for name, content in seen([Table(game, mover, taken), tables[1 - who]], known).items():
        assert NOTE.encode() not in content, name
        assert game.head.encode() not in content, name
    send_letters(game)
    sent = Letter.objects.filter(kind="your-turn", status="sent", to=following.reader.email)
    assert not sent.exists()
    tables[0].take_back()
    assert_sound(game)
