"""Giving a seat to somebody else: one comes, the other has no more part in the game."""

from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.errors import AlreadySits, GameIsOver, UnknownGame
from duel.models import Game, Note
from duel.play.notes import write_note
from duel.record.log import read_log
from duel.record.selectors import readable_game
from mail.models import InboundMail, Letter
from mail.registry import builder_of
from support.conflicts import refuse_own_game
from support.decisions import revoke
from support.errors import NobodyOfThatAddress, OwnGame
from tests.duel.clocks.ticking import DAY, MONDAY, send_letters, sweep_at
from tests.duel.letter_links import board_address, move_address
from tests.duel.replies.mailing import write
from tests.duel.tables import play_to_the_end
from tests.support.decisions.bench import (
    assert_settled,
    decision_letter,
    mover_and_other,
    player,
    ruling,
    start_clock,
    turn_letters,
    verify,
)
from tests.support.decisions.verbs import cancel, hold, replace_player


def test_the_new_player_plays_on_and_the_old_one_is_out(
    game: Game, olga: User, eve: User, client: Client, tmp_path: Path
) -> None:
    mover, _ = mover_and_other(game)
    old, seat = player(game, mover), game.seats.get(number=mover)
    link, board = move_address(game), board_address(game, seat)
    write_note(seat=seat, ply=game.ply, text="Wait for me!")
    send_letters(game)
    decision = replace_player(ruling(olga, game), seat=mover, by=eve)
    game.refresh_from_db()
    new_seat = game.seats.get(number=mover)
    assert_settled(game, decision, last=f"replace {new_seat.person}")
    assert (new_seat.user, decision.replaced) == (eve, old)
    for address in (link, board):
        assert "revoked" in client.get(address).content.decode()
    assert not Note.objects.exists()
    with pytest.raises(UnknownGame):
        readable_game(game.public_id, old)
    client.force_login(old)
    assert client.get(reverse("duel:game", args=[game.public_id])).status_code == 404
    assert turn_letters(game) == [(mover, game.ply)]
    assert client.get(board_address(game, new_seat)).status_code == 200
    play_to_the_end(game)
    verify(game, tmp_path)


def test_mail_of_the_old_player_is_nothing_to_the_new_one(
    game: Game, olga: User, eve: User
) -> None:
    mover, other = mover_and_other(game)
    write(game.seats.get(number=mover), "this is no move")
    kept = write(game.seats.get(number=other), "show")
    replace_player(ruling(olga, game), seat=mover, by=eve)
    assert list(InboundMail.objects.all()) == [kept]


def test_everybody_is_told_who_plays_on(game: Game, olga: User, eve: User) -> None:
    mover, other = mover_and_other(game)
    old = player(game, mover)
    decision = replace_player(ruling(olga, game), seat=mover, by=eve)
    to_new, to_other = (decision_letter(decision, each) for each in (eve, player(game, other)))
    assert f"given you the seat of {old}" in to_new.text
    assert f"Eve plays in place of {old}" in " ".join(to_other.text.split())
    to_old = decision_letter(decision, old)
    assert "has been given to another player" in " ".join(to_old.text.split())
    assert decision.message in to_old.text
    assert decision.reason not in to_old.text
    for link in ("/b/", "/go/", "/board/", game.public_id):
        assert link not in to_old.text + to_old.html
    assert "Eve" not in to_old.text


def test_letters_that_wait_for_the_old_player_are_called_off(
    game: Game, olga: User, eve: User
) -> None:
    mover, _ = mover_and_other(game)
    old = player(game, mover)
    waiting = list(Letter.objects.filter(to=old.email, kind="your-turn", status="waiting"))
    assert waiting
    replace_player(ruling(olga, game), seat=mover, by=eve)
    for letter in waiting:
        letter.refresh_from_db()
        assert letter.status == "dropped"
        assert builder_of(letter.kind)(letter.data) is None


def test_whoever_comes_new_has_the_full_time_though_the_old_player_was_late(
    game: Game, olga: User, eve: User, traveller: time_machine.Traveller
) -> None:
    User.objects.filter(pk=eve.pk).update(time_zone="Europe/Rome")
    eve.refresh_from_db()
    mover, _ = mover_and_other(game)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    replace_player(ruling(olga, game), seat=mover, by=eve)
    game.refresh_from_db()
    assert read_log(game).course.flagged is None
    start_clock(game)
    assert game.deadline == MONDAY + 2 * DAY
    assert game.seats.get(number=mover).clock_zone == "Europe/Rome"


def test_nobody_sits_twice_nor_judges_and_plays(
    game: Game, olga: User, ada: User, bruno: User, eve: User
) -> None:
    with pytest.raises(AlreadySits):
        replace_player(ruling(olga, game), seat=0, by=bruno)
    with pytest.raises(OwnGame):
        replace_player(ruling(olga, game), seat=0, by=olga)
    User.objects.filter(pk=eve.pk).update(is_active=False)
    eve.refresh_from_db()
    with pytest.raises(NobodyOfThatAddress):
        replace_player(ruling(olga, game), seat=0, by=eve)
    cancel(ruling(olga, game))
    with pytest.raises(GameIsOver):
        replace_player(ruling(olga, game), seat=0, by=eve)


def test_who_sat_in_a_game_before_judges_it_no_more(
    game: Game, olga: User, ada: User, eve: User
) -> None:
    seat = game.seats.get(user=ada).number
    replace_player(ruling(olga, game), seat=seat, by=eve)
    with pytest.raises(OwnGame):
        refuse_own_game(ada, game)
    with pytest.raises(OwnGame):
        hold(ruling(ada, game))
    refuse_own_game(olga, game)


def test_a_replacement_is_taken_back(game: Game, olga: User, ada: User, eve: User) -> None:
    seat = game.seats.get(user=ada).number
    decision = replace_player(ruling(olga, game), seat=seat, by=eve)
    back = revoke(ruling(olga, game), decision=decision)
    restored = game.seats.get(number=seat)
    assert (restored.user, back.revokes, back.replaced) == (ada, decision, eve)
    assert_settled(game, back, last=f"replace {restored.person}")
    assert restored.link_epoch == 2
