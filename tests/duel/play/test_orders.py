"""Standing orders: tried when the turn has come for good, one of them played, once."""

from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.errors import GameIsOver, NotYourSeat
from duel.letters.digest_sweeps import sweep_digests
from duel.models import Game, Seat, StandingOrder
from duel.models.game import DIGEST
from duel.play.moves import resign
from duel.play.order_turns import OrderOutcome, sweep_orders, try_orders
from duel.play.orders import (
    MOST_ORDERS,
    TooManyOrders,
    UnreadableOrder,
    delete_orders,
    orders_in,
    orders_of,
    write_orders,
)
from duel.play.undo import send_now, take_back_turn
from duel.record.log import read_log
from duel.seats.deletion import delete_account
from engine.duel import GAME
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute
from mail.outbox.delivery import deliver
from support.people.personal_data import personal_data_of
from support.report.game_report import report_of
from support.report.timeline import timeline
from tests.duel.clocks.ticking import send_letters
from tests.duel.letter_links import board_address, more_address, mover, play_to, waiting
from tests.duel.letters.outbox import built, read, row
from tests.duel.tables import a_quiet_move, assert_sound, begin, legal_moves, submit
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.django_db

TAKES = ["take a1", "take e5", "take b2", "take c3", "take d1"]
IMPOSSIBLE = "take a1 e5"


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def order(seat: Seat, *texts: str, language: str = "en") -> list[str]:
    """Write orders, and return what is kept of each."""
    seat.refresh_from_db()
    return [
        kept.meant
        for kept in write_orders(seat=seat, texts=texts, language=language, channel=Channel.MAIL)
    ]


def a_later_move(game: Game) -> str:
    """A quiet move that is possible after the other player's next one as well."""
    now = a_quiet_move(game)
    cells = set(now.split()[1:])
    moves = (move for move in legal_moves(game) if move.startswith("take "))
    return next(move for move in moves if not cells & set(move.split()[1:]))


def channels(game: Game) -> list[tuple[str, str]]:
    return [(e.text, e.channel) for e in read_log(game).entries if e.kind == "move"]


def last_move(game: Game) -> tuple[str, str]:
    return channels(game)[-1]


