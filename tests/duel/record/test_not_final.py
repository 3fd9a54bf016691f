"""While a turn can be taken back, nothing tells anybody else what it was: not one byte differs."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.models import Game, Seat
from duel.models.game import DIGEST
from duel.notices.intents import notice_time_is_up
from duel.play.moves import play, resign
from duel.play.notes import write_note
from duel.play.offers import ask_for_time, decline_offer, offer_to_cancel
from duel.play.undo import ask_for_undo, send_now, take_back_turn
from duel.record.finality import is_waiting
from duel.record.log import read_log, writing
from duel.timekeeping.clocks import claim, give_time
from duel.words.terms import TimeControl
from engine.duel.facts import CARD_OF
from engine.games import find_game
from engine.kinds import Channel, Kind
from mail.mutes import mute
from mail.registry import builder_of
from support.decisions import Ruling
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    kinds,
    letter_arrives,
    send_letters,
    sweep_at,
)
from tests.duel.letter_links import board_address
from tests.duel.tables import (
    a_quiet_move,
    assert_sound,
    begin,
    legal_moves,
    make_final,
    submit,
)
from tests.duel.unsent_turn import NOTE, Table, shown
from tests.support.admin.staff import person_with
from tests.support.decisions.verbs import hold
from tests.support.disputes.reports import report

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("can_be_taken_back")]

DUEL = find_game("duel", 1)
WITH_ANOTHER_TURN = {f"reserve {name}" for name, card in CARD_OF.items() if card.ability == "again"}

Act = Callable[[Table], object]


@pytest.fixture
def table(traveller: time_machine.Traveller, db: None) -> Table:
    """A public game of two operators; both have moved, and the one to move has a privilege."""
    two = person_with("admin", "Ada"), person_with("admin", "Berta")
    game = begin(*two, time=TimeControl(grace=86400), is_public=True)
    for _ in range(3):
        submit(game, min((m for m in legal_moves(game) if m.startswith("take ")), key=len))
        make_final(game)
    traveller.shift(600)
    other, mover = game.seats.select_related("user", "game").order_by("is_to_move")
    letter_arrives(mover)
    game.refresh_from_db()
    return Table(game, mover, other)


def with_letters(table: Table) -> None:
    """Let there be letters of many kinds to the other player."""
    public_id, mover, other = table.game.public_id, table.mover.number, table.other.number
    ask_for_time(public_id=public_id, seat=mover, hours=12, channel=Channel.LINK)
    offer_to_cancel(public_id=public_id, seat=other, channel=Channel.LINK)
    decline_offer(public_id=public_id, seat=mover, terms="cancel", channel=Channel.LINK)
    give_time(public_id=public_id, seat=mover, hours=12, channel=Channel.LINK)
    report(seat=table.other, topic="mistake", text="Hm.", asks_hold=False, channel=Channel.LINK)
    with writing(public_id) as log:
        log.append(Kind.FLAG, seat=mover, person=None, channel=Channel.CLOCK, time=timezone.now())
        notice_time_is_up(log, now=timezone.now())
    table.game.refresh_from_db()


@pytest.mark.words
@pytest.mark.parametrize("act", [Table.play_a_turn, Table.begin_a_turn])
def test_no_byte_of_what_others_are_shown_changes(
    act: Act, table: Table, traveller: time_machine.Traveller
) -> None:
    with_letters(table)
    ply = table.game.ply
    before = shown(table, ply)
    assert len([name for name in before if name.startswith("letter ")]) >= 4
    act(table)
    assert is_waiting(table.game)
    after = shown(table, ply)
    assert after.keys() == before.keys()
    for name, content in after.items():
        assert content.splitlines() == before[name].splitlines(), name
    if act is Table.play_a_turn:
        make_final(table.game)
        told = shown(table, table.game.ply)
        board = told[f"duel:board of ply {table.game.ply}"].decode()
        assert NOTE in board, "Once it is final, all of it is told."
        for name in ("home", "admin: game", "duel:game, signed out", "duel:game-file, signed in"):
            assert told[name] != before[name], name
    else:
        traveller.shift(3 * DAY)
        table.take_back()


def test_its_player_sees_it_marked_as_not_final(table: Table, client: Client) -> None:
    table.play_a_turn()
    page = client.get(board_address(table.game, table.mover)).content.decode()
    assert "You can take this turn back until" in page
    assert table.mover.user is not None
    client.force_login(table.mover.user)
    assert "not final until" in client.get("/").content.decode()
    make_final(table.game)
    assert "not final until" not in client.get("/").content.decode()


def test_operators_who_do_not_play_see_it_marked_as_not_final(table: Table, client: Client) -> None:
    client.force_login(person_with("admin", "Clara"))
    move = a_quiet_move(table.game)
    table.play_a_turn()
    address = reverse("admin:duel_game_change", args=[table.game.pk])
    page = client.get(address, {"timeline": "all"}).content.decode()
    assert f"{table.mover.user} played “{move}” (on the site). It is not final yet." in page
    assert f"What {table.mover.user} played last is not final" in page
    assert "(not final)" in client.get(reverse("admin:duel_game_changelist")).content.decode()
    make_final(table.game)
    assert "not final" not in client.get(address, {"timeline": "all"}).content.decode()


def hold_it(table: Table) -> None:
    operator = person_with("admin", "Clara")
    hold(Ruling(operator, table.game.public_id, "A report.", table.game.seq))


def send_daily_letter(table: Table) -> None:
    User.objects.filter(pk=table.reader.pk).update(letters=User.Letters.DIGEST)
    draft = builder_of(DIGEST)({"person": table.reader.pk})
    assert draft is not None
    assert NOTE in draft.text


def send_it_now(table: Table) -> None:
    game, seat = table.game, table.mover.number
    send_now(public_id=game.public_id, seat=seat, expected_ply=game.ply)


def let_other_resign(table: Table) -> None:
    resign(public_id=table.game.public_id, seat=table.other.number, channel=Channel.LINK)


@pytest.mark.words
@pytest.mark.parametrize("end", [hold_it, send_daily_letter, send_it_now, let_other_resign])
def test_the_wait_ends_by(end: Act, table: Table) -> None:
    table.play_a_turn()
    end(table)
    table.game.refresh_from_db()
    assert not is_waiting(table.game)
    assert NOTE.encode() in shown(table, table.game.ply)[f"duel:board of ply {table.game.ply}"]
    with pytest.raises((errors.CannotTakeBack, errors.GameIsOver)):
        table.take_back()
    assert_sound(table.game)


def test_the_daily_letter_of_its_own_player_ends_no_wait(table: Table) -> None:
    User.objects.update(letters=User.Letters.DIGEST)
    table.begin_a_turn()
    assert builder_of(DIGEST)({"person": table.mover.user_id}) is not None
    table.game.refresh_from_db()
    assert is_waiting(table.game)
    table.take_back()


def test_the_wait_ends_by_time_though_no_worker_runs(
    table: Table, traveller: time_machine.Traveller
) -> None:
    table.play_a_turn()
    traveller.shift(299)
    assert is_waiting(table.game)
    traveller.shift(1)
    assert NOTE.encode() in shown(table, table.game.ply)[f"duel:board of ply {table.game.ply}"]
    with pytest.raises(errors.CannotTakeBack):
        table.take_back()


def offer(table: Table) -> None:
    offer_to_cancel(public_id=table.game.public_id, seat=table.other.number, channel=Channel.LINK)


def offer_and_withdraw(table: Table) -> None:
    offer(table)
    page = table.address("duel:more", table.game.known_ply)
    answer = Client().post(page, {"act": "withdraw", "terms": "cancel"}).content.decode()
    assert "You took your offer back." in answer


def give(table: Table) -> None:
    give_time(
        public_id=table.game.public_id, seat=table.other.number, hours=12, channel=Channel.LINK
    )


def write(table: Table) -> None:
    write_note(seat=table.other, ply=table.game.known_ply, text="Take your time.")


def report_it(table: Table) -> None:
    report(seat=table.other, topic="mistake", text="Hm.", asks_hold=True, channel=Channel.LINK)


def claim_it(table: Table) -> None:
    page = table.address("duel:time", table.game.known_ply)
    answer = Client().post(page, {"act": "claim"}).content.decode()
    assert "There is nothing to claim: whoever was late has time again, or has moved." in answer


def revoke(table: Table) -> None:
    page = table.address("duel:more", table.game.known_ply)
    answer = Client().post(page, {"act": "revoke"}).content.decode()
    assert "A letter brings you your turn" not in answer
    table.other.refresh_from_db()


def ask_to_undo(table: Table) -> None:
    with pytest.raises(errors.Stale) as refusal:
        ask_for_undo(
            public_id=table.game.public_id,
            seat=table.other.number,
            expected_ply=table.game.known_ply,
            channel=Channel.LINK,
        )
    assert refusal.value.since == []


BY_OTHERS = [offer, offer_and_withdraw, give, write, report_it, claim_it, revoke, ask_to_undo]


@pytest.mark.words
@pytest.mark.parametrize("begin", [Table.play_a_turn, Table.begin_a_turn])
@pytest.mark.parametrize("act", BY_OTHERS)
def test_what_others_do_neither_ends_the_wait_nor_tells_of_the_turn(
    act: Act, begin: Act, table: Table
) -> None:
    known = table.game.ply
    begin(table)
    act(table)
    table.game.refresh_from_db()
    assert is_waiting(table.game)
    after = shown(table, known)
    for name, content in after.items():
        assert NOTE.encode() not in content, name
        assert table.game.head.encode() not in content, name
    table.take_back()
    assert table.game.to_move == table.mover.number
    assert_sound(table.game)


def test_an_offer_made_meanwhile_stands_on_its_page(table: Table, client: Client) -> None:
    known = table.game.ply
    table.begin_a_turn()
    offer(table)
    page = client.get(table.address("duel:more", known)).content.decode()
    assert "You offered to call the game off." in page


def test_a_link_made_meanwhile_opens_the_game_as_it_goes_on(table: Table, client: Client) -> None:
    table.play_a_turn()
    board = table.address("duel:board", table.game.known_ply)
    assert client.get(board).status_code == 200
    make_final(table.game)
    assert "The game has moved on" in client.get(board).content.decode()


def test_whoever_can_take_a_turn_back_need_not_ask(table: Table) -> None:
    table.play_a_turn()
    game, seat = table.game, table.mover.number
    with pytest.raises(errors.NeedNotAsk):
        ask_for_undo(
            public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK
        )


def test_a_move_sent_again_tells_nothing_of_what_came_after_it(table: Table) -> None:
    """The other player's last turn, pressed once more while the answer to it may be taken back."""
    game = table.game
    own = [entry for entry in game.entries.order_by("seq") if entry.kind == Kind.MOVE][-1]
    assert own.seat == table.other.number
    before = game.ply
    table.play_a_turn()
    played = play(
        public_id=game.public_id,
        seat=table.other.number,
        expected_ply=before - 1,
        moves=[own.text],
        channel=Channel.LINK,
    )
    assert (played.was_played_before, played.ply) == (True, before)
    assert [event["ply"] for event in played.events] == [before]
    with pytest.raises(errors.Stale) as refusal:
        submit(game, "take a1", seat=table.other.number, ply=before)
    assert refusal.value.since == []


