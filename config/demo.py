"""What a newcomer finds on the first run: three people, and soon a game between two of them."""

from dataclasses import dataclass

from django.db import transaction

from accounts.models import User


@dataclass(frozen=True)
class Role:
    """Somebody of the demo cast."""

    name: str
    address: str
    operator: bool = False


ADA = Role("Ada", "ada@duelpost.example")
BRUNO = Role("Bruno", "bruno@duelpost.example")
OLGA = Role("Olga", "olga@duelpost.example", operator=True)
CAST = (ADA, BRUNO, OLGA)


def prepare_demo() -> list[User]:
    """Return the people who were made: the whole cast on an empty database, else nobody.

    Whoever was renamed or deleted later stays so: the cast never enters a house with people in it.
    """
    with transaction.atomic():
        if User.objects.exists():
            return []
        return [_make(role) for role in CAST]


def person_in(role: Role) -> User | None:
    """Return who plays the role, as long as they keep its address and may sign in."""
    return User.objects.filter(email=role.address, is_active=True).first()


def _make(role: Role) -> User:
    make = User.objects.create_superuser if role.operator else User.objects.create_user
    return make(role.address, name=role.name)
