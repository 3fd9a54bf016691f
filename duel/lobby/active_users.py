"""Whether a person is still there, asked by whoever gives them a seat."""

from django.db.models import Q

from accounts.models import User
from duel.models import Seat


def lock_active_user(person: User) -> bool:
    """Return whether the account is open; until the transaction ends nobody closes it.

    A bot is always there, and sits in many games: its row is not held.

    Asked before the row of a game is held: whoever leaves, is suspended or merged holds people
    first and their games then, and those who held them the other way round would wait for each
    other.
    """
    if person.is_bot:
        return True
    people = User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True)
    return people.first() is not None


def lock_players(public_id: str, *, newcomer: User) -> None:
    """Let neither the players of a game nor this newcomer leave until the transaction ends.

    Asked before the row of the game is held, for the same reason. Always in the same order, so
    that two who do this at once do not wait for each other.
    """
    players = Seat.objects.filter(game__public_id=public_id, user__isnull=False).values("user")
    people = User.objects.filter(Q(pk=newcomer.pk) | Q(pk__in=players), bot="").order_by("pk")
    list(people.select_for_update(no_key=True).values_list("pk"))
