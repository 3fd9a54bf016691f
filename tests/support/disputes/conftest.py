"""A begun game, and operators beside Olga."""

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from duel.models import Game
from tests.duel.tables import begin


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game between Ada and Bruno, begun."""
    return begin(ada, bruno)


@pytest.fixture
def omar(db: None) -> User:
    """Another operator, who deals with reports and decides nothing about games."""
    return _operator("omar", "view_dispute", "change_dispute")


@pytest.fixture
def rita(db: None) -> User:
    """An operator who may only look."""
    return _operator("rita", "view_dispute")


def _operator(name: str, *permissions: str) -> User:
    user = User.objects.create_user(
        f"{name}@duelpost.example", name=name.capitalize(), is_staff=True
    )
    granted = Permission.objects.filter(content_type__app_label="support", codename__in=permissions)
    assert granted.count() == len(permissions)
    user.user_permissions.set(granted)
    return user
