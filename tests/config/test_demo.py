import pytest
from django.conf import settings as current
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.bots import bot_of
from accounts.models import User
from accounts.tokens import open_request
from config.demo import ADA, CAST, FORMER, OLGA, person_in, prepare_demo
from config.running.welcome import welcome
from duel.bots.sweeps import sweep_bots
from duel.models import Game
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.tables import assert_sound, begin, legal_moves, make_final, submit
from tests.fixtures.lasting import draw_secrets_by

pytestmark = pytest.mark.django_db


def test_an_empty_service_gets_a_player_an_operator_and_a_bot() -> None:
    made = prepare_demo()

    assert [person.name for person in made] == ["Ada", "Olga"]
    assert [person.is_superuser for person in made] == [False, True]
    assert not any(person.has_usable_password() for person in made)
    assert [bot.bot for bot in User.objects.exclude(bot="")] == ["apprentice"]


def test_a_second_time_nobody_is_made() -> None:
    prepare_demo()
    people = User.objects.count()

    assert prepare_demo() == []
    assert (User.objects.count(), Game.objects.count()) == (people, 1)


def test_who_was_deleted_or_renamed_stays_so() -> None:
    prepare_demo()
    User.objects.filter(email=OLGA.address).delete()
    User.objects.filter(email=ADA.address).update(email="ada@elsewhere.example")

    prepare_demo()

    assert set(User.objects.filter(bot="").values_list("name", flat=True)) == {"Ada"}


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
    User.objects.filter(email=OLGA.address).delete()
    User.objects.filter(email=ADA.address).update(is_active=False)

    assert welcome().count("/sign-in/") == 2


def the_game() -> Game:
    """The demo game, which it makes: some turns in, and Ada's turn."""
    prepare_demo()
    return Game.objects.get()


@pytest.mark.parametrize("shuffle", [0, 1, 66])  # by the last one Ada has two turns in a row
def test_the_game_is_some_turns_in_and_ada_has_her_letter(
    shuffle: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_secrets_by(f"demo {shuffle}", monkeypatch)
    game = the_game()
    assert_sound(game)
    assert game.turn >= 20
    assert game.seats.get(is_to_move=True).user == person_in(ADA)
    letter = Letter.objects.filter(to=ADA.address, kind="your-turn").latest("pk")
    assert letter.next_attempt_at <= timezone.now()
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    assert "Your move, Ada, until " in draft.text
    assert "Apprentice (bot)" in draft.text


def test_the_apprentice_answers_her_by_itself() -> None:
    game = the_game()
    ada = game.to_move
    while game.to_move == ada:
        submit(game, legal_moves(game)[0])
    make_final(game)

    assert sweep_bots() > 0

    assert game.seats.get(is_to_move=True).user == person_in(ADA)
    assert_sound(game)


@pytest.fixture
def older(ada: User, bruno: User) -> Game:
    """What a service from before there were bots has: Ada's game with Bruno."""
    assert (ada.email, bruno.email) == (ADA.address, FORMER.address)
    return begin(ada, bruno)


def test_in_an_older_service_the_apprentice_plays_on_for_bruno(older: Game, ada: User) -> None:
    prepare_demo()

    assert [seat.user for seat in older.seats.all()] == [ada, bot_of("apprentice")]
    assert_sound(older)
    prepare_demo()
    assert older.entries.filter(kind="replace").count() == 1


def test_whoever_plays_as_bruno_keeps_his_games(older: Game, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(last_login=timezone.now())

    prepare_demo()

    assert older.seats.filter(user=bruno).exists()
    assert f"as {FORMER.name}" in welcome()


def test_no_task_of_former_versions_is_on_the_schedule() -> None:
    tasks = [entry["task"] for entry in current.CELERY_BEAT_SCHEDULE.values()]
    assert "duel.bots.sweep" in tasks
    assert not any(task.startswith("config.") for task in tasks)