def test_who_plays_against_themself_sees_both_sides(ada: User, client: Client) -> None:
    game = begin_with(ada, ada, grace=86400)
    submit(game, a_quiet_move(game))
    assert is_waiting(game)
    client.force_login(ada)
    page = client.get(reverse("duel:game", args=[game.public_id]), follow=True).content.decode()
    assert "It is your turn." in page


@pytest.mark.parametrize("wish", ["digest", "mute"])
def test_no_clock_starts_before_the_turn_is_final(
    wish: str, table: Table, traveller: time_machine.Traveller
) -> None:
    if wish == "digest":
        User.objects.filter(pk=table.reader.pk).update(letters=User.Letters.DIGEST)
    else:
        mute(address=table.reader.email, topic=f"game:{table.game.public_id}")
    table.play_a_turn()
    assert table.game.deadline is None
    played_at = timezone.now()
    sweep_at(played_at + timedelta(minutes=4), traveller)
    give(table)
    table.game.refresh_from_db()
    assert table.game.deadline is None
    sweep_at(played_at + timedelta(minutes=20), traveller)
    table.game.refresh_from_db()
    assert kinds(table.game)[-1] == "clock move"
    assert table.game.deadline == played_at + timedelta(minutes=5) + DAY
    assert_sound(table.game)


