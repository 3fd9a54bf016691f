"""Somebody leaves a game of three in which a bot plays on for them, as was agreed."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.bots import bot_of
from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Memo, Note, Status
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.play.orders import write_memo
from duel.record.export import export_game
from duel.record.log import read_log
from duel.record.selectors import names_of
from duel.seats.deletion import delete_account
from duel.seats.newcomers import SeatIsTaken, take_seat
from duel.timekeeping.clocks import claim
from duel.timekeeping.leaving import what_follows
from duel.web.game.more import ACTS
from duel.words.terms import Terms
from engine.kinds import Channel
from engine.verify import verify
from mail.inbound.processing import read_mail
from mail.models import InboundMail, Letter
from mail.registry import builder_of
from support.decisions import Ruling, decide, preview, revoke
from support.errors import CannotRevoke
from support.models import Act
from tests.duel.clocks.ticking import DAY, MONDAY, kinds, start_clock, sweep_at
from tests.duel.letter_links import board_address, more_address
from tests.duel.pages import in_words
from tests.duel.replies.mailing import write
from tests.duel.tables import assert_sound, legal_moves, submit
from tests.duel.toy.table import begin_of_three, newest_turn, press

PLAYS_ON = "Journeyman (bot)"


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """A toy of a day a move, in which a bot plays on for a player who leaves."""
    return begin_of_three(ada, bruno, carla, leaving="bot")


def leave(game: Game, seat: int) -> None:
    resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()


def told_to(person: User) -> str:
    """What the newest letter says that is really sent."""
    letters = Letter.objects.filter(to=person.email).order_by("-pk")
    drafts = (builder_of(letter.kind)(letter.data) for letter in letters)
    draft = next(draft for draft in drafts if draft is not None)
    assert draft.text.split()[0] in draft.html
    return " ".join(draft.text.split())


def test_a_bot_sits_down_at_once_and_nobody_waits(game: Game, ada: User, carla: User) -> None:
    press(game, "one")
    ply = game.ply
    leave(game, 1)
    seat = game.seats.get(number=1)
    assert [kind.split()[0] for kind in kinds(game)[-2:]] == ["retire", "replace"]
    assert (seat.user, seat.left_at, seat.open_until) == (bot_of("journeyman"), None, None)
    assert (game.status, game.ply, game.to_move) == (Status.RUNNING, ply, 1)
    assert names_of(game) == ["Ada", PLAYS_ON, "Carla"]
    assert_sound(game)


def test_the_others_play_on_with_it_and_the_record_is_proved(game: Game) -> None:
    press(game, "one")
    leave(game, 1)
    while game.to_move is not None:
        submit(game, legal_moves(game)[0])
    assert verify(export_game(game)).problems == ()
    assert_sound(game)


def test_the_next_letter_says_so(game: Game) -> None:
    press(game, "one")
    leave(game, 1)
    submit(game, "one")
    assert f"{PLAYS_ON} plays on in the seat of a player who left." in " ".join(
        newest_turn(game).split()
    )


def test_what_was_the_players_is_erased(game: Game, bruno: User, client: Client) -> None:
    seat = game.seats.select_related("game", "user").get(user=bruno)
    board = board_address(game, seat)
    write_note(seat=seat, ply=0, text="Soon!")
    write_memo(seat=seat, text="Take two.")
    leave(game, 1)
    assert not Note.objects.exists()
    assert not Memo.objects.exists()
    assert "revoked" in client.get(board).content.decode()
    client.force_login(bruno)
    assert client.get(reverse("duel:game", args=[game.public_id])).status_code == 404
    with pytest.raises(SeatIsTaken):
        take_seat(public_id=game.public_id, by=bruno)


@pytest.mark.parametrize("is_claimed", [False, True])
def test_whoever_ran_out_of_time_reads_that_a_bot_plays_on(
    is_claimed: bool, game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    Game.objects.filter(pk=game.pk).update(late_may_be_claimed=is_claimed)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    if is_claimed:
        claim(public_id=game.public_id, seat=1, channel=Channel.LINK)
    game.refresh_from_db()
    assert (game.status, game.seats.get(number=0).user) == (Status.RUNNING, bot_of("journeyman"))
    told = told_to(ada)
    assert "You ran out of time and are out of the game." in told
    assert "a bot plays on in your seat" in told
    assert_sound(game)


def test_an_operator_takes_somebody_out_and_all_are_told_who(
    game: Game, olga: User, bruno: User, carla: User
) -> None:
    ruling = Ruling(olga, game.public_id, "He asked for it.", game.seq)
    assert "A bot plays on in the seat." in preview(
        Act.RETIRE, read_log(game), operator=olga, seat=1
    )

    decision = decide(Act.RETIRE, ruling, seat=1)

    assert game.seats.get(number=1).user == bot_of("journeyman")
    assert "An operator has taken Bruno out of the game." in told_to(carla)
    assert "given to another player" in told_to(bruno)
    game.refresh_from_db()
    with pytest.raises(CannotRevoke):
        revoke(Ruling(olga, game.public_id, "A mistake.", game.seq), decision=decision)


def test_when_the_last_person_leaves_bots_do_not_play_for_themselves(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    leave(game, 0)
    delete_account(user=bruno)
    assert "first among the others" in what_follows(read_log(game), 2)
    leave(game, 2)
    assert (game.status, (game.result or {})["by"]) == (Status.OVER, ["score"])
    assert_sound(game)


def test_a_table_of_bots_that_its_only_person_leaves_is_scored(ada: User) -> None:
    terms = Terms(game="toy", seats=3)
    game = propose(by=ada, terms=terms, bots=["apprentice", "apprentice"])
    leave(game, 0)
    assert (game.status, (game.result or {})["by"]) == (Status.OVER, ["score"])


def test_pages_and_terms_say_what_was_agreed(game: Game, ada: User, client: Client) -> None:
    seat = game.seats.select_related("game", "user").get(user=ada)
    page = in_words(client.get(more_address(game, seat)).content.decode())
    assert "A bot plays on in the seat." in page
    proposed = propose(by=ada, terms=Terms(game="toy", seats=3, leaving="bot"), is_listed=True)
    page = in_words(client.get(f"/challenge/{proposed.public_id}").content.decode())
    assert "a bot plays on in the seat." in page


def test_the_timeline_tells_of_it(game: Game, ada: User, bruno: User, client: Client) -> None:
    press(game, "one")
    leave(game, 1)
    client.force_login(ada)
    page = in_words(client.get(reverse("duel:timeline", args=[game.public_id])).content.decode())
    assert "A bot plays on in the seat." in page
    assert PLAYS_ON in page


def test_others_are_still_let_in_where_a_seat_is_offered(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    offered = begin_of_three(ada, bruno, carla, leaving="open")
    leave(offered, 1)
    assert take_seat(public_id=offered.public_id, by=eve).user == eve


def test_the_page_on_which_somebody_leaves_opens_nothing_of_the_bots(
    game: Game, bruno: User, client: Client
) -> None:
    seat = game.seats.select_related("game", "user").get(user=bruno)
    more = more_address(game, seat)
    page = client.post(more, {"act": "resign", "sure": "yes"}).content.decode()
    assert "You resigned. A bot plays on in the seat." in page
    assert not re.search(rf"/(go|board|more|time|timeline|trouble)/(?!{more[6:]})", page)
    assert client.get(more).status_code == 410


def test_who_leaves_by_mail_is_told_that_a_bot_plays_on(game: Game, bruno: User) -> None:
    press(game, "one")
    seat = game.seats.select_related("game", "user").get(user=bruno)
    read_mail(write(seat, "yes, resign", is_read=False).pk)
    assert game.seats.get(number=1).user == bot_of("journeyman")
    told = told_to(bruno)
    assert "You have left the game." in told
    assert "a bot plays on in your seat" in told
    assert not InboundMail.objects.exists()
    assert_sound(game)


def test_a_press_on_a_seat_that_changes_hands_meanwhile_shows_nothing_of_it(
    game: Game, bruno: User, eve: User, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    seat = game.seats.select_related("game", "user").get(user=bruno)
    address = more_address(game, seat)

    def given_away(ctx: object, request: object) -> str:
        leave(game, 1)
        return "Done."

    monkeypatch.setitem(ACTS, "mute", given_away)
    page = client.post(address, {"act": "mute"}).content.decode()
    assert "/board/" not in page
    assert "/go/" not in page
