import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_address_is_kept_and_found_in_lower_case() -> None:
    person = User.objects.create_user("  Ada@Duelpost.Example ", name="Ada")
    assert person.email == "ada@duelpost.example"
    assert User.objects.get_by_natural_key("ADA@duelpost.example") == person


def test_the_database_refuses_a_second_person_with_the_same_address_in_another_case() -> None:
    User.objects.create_user("ada@duelpost.example")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="ADA@duelpost.example")])


@pytest.mark.parametrize(
    "fields",
    [{"email": "no address"}, {"time_zone": "Europe/Atlantis"}, {"language": "de"}],
)
def test_a_person_with_an_impossible_field_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        User.objects.create_user(**{"email": "ada@duelpost.example", **fields})


def test_an_address_is_never_shown_in_place_of_a_name() -> None:
    assert "@" not in str(User(email="ada@duelpost.example"))


def test_without_a_password_no_password_signs_in() -> None:
    person = User.objects.create_user("ada@duelpost.example")
    assert not person.has_usable_password()
    assert not person.check_password("")