def test_a_letter_starts_no_clock_before_the_turn_is_final(table: Table) -> None:
    table.play_a_turn()
    seat = Seat.objects.select_related("game").get(pk=table.other.pk)
    letter_arrives(seat)
    table.game.refresh_from_db()
    assert table.game.deadline is None
    make_final(table.game)
    letter_arrives(Seat.objects.select_related("game").get(pk=table.other.pk))
    table.game.refresh_from_db()
    assert table.game.deadline == timezone.now() + DAY


def test_a_claim_of_time_that_is_up_waits_for_the_turn(
    table: Table, traveller: time_machine.Traveller
) -> None:
    """Who is late and moves at last is not late any more, and the other is told only that."""
    Game.objects.update(late_may_be_claimed=True)
    sweep_at(MONDAY + 3 * DAY, traveller)
    table.game.refresh_from_db()
    assert kinds(table.game)[-1] == "flag"
    known = table.game.ply
    table.play_a_turn()
    page = Client().get(table.address("duel:time", known)).content.decode()
    assert 'value="claim"' in page
    with pytest.raises(errors.NothingToClaim):
        claim(public_id=table.game.public_id, seat=table.other.number, channel=Channel.LINK)
    claim_it(table)


def buys_another_turn(position: Any, legal: list[str]) -> str | None:
    """A move that turns nothing up and brings its player another turn, if there is one."""
    for move in legal:
        card = CARD_OF.get(move.removeprefix("buy ").split()[0])
        if move.startswith("buy ") and card is not None and card.ability == "again":
            step = DUEL.step(position, move)
            if not step.reveals and step.position.to_move == position.to_move:
                return move
    return None


