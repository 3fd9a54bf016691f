"""Who has all seats of a game leaves it with all of them: nothing of it goes on."""

import pytest
import time_machine

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from support.people.suspension import GameFate, suspend
from tests.duel.tables import assert_sound


@pytest.fixture(params=["out", "open", "score", "bot"])
def alone(request: pytest.FixtureRequest, traveller: time_machine.Traveller, ada: User) -> Game:
    """A toy of Ada's against herself."""
    terms = Terms(game="toy", seats=3, leaving=request.param)
    return propose(by=ada, terms=terms, invite=[ada.email] * 2)


def test_who_deletes_the_account_ends_it(alone: Game, ada: User) -> None:
    delete_account(user=ada)
    assert_sound(alone)
    assert alone.status == Status.OVER


def test_who_is_suspended_and_resigned_ends_it(alone: Game, ada: User, olga: User) -> None:
    suspend(
        operator=olga,
        person=ada,
        reason="Spam.",
        games=GameFate.RESIGN,
        message_to_players="It ends here.",
    )
    assert_sound(alone)
    assert alone.status == Status.OVER
