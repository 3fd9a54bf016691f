"""Links of invitations that lead nowhere, or are not for everybody."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import decline, expire_proposals, propose, withdraw
from duel.models import Game
from duel.words.terms import Terms
from tests.duel.lobby.invitations.invitee import NEWCOMER, NINA, path_to

pytestmark = pytest.mark.django_db


CLOSED: list[tuple[str, int, str]] = [
    ("withdrawn", 410, "The invitation was withdrawn"),
    ("declined", 410, "The invitation was declined"),
    ("expired", 410, "The invitation has run out"),
    ("overdue", 410, "The invitation has run out"),
    ("accepted", 200, "You play this game"),
]


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("page", ["invitation", "decline"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_answer_that_comes_too_late_is_told_why(
    closed: tuple[str, int, str], page: str, method: str, game: Game, ada: User
) -> None:
    state, status, title = closed
    path = path_to(game, page)
    now = timezone.now()
    later = now + timedelta(days=15)
    match state:
        case "withdrawn":
            withdraw(public_id=game.public_id, by=ada)
        case "declined":
            decline(public_id=game.public_id, address=NINA)
        case "expired":
            expire_proposals(now=later)
        case "accepted":
            Client().post(path_to(game), NEWCOMER | {"language": "en"})
    with time_machine.travel(later if state == "overdue" else now):
        send: Callable[..., object] = getattr(Client(), method)
        answer = send(path, NEWCOMER if method == "post" else {})
    assert answer.status_code == status  # type: ignore[attr-defined]
    assert title in answer.content.decode()  # type: ignore[attr-defined]


@pytest.mark.parametrize("spoil", [lambda t: t[:-1], lambda t: t[:-2] + "AA", lambda t: "garbage"])
def test_a_forged_link_opens_nothing(game: Game, spoil: Callable[[str], str]) -> None:
    head, token = path_to(game).rsplit("/", 1)
    assert Client().post(f"{head}/{spoil(token)}", NEWCOMER).status_code == 404
    assert not User.objects.filter(email=NINA).exists()


def test_the_link_of_one_game_does_not_open_another(game: Game, bruno: User) -> None:
    other = propose(by=bruno, terms=Terms(), invite=["otto@elsewhere.example"])
    assert path_to(game) != path_to(other)
    head, token = path_to(game).rsplit("/", 1)
    moved = re.sub("^.", "B" if token[0] != "B" else "C", token)
    assert Client().get(f"{head}/{moved}").status_code == 404


def test_the_inviter_is_never_shown_the_link_that_proves_the_address(
    game: Game, ada: User, client: Client
) -> None:
    client.force_login(ada)
    page = client.get(f"/challenge/{game.public_id}").content.decode()
    assert game.commitment in page
    assert "/join/" not in page
