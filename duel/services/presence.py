"""Whether a person is still there, asked by whoever gives them a seat."""

from accounts.models import User


def stays(person: User) -> bool:
    """Return whether the account is open; until the transaction ends nobody closes it.

    Asked before the row of a game is held: whoever leaves, is suspended or merged holds people
    first and their games then, and those who held them the other way round would wait for each
    other.
    """
    people = User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True)
    return people.first() is not None