def test_the_first_that_is_possible_is_played_in_the_place_of_the_letter(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    order(seat, IMPOSSIBLE, later, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    letter = row(game, seat.user)  # type: ignore[arg-type]
    deliver(letter.pk)
    game.refresh_from_db()
    assert last_move(game) == (later, "mail")
    assert game.to_move != seat.number
    letter.refresh_from_db()
    assert letter.reason == Letter.Reason.UNTRUE
    assert letter.sent_at is None
    played = StandingOrder.objects.get()
    assert (played.text, played.first_ply, played.last_ply) == (later, 2, 2)
    assert not orders_of(seat)
    assert not Seat.objects.filter(has_orders=True).exists()
    assert_sound(game)


def test_a_letter_that_is_built_again_plays_nothing_more(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    order(seat, later)
    submit(game, a_quiet_move(game))
    letter = row(game, seat.user)  # type: ignore[arg-type]
    for _ in range(2):  # the worker was killed after the first time
        assert built(letter) is None
    assert [way for _, way in channels(game)] == ["web", "mail"]


def test_the_next_letter_tells_what_was_played(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    assert seat.user is not None
    order(seat, later)
    submit(game, a_quiet_move(game))
    send_letters(game)
    submit(game, a_quiet_move(game))
    letter = read(game, seat.user)
    assert "BY YOUR STANDING ORDERS. You took" in letter.text
    assert "By your standing orders" in letter.html
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    assert "STANDING ORDERS" not in read(game, seat.user).text


def test_orders_of_several_turns_are_told_together(game: Game) -> None:
    seat = waiting(game)
    assert seat.user is not None
    for _ in range(2):
        order(seat, a_later_move(game))
        submit(game, a_quiet_move(game))
        send_letters(game)
    assert [way for _, way in channels(game)] == ["web", "mail"] * 2
    submit(game, a_quiet_move(game))
    told = read(game, seat.user).text.partition("BY YOUR STANDING ORDERS")[2]
    assert told.partition("SINCE")[0].count("You took") == 2


def test_the_other_player_is_told_of_it_as_of_any_move(game: Game) -> None:
    other, seat = mover(game), waiting(game)
    assert other.user is not None
    order(seat, a_later_move(game))
    submit(game, a_quiet_move(game))
    send_letters(game)
    text = read(game, other.user).text
    assert "took" in text
    assert "order" not in text.lower()


def test_a_list_of_which_none_is_possible_is_gone_and_the_letter_says_so(game: Game) -> None:
    seat = waiting(game)
    assert seat.user is not None
    order(seat, IMPOSSIBLE, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    letter = row(game, seat.user)
    for _ in range(2):  # a worker was killed before the letter left
        draft = built(letter)
        assert draft is not None
        assert "None of your standing orders was possible." in draft.text
        assert "None of your standing orders was possible." in draft.html
    seat.refresh_from_db()
    assert not orders_of(seat)
    submit(game, a_quiet_move(game))
    assert not StandingOrder.objects.exists()


def test_what_is_played_by_hand_first_uses_the_list_up(game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    send_letters(game)
    assert {way for _, way in channels(game)} == {"web"}
    assert not StandingOrder.objects.exists()


def test_on_ones_own_turn_it_is_for_the_turn_after(game: Game) -> None:
    seat = mover(game)
    order(seat, *TAKES)
    send_letters(game)
    sweep_orders()
    assert not channels(game)
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    send_letters(game)
    assert last_move(game)[1] == "mail"


def market(game: Game, level: int) -> list[str]:
    return [card.id for card in read_log(game).course.position.market[level - 1]]


def reserving(game: Game, card: str) -> str:
    return next(m for m in legal_moves(game) if m.startswith("reserve ") and card in m)


def gold_on(move: str) -> str:
    return next(word for word in move.split() if word[0] in "abcde" and len(word) == 2)


def test_a_place_means_the_card_that_lay_there(game: Game) -> None:
    seat, card = waiting(game), market(game, 2)[0]
    reserve = reserving(game, card)
    [kept] = order(seat, f"Réserve 2,1 avec l'or en {gold_on(reserve)}", language="fr")
    assert kept == f"Réserve {card} avec l'or en {gold_on(reserve)}"
    submit(game, reserve)  # now another card lies there
    send_letters(game)
    assert channels(game) == [(reserve, "web")]


def test_the_card_that_lay_there_is_meant_as_long_as_it_is_there(game: Game) -> None:
    seat, card = waiting(game), market(game, 2)[1]
    reserve = reserving(game, card)
    order(seat, f"riservo 2.2 con l'oro in {gold_on(reserve)}", language="it")
    submit(game, a_quiet_move(game))
    send_letters(game)
    assert last_move(game) == (reserve, "mail")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("buy 2.8", "Order 1: no card lies at 2.8."),
        ("buy r1", "Order 1: no card lies at r1."),
        ("buy the blue card", "Order 1: name the card by its place"),
        ("buy the second card of level 2", "Order 1: name the card by its place"),
        ("if you pass, take a1", "Order 1 was not understood: “if you pass, take a1”."),
        ("Hello!", "Order 1 was not understood"),
        ("take a1 " * 400, "Order 1 was not understood"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_the_old_list_stays(
    text: str, sentence: str, game: Game
) -> None:
    seat = waiting(game)
    order(seat, "take a1")
    with pytest.raises(UnreadableOrder) as refusal:
        order(seat, text)
    assert str(refusal.value).startswith(sentence)
    assert [kept.text for kept in orders_of(seat)] == ["take a1"]


def test_there_are_at_most_five(game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    assert len(orders_of(seat)) == MOST_ORDERS
    with pytest.raises(TooManyOrders):
        order(seat, *TAKES, "take a2")


def test_one_order_in_each_line() -> None:
    text = "1. take a1\n\n 2) buy 2.1; steal red \r\n2.1 reserve"
    assert orders_in(text) == ["take a1", "buy 2.1; steal red", "2.1 reserve"]


def test_what_is_deleted_is_not_played(game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    delete_orders(seat=seat)
    submit(game, a_quiet_move(game))
    send_letters(game)
    sweep_orders()
    assert [way for _, way in channels(game)] == ["web"]


def too_many_after(position: Any, legal: list[str]) -> list[str]:
    """The moves that end no turn, as something has to be given back then."""
    if position.phase != "start":
        return []
    takes = [move for move in legal if move.startswith("take ")]
    return [move for move in takes if GAME.apply(position, move).phase == "discard"]


def test_an_order_that_leaves_a_choice_open_is_not_played(game: Game) -> None:
    play_to(game, lambda position, legal: bool(too_many_after(position, legal)))
    seat, position = mover(game), read_log(game).course.position
    take = too_many_after(position, legal_moves(game))[0]
    discard = GAME.legal(GAME.apply(position, take))[0]
    ply = game.ply
    for text, expected in [
        (take, OrderOutcome.IMPOSSIBLE),
        (f"{take}; {discard}", OrderOutcome.PLAYED),
    ]:
        order(seat, text)
        StandingOrder.objects.update(ply=ply - 1)  # as if it had been written a turn earlier
        assert try_orders(public_id=game.public_id, seat=seat.number) is expected
    assert [move for move, _ in channels(game)][-2:] == [take, discard]


@pytest.mark.usefixtures("can_be_taken_back")
class TestFinality:
    """With five minutes in which a turn can be taken back."""

    def test_nothing_is_played_before_the_turn_is_final(
        self, game: Game, traveller: time_machine.Traveller
    ) -> None:
        seat, later = waiting(game), a_later_move(game)
        order(seat, later)
        submit(game, a_quiet_move(game))
        send_letters(game)
        sweep_orders()
        assert try_orders(public_id=game.public_id, seat=seat.number) is OrderOutcome.NONE
        assert [way for _, way in channels(game)] == ["web"]
        traveller.shift(301)
        send_letters(game)
        assert last_move(game) == (later, "mail")

    def test_a_turn_that_is_taken_back_brings_no_order_about(
        self, game: Game, traveller: time_machine.Traveller
    ) -> None:
        mine, seat, later = mover(game), waiting(game), a_later_move(game)
        order(seat, later)
        submit(game, a_quiet_move(game))
        take_back_turn(
            public_id=game.public_id, seat=mine.number, expected_ply=1, channel=Channel.WEB
        )
        traveller.shift(301)
        send_letters(game)
        sweep_orders()
        assert [way for _, way in channels(game)] == ["web"]
        seat.refresh_from_db()
        assert orders_of(seat), "They wait for the turn that is still to come."

    def test_who_sends_it_now_brings_it_about(self, game: Game) -> None:
        mine, seat, later = mover(game), waiting(game), a_later_move(game)
        order(seat, later)
        submit(game, a_quiet_move(game))
        send_now(public_id=game.public_id, seat=mine.number, expected_ply=1)
        send_letters(game)
        assert last_move(game) == (later, "mail")

    def test_what_an_order_played_can_be_taken_back_and_is_not_played_again(
        self, game: Game, traveller: time_machine.Traveller
    ) -> None:
        seat, later = waiting(game), a_later_move(game)
        order(seat, later)
        submit(game, a_quiet_move(game))
        traveller.shift(301)
        send_letters(game)
        take_back_turn(
            public_id=game.public_id, seat=seat.number, expected_ply=2, channel=Channel.WEB
        )
        traveller.shift(3600)
        send_letters(game)
        sweep_orders()
        game.refresh_from_db()
        assert game.to_move == seat.number
        assert len(channels(game)) == 2

    def test_a_view_holds_nothing_of_a_turn_that_is_not_final(self, game: Game) -> None:
        seat = waiting(game)
        submit(game, a_quiet_move(game))
        order(seat, *TAKES)
        assert {kept.ply for kept in orders_of(seat)} == {0}


def quiet_at_night(user: User) -> None:
    User.objects.filter(pk=user.pk).update(quiet_from=time(8), quiet_to=time(12), time_zone="UTC")


def test_in_quiet_hours_it_waits_as_the_letter_does(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat, later = waiting(game), a_later_move(game)
    assert seat.user is not None
    quiet_at_night(seat.user)
    order(seat, later)
    submit(game, a_quiet_move(game))
    send_letters(game)
    sweep_orders()
    assert len(channels(game)) == 1
    traveller.shift(timedelta(hours=4))
    send_letters(game)
    assert last_move(game) == (later, "mail")


def test_who_has_muted_the_game_has_orders_played_all_the_same(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    assert seat.user is not None
    mute(address=seat.user.email, topic=f"game:{game.public_id}")
    order(seat, later)
    submit(game, a_quiet_move(game))
    assert not sweep_orders(), "The letter is not dropped yet."
    send_letters(game)
    assert sweep_orders() == 1
    assert last_move(game) == (later, "mail")
    assert not sweep_orders()


def test_who_has_a_daily_letter_has_orders_played_all_the_same(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    User.objects.filter(seats=seat).update(letters=User.Letters.DIGEST)
    order(seat, later)
    submit(game, a_quiet_move(game))
    send_letters(game)
    assert sweep_orders() == 1
    assert last_move(game) == (later, "mail")


@pytest.mark.usefixtures("can_be_taken_back")
def test_the_daily_letter_tries_them_first(game: Game) -> None:
    seat, later = waiting(game), a_later_move(game)
    now = timezone.now()
    User.objects.filter(seats=seat).update(letters=User.Letters.DIGEST, digest_due_at=now)
    order(seat, later)
    submit(game, a_quiet_move(game))
    assert sweep_digests() == 1
    assert built(Letter.objects.get(kind=DIGEST)) is None
    assert last_move(game) == (later, "mail")


def test_a_suspended_player_has_none_played(game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    User.objects.filter(seats=seat).update(suspended_at=timezone.now())
    submit(game, a_quiet_move(game))
    send_letters(game)
    sweep_orders()
    assert len(channels(game)) == 1


def test_they_are_forgotten_at_the_end_of_the_game(game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    resign(public_id=game.public_id, seat=1 - seat.number, channel=Channel.WEB)
    sweep_orders()
    assert not StandingOrder.objects.exists()
    with pytest.raises(GameIsOver):
        order(seat, *TAKES)


def test_who_asks_what_is_kept_gets_them_and_who_leaves_takes_them_along(game: Game) -> None:
    seat = waiting(game)
    assert seat.user is not None
    order(seat, "take a1")
    [kept] = personal_data_of(seat.user)["games"]
    assert [each["text"] for each in kept["standing_orders"]] == ["take a1"]
    delete_account(user=seat.user)
    assert not StandingOrder.objects.exists()


def play_an_order(game: Game) -> Seat:
    """Let an order play the first turn of the second player, and return whose it was."""
    seat = waiting(game)
    order(seat, a_later_move(game))
    submit(game, a_quiet_move(game))
    send_letters(game)
    game.refresh_from_db()
    seat.refresh_from_db()
    assert seat.has_played_orders
    return seat


def test_what_was_played_stays_with_its_player(game: Game) -> None:
    seat = play_an_order(game)
    assert seat.user is not None
    resign(public_id=game.public_id, seat=1 - seat.number, channel=Channel.WEB)
    sweep_orders()
    [kept] = personal_data_of(seat.user)["games"]
    [played] = kept["standing_orders"]
    assert (played["channel"], played["first_ply"], played["last_ply"]) == ("mail", 2, 2)
    assert "BY YOUR STANDING ORDERS. You took" in read(game, seat.user, "game-over").text
    delete_account(user=seat.user)
    assert not StandingOrder.objects.exists()


def test_operators_are_told_what_orders_have_played_unless_they_play(
    game: Game, olga: User
) -> None:
    seat = play_an_order(game)
    other = Seat.objects.select_related("user").get(game=game, number=1 - seat.number)
    for reader, is_told in ((olga, True), (other.user, False)):
        told = [item.sentence for item in timeline(report_of(game.pk, reader=reader))]
        assert any("It was a standing order." in sentence for sentence in told) == is_told


def test_who_takes_over_the_seat_is_not_told_what_was_played(
    game: Game, olga: User, eve: User
) -> None:
    seat = play_an_order(game)
    replace_player(ruling(olga, game), seat=seat.number, by=eve)
    submit(game, a_quiet_move(game))
    assert "STANDING ORDERS" not in read(game, eve).text


def test_who_takes_over_the_seat_does_not_find_them(game: Game, olga: User, eve: User) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    replace_player(ruling(olga, game), seat=seat.number, by=eve)
    assert not StandingOrder.objects.exists()
    with pytest.raises(NotYourSeat):
        write_orders(seat=seat, texts=TAKES, language="en", channel=Channel.MAIL)


def test_the_page_keeps_shows_and_deletes_them(client: Client, game: Game) -> None:
    seat = waiting(game)
    address = more_address(game, seat)
    page = client.post(address, {"act": "orders", "orders": "take a1\nreserve 2.1 c3"})
    assert "are kept for your next turn" in page.content.decode()
    shown = client.get(address).content.decode()
    card = read_log(game).course.position.market[1][0].id
    assert f"Kept as: reserve {card} c3" in shown
    page = client.post(address, {"act": "no-orders"})
    assert "are deleted" in page.content.decode()
    assert not StandingOrder.objects.exists()


def test_the_page_gives_back_what_it_refuses(client: Client, game: Game) -> None:
    address = more_address(game, waiting(game))
    page = client.post(address, {"act": "orders", "orders": "take a1\nbuy <it>"})
    assert "Order 2 was not understood: “buy &lt;it&gt;”." in page.content.decode()
    assert "take a1\nbuy &lt;it&gt;</textarea>" in page.content.decode()
    assert not StandingOrder.objects.exists()


def test_opening_the_page_plays_nothing(client: Client, game: Game) -> None:
    seat = waiting(game)
    order(seat, *TAKES)
    submit(game, a_quiet_move(game))
    client.get(more_address(game, seat))
    client.get(board_address(game, seat))
    assert len(channels(game)) == 1
