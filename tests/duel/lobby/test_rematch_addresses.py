"""Who plays once more is not told the addresses of the others: they have not written them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.lobby.proposals import decline, rematch
from duel.lobby.refilling import invite
from duel.models import Game
from duel.play.moves import resign
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.letters.outbox import built
from tests.duel.toy.table import begin_of_three as begin_of_several

pytestmark = [pytest.mark.django_db, pytest.mark.words]


def texts_for(person: User, game: Game) -> str:
    """What the person is shown of a game that they have proposed."""
    client = Client()
    client.force_login(person)
    pages = ("/", reverse("duel:challenge", args=[game.public_id]))
    texts = [client.get(page).content.decode() for page in pages]
    for letter in Letter.objects.filter(kind="invitation-answer", to=person.email):
        if draft := built(letter):
            texts.append(draft.subject + draft.text + draft.html)
    return " ".join(texts)


@pytest.fixture
def of_three(ada: User, bruno: User, eve: User) -> Game:
    """A game of three that is played once more, in Ada's name."""
    game = begin_of_several(ada, bruno, eve, game="splendor", seats=3, leaving="score")
    resign(public_id=game.public_id, seat=1, channel=Channel.LINK)
    return rematch(public_id=game.public_id, by=ada)


def test_the_others_of_a_table_are_told_by_name(
    of_three: Game, ada: User, bruno: User, eve: User
) -> None:
    texts = texts_for(ada, of_three)
    assert "Bruno, who is invited" in texts
    assert "Eve, who is invited" in texts
    assert bruno.email not in texts
    assert eve.email not in texts


def test_so_is_who_declined(of_three: Game, ada: User, bruno: User, eve: User) -> None:
    decline(public_id=of_three.public_id, address=bruno.email)
    texts = texts_for(ada, of_three)
    assert "Declined: Bruno." in texts
    assert "your invitation to Bruno for a game of" in " ".join(texts.split())
    assert bruno.email not in texts


def test_whom_they_invite_in_their_place_is_told_as_it_was_written(
    of_three: Game, ada: User, bruno: User
) -> None:
    decline(public_id=of_three.public_id, address=bruno.email)
    invite(public_id=of_three.public_id, by=ada, address="dora@elsewhere.example")
    assert "dora@elsewhere.example, who is invited" in texts_for(ada, of_three)


def test_so_is_the_other_of_two(ada: User, bruno: User) -> None:
    game = begin_of_several(ada, bruno, game="duel", seats=2)
    resign(public_id=game.public_id, seat=1, channel=Channel.LINK)
    again = rematch(public_id=game.public_id, by=ada)
    assert bruno.email not in texts_for(ada, again)
    decline(public_id=again.public_id, address=bruno.email)
    texts = texts_for(ada, again)
    assert "Bruno" in texts
    assert bruno.email not in texts
