import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import User
from accounts.tokens import open_request
from config.demo import ADA, BRUNO, CAST, prepare_demo
from config.welcome import welcome

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
