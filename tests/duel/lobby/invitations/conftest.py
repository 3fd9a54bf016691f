"""An invitation, and somebody who opens it."""

import pytest
from django.test import Client

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game
from duel.words.terms import Terms
from tests.duel.lobby.invitations.invitee import NINA


@pytest.fixture
def game(ada: User) -> Game:
    """Ada invites Nina, who has no account."""
    return propose(by=ada, terms=Terms(), invite=[NINA])


@pytest.fixture
def stranger() -> Client:
    """A browser without cookies that would be refused wherever a CSRF token is asked for."""
    return Client(enforce_csrf_checks=True)
