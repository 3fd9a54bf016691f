from datetime import timedelta

import pytest
from django.conf import settings as current
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.tokens import open_request
from config.demo.game import ADA, BRUNO, CAST, answer_for_bruno, person_in, prepare_demo
from config.running.welcome import welcome
from duel.models import Game
from duel.record.links import Link, Purpose, note_link_use
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.tables import assert_sound, legal_moves, submit

pytestmark = pytest.mark.django_db


def test_an_empty_service_gets_two_players_and_an_operator() -> None:
    made = prepare_demo()

    assert [person.name for person in made] == ["Ada", "Bruno", "Olga"]
    assert [person.is_superuser for person in made] == [False, False, True]
    assert not any(person.has_usable_password() for person in made)


def test_a_second_time_nobody_is_made() -> None:
    prepare_demo()

    assert prepare_demo() == []
    assert User.objects.count() == len(CAST)


def test_who_was_deleted_or_renamed_stays_so() -> None:
    prepare_demo()
    User.objects.filter(email=BRUNO.address).delete()
    User.objects.filter(email=ADA.address).update(email="ada@elsewhere.example")

    prepare_demo()

    assert set(User.objects.values_list("name", flat=True)) == {"Ada", "Olga"}


def test_nobody_moves_in_with_other_people(eve: User) -> None:
    assert prepare_demo() == []
    assert list(User.objects.all()) == [eve]


def test_production_is_refused(settings: Settings) -> None:
    settings.EMBEDDED = False

    with pytest.raises(CommandError, match="not into production"):
        call_command("preparedemo")


def test_the_welcome_has_a_good_way_in_for_everybody() -> None:
    prepare_demo()

    tokens = [word.partition("/in/")[2] for word in welcome().split() if "/in/" in word]
    requests = [request for request in map(open_request, tokens) if request]

    assert {request.address for request in requests} == {role.address for role in CAST}


def test_the_welcome_offers_the_sign_in_page_for_who_is_gone() -> None:
    prepare_demo()
    User.objects.filter(email=BRUNO.address).delete()
    User.objects.filter(email=ADA.address).update(is_active=False)

    assert welcome().count("/sign-in/") == 2


def the_game() -> Game:
    """The demo game, which it makes: some turns in, and Ada's turn."""
    prepare_demo()
    return Game.objects.get()


def ada_moves(game: Game) -> Letter:
    """Ada makes her turn; the letter that tells Bruno, as if it had come a minute ago."""
    ada = game.to_move
    while game.to_move == ada:
        submit(game, legal_moves(game)[0])
    letter = Letter.objects.filter(to=BRUNO.address, kind="your-turn").latest("pk")
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    Letter.objects.filter(pk=letter.pk).update(status=Letter.Status.SENT, sent_at=a_minute_ago)
    return letter


def test_the_game_is_some_turns_in_and_ada_has_her_letter() -> None:
    game = the_game()
    assert_sound(game)
    assert game.turn >= 20
    assert game.seats.get(is_to_move=True).user == person_in(ADA)
    letter = Letter.objects.filter(to=ADA.address, kind="your-turn").latest("pk")
    assert letter.next_attempt_at <= timezone.now()
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    assert "Your move, Ada, until " in draft.text
    assert "Bruno writes: “Welcome!" in draft.text


def test_bruno_answers_once_his_letter_has_come() -> None:
    game = the_game()
    letter = ada_moves(game)
    Letter.objects.filter(pk=letter.pk).update(status=Letter.Status.WAITING, sent_at=None)
    assert answer_for_bruno() == 0
    Letter.objects.filter(pk=letter.pk).update(
        status=Letter.Status.SENT, sent_at=timezone.now() - timedelta(minutes=1)
    )
    assert answer_for_bruno() == 1
    assert_sound(game)
    assert game.seats.get(is_to_move=True).user == person_in(ADA)
    assert answer_for_bruno() == 0


def test_bruno_leaves_his_turn_to_whoever_opened_his_letter() -> None:
    game = the_game()
    ada_moves(game)
    his = game.seats.get(is_to_move=True)
    link = Link(game.pk, his.number, game.ply)
    note_link_use(game, link, Purpose.BOARD, is_press=False)
    assert answer_for_bruno() == 0


def test_bruno_leaves_his_games_to_whoever_signed_in_as_him() -> None:
    ada_moves(the_game())
    User.objects.filter(email=BRUNO.address).update(last_login=timezone.now())
    assert answer_for_bruno() == 0


def test_nobody_is_played_for_in_production(settings: Settings) -> None:
    ada_moves(the_game())
    settings.EMBEDDED = False
    assert answer_for_bruno() == 0


def test_the_embedded_service_has_the_opponent_on_its_schedule() -> None:
    tasks = [entry["task"] for entry in current.CELERY_BEAT_SCHEDULE.values()]
    assert "config.play_for_bruno" in tasks