@pytest.fixture
def second_turn(traveller: time_machine.Traveller, ada: User, bruno: User, settings: Any) -> Game:
    """A game whose last turn brought its player another, and turned nothing up."""
    settings.UNSEND_SECONDS = 0
    game = begin_with(ada, bruno, grace=86400)
    chance = random.Random(1)
    position = read_log(game).course.position
    while (move := buys_another_turn(position, legal := DUEL.legal(position))) is None:
        reserved = [each for each in legal if each in WITH_ANOTHER_TURN]
        buys = [each for each in legal if each.startswith("buy ")]
        step = chance.choice(reserved or (buys if chance.random() < 0.6 else []) or legal)
        submit(game, step)
        position = DUEL.apply(position, step)
    settings.UNSEND_SECONDS = 3600
    submit(game, move)
    assert is_waiting(game)
    return game


def test_the_letter_of_a_second_turn_starts_no_clock_before_the_first_is_final(
    second_turn: Game, traveller: time_machine.Traveller
) -> None:
    game, seat = second_turn, second_turn.to_move
    assert seat is not None
    played_at = timezone.now()
    sweep_at(played_at + timedelta(minutes=15), traveller)
    send_letters(game)
    assert game.notices.filter(kind="turn-goes-on", seat=seat, ply=game.ply).exists()
    assert game.deadline is None
    sweep_at(played_at + timedelta(minutes=61), traveller)
    game.refresh_from_db()
    assert kinds(game)[-1] == "clock letter"
    assert game.deadline == played_at + HOUR + DAY
    assert_sound(game)


def test_what_was_final_once_stays_so_when_the_next_turn_is_taken_back(second_turn: Game) -> None:
    game, seat = second_turn, second_turn.to_move
    assert seat is not None
    known = game.ply
    submit(game, next(m for m in legal_moves(game) if m.startswith(("use ", "take "))))
    assert game.known_ply == known, "The first turn is final with the first step of the second."
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK)
    game.refresh_from_db()
    assert not is_waiting(game)
    with pytest.raises(errors.CannotTakeBack):
        take_back_turn(
            public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK
        )
