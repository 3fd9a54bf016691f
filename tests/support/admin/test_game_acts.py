"""Beside decisions, on the page of a game: sending a turn again, who was seen, muting notes."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Session, User
from accounts.services.support import put_address_aside
from duel.models import Game, LinkUse, NoteMute, Seat
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.record.links import Purpose
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute
from support.last_seen import last_sign_in, last_sign_of
from support.people.merging import merge_accounts
from support.people.services import mute_notes
from tests.duel.clocks.ticking import HOUR, seat_to_move
from tests.duel.letter_links import more_address, move_address
from tests.duel.letters.outbox import built
from tests.duel.tables import a_quiet_move, known_to, submit
from tests.support.admin.staff import act_on, audit, page_of, person_with

pytestmark = pytest.mark.django_db


def press(client: Client, game: Game, act: str, **fields: object) -> str:
    """What is said after the button was pressed."""
    sent = {"act": act, "reason": "They never got it.", **fields}
    answer = client.post(reverse("admin:duel_game_act", args=[game.pk]), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def turn_letters(game: Game, seat: Seat) -> int:
    prefix = f"{game.public_id}:{seat.number}:your-turn"
    return Letter.objects.filter(key__startswith=prefix).count()


def test_a_turn_is_sent_again_with_a_reason(desk: Client, game: Game) -> None:
    seat = seat_to_move(game)
    before = turn_letters(game, seat)
    assert (
        "Send this turn again"
        in desk.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    )
    assert f"A letter brings {seat.user} this turn once more." in press(desk, game, "send-again")
    assert turn_letters(game, seat) == before + 1
    draft = built(Letter.objects.latest("pk"))
    assert draft is not None
    assert draft.text.startswith(f"Your move, {seat.user}")
    assert audit()[-1] == (
        str(game),
        f"sent the turn of seat {seat.number} again: They never got it.",
    )
    assert "Say why" in press(desk, game, "send-again", reason=" ")
    assert turn_letters(game, seat) == before + 1


def refused_because(client: Client, game: Game, sentence: str) -> None:
    seat = seat_to_move(game)
    before, acts = turn_letters(game, seat), audit()
    assert sentence in press(client, game, "send-again")
    assert (turn_letters(game, seat), audit()) == (before, acts)


def test_it_is_refused_if_the_letter_would_not_leave(desk: Client, game: Game, olga: User) -> None:
    reader = seat_to_move(game).user
    assert reader is not None
    User.objects.filter(pk=reader.pk).update(letters="digest")
    refused_because(desk, game, "wants one letter a day")
    User.objects.filter(pk=reader.pk).update(letters="single", suspended_at=timezone.now())
    refused_because(desk, game, "is suspended")
    User.objects.filter(pk=reader.pk).update(suspended_at=None)
    mute(address=reader.email, topic=f"game:{game.public_id}")
    refused_because(desk, game, "has muted such letters")
    put_address_aside(operator=olga, person=reader, reason="It bounces.")
    refused_because(desk, game, "No letter reaches")


def test_it_is_refused_while_the_turn_before_can_be_taken_back(
    desk: Client, game: Game, settings: Any
) -> None:
    settings.UNSEND_SECONDS = 600
    submit(game, a_quiet_move(game))
    refused_because(desk, game, "can still be taken back")


def test_a_turn_is_sent_by_hand_three_times_a_day(
    desk: Client, game: Game, traveller: time_machine.Traveller
) -> None:
    for _ in range(3):
        assert "once more" in press(desk, game, "send-again")
        traveller.shift(timedelta(minutes=5))
    refused_because(desk, game, "three times within a day")
    traveller.shift(timedelta(hours=20))
    refused_because(desk, game, "three times within a day")
    traveller.shift(timedelta(hours=5))
    assert "once more" in press(desk, game, "send-again")


def test_no_turn_is_sent_of_a_game_that_is_over(desk: Client, game: Game) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.LINK)
    page = desk.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert "Send this turn again" not in page
    assert "No turn runs in this game." in press(desk, game, "send-again")


def test_who_plays_or_may_only_look_presses_nothing(
    client: Client, game: Game, ada: User, bruno: User
) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ada)
    page = client.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert 'value="send-again"' not in page
    assert 'value="mute-notes"' not in page
    seat = game.seats.get(user=bruno)
    before = audit()
    press(client, game, "send-again")
    press(client, game, "mute-notes", seat=seat.number)
    assert audit() == before
    assert not NoteMute.objects.exists()
    client.force_login(person_with("read-only"))
    for act in ("send-again", "mute-notes", "unmute-notes"):
        sent = {"act": act, "reason": "x", "seat": 0}
        assert client.post(reverse("admin:duel_game_act", args=[game.pk]), sent).status_code == 403
    assert client.get(reverse("admin:duel_game_act", args=[game.pk])).status_code == 405


def test_seen_is_who_acts_not_whose_link_is_opened(
    desk: Client, game: Game, traveller: time_machine.Traveller, olga: User
) -> None:
    seat = seat_to_move(game)
    moved = last_sign_in(game, seat)
    assert moved is not None
    assert str(moved.how) == "an act in this game"
    traveller.shift(HOUR)
    use = {"game": game, "seat": seat.number, "ply": game.ply, "purpose": Purpose.MOVE}
    now = timezone.now()
    LinkUse.objects.create(**use, is_press=False, first_at=now, last_at=now)
    assert last_sign_in(game, seat) == moved, "A scanner opens every link."
    LinkUse.objects.create(**use, is_press=True, first_at=now, last_at=now)
    pressed = last_sign_in(game, seat)
    assert pressed is not None
    assert pressed.at == now
    page = desk.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert "(a pressed button in this game)" in page
    assert seat.user is not None
    person = last_sign_of(seat.user, reader=olga)
    assert person is not None
    assert (person.at, str(person.how)) == (now, "a pressed button in a game")
    assert "(a pressed button in a game)" in desk.get(page_of(seat.user)).content.decode()


def test_a_browser_that_is_signed_in_counts_for_the_person(
    game: Game, ada: User, bruno: User, olga: User
) -> None:
    last = timezone.now() + HOUR
    Session.objects.create(
        session_key="k" * 32, expire_date=last + HOUR, user=ada, last_seen_at=last
    )
    sign = last_sign_of(ada, reader=olga)
    assert sign is not None
    assert sign.at == last
    assert "signed in" in str(sign.how)
    other = last_sign_of(bruno, reader=olga)
    assert other is None or other.at < last


def test_an_operator_who_plays_learns_nothing_of_a_turn_that_is_not_final(
    game: Game, traveller: time_machine.Traveller
) -> None:
    mover = seat_to_move(game)
    opponent = game.seats.select_related("user").get(number=1 - mover.number).user
    assert opponent is not None
    assert mover.user is not None
    before = last_sign_of(mover.user, reader=opponent)
    traveller.shift(HOUR)
    now = timezone.now()
    LinkUse.objects.create(
        game=game,
        seat=mover.number,
        ply=game.ply,
        purpose=Purpose.MOVE,
        is_press=True,
        first_at=now,
        last_at=now,
    )
    assert last_sign_of(mover.user, reader=opponent) == before


def test_the_page_of_a_game_says_whose_notes_are_muted_and_offers_it(
    desk: Client, client: Client, game: Game, ada: User, bruno: User
) -> None:
    address = reverse("admin:duel_game_change", args=[game.pk])
    assert desk.get(address).content.decode().count('value="mute-notes"') == 2
    press(desk, game, "mute-notes", seat=game.seats.get(user=bruno).number)
    page = desk.get(address).content.decode()
    assert (page.count('value="mute-notes"'), page.count('value="unmute-notes"')) == (1, 1)
    assert "<strong>not passed on</strong>" in page
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ada)
    assert "passed on" not in client.get(address).content.decode(), "Who plays is not told."


def test_muted_notes_are_shown_to_nobody_and_their_writer_is_told(
    desk: Client, client: Client, game: Game
) -> None:
    writer = seat_to_move(game)
    reader = game.seats.get(number=1 - writer.number)
    write_note(seat=writer, ply=game.ply, text="You potato.")
    message = press(desk, game, "mute-notes", seat=writer.number, reason="Insults.")
    assert "Their notes are not passed on in this game from now on." in message
    assert audit()[-1][1] == f"muted the notes of person {writer.user_id}: Insults."
    move = a_quiet_move(game)
    page = move_address(game, move)
    before = game.ply
    answer = client.post(page, {"note": "You carrot."}, follow=True)
    shown = " ".join(answer.content.decode().split())
    assert "Your note was not kept" in shown
    assert "Your moves count as always." in shown
    game.refresh_from_db()
    assert game.ply > before, "The move is played all the same."
    assert not game.notes.filter(text="You carrot.").exists()
    Game.objects.filter(pk=game.pk).update(unsent_until=None, unsent_seat=None, unsent_since=None)
    game.refresh_from_db()
    assert known_to(game, reader.number).notes == []
    message = press(desk, game, "unmute-notes", seat=writer.number, reason="Apologies.")
    assert "passed on in this game again" in message
    assert [note.text for note in known_to(game, reader.number).notes] == ["You potato."]
    write_note(seat=writer, ply=game.ply, text="I am sorry.")
    assert game.notes.filter(text="I am sorry.").exists()


def test_who_is_muted_reads_it_beside_the_moves(client: Client, game: Game, olga: User) -> None:
    writer = seat_to_move(game)
    assert writer.user is not None
    mute_notes(operator=olga, person=writer.user, reason="Insults.")
    page = more_address(game, writer)
    assert "your notes are not passed on" in client.get(page).content.decode()
    html = client.post(page, {"act": "note", "note": "You carrot."}).content.decode()
    assert "Your note was not kept" in html
    assert not game.notes.exists()


def test_notes_are_muted_everywhere_on_the_page_of_the_person(
    client: Client, operator: User, game: Game, ada: User
) -> None:
    shown = client.get(act_on(ada, "mute-notes")).content.decode()
    assert "shown and sent to nobody" in shown
    assert not NoteMute.objects.exists(), "GET never acts."
    client.post(act_on(ada, "mute-notes"), {"reason": "Insults in three games."})
    assert NoteMute.objects.get().game is None
    assert audit()[-1][1] == "muted the notes in all games: Insults in three games."
    assert "all games" in client.get(page_of(ada)).content.decode()
    client.post(act_on(ada, "unmute-notes"), {"reason": "Enough."})
    assert not NoteMute.objects.exists()


def test_muted_notes_stay_muted_when_two_accounts_become_one(
    game: Game, ada: User, bruno: User, eve: User, boss: User
) -> None:
    mute_notes(operator=boss, person=ada, game=game, reason="Insults.")
    mute_notes(operator=boss, person=ada, reason="Insults.")
    mute_notes(operator=boss, person=eve, reason="Insults.")
    merge_accounts(operator=boss, kept=eve, merged=ada, reason="One person.")
    assert set(NoteMute.objects.values_list("user", flat=True)) == {eve.pk}


def test_nobody_mutes_themselves_or_whom_they_play_against(
    client: Client, game: Game, ada: User, bruno: User
) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ada)
    for person in (ada, bruno):
        client.post(act_on(person, "mute-notes"), {"reason": "x"})
    assert not NoteMute.objects.exists()
