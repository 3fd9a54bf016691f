"""Bots are in no club: their games say nothing about who plays whom."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.club.selectors import club_games
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.play.moves import resign
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


def test_a_game_with_a_bot_is_counted_for_nobody(ada: User, bruno: User, client: Client) -> None:
    since = timezone.now()
    with_people = begin(ada, bruno)
    with_bot = propose(by=ada, terms=Terms(), bots=["apprentice"])
    for game in (with_people, with_bot):
        resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    assert Game.objects.filter(status=Status.OVER).count() == 2

    assert list(club_games(since)) == [with_people]

    client.force_login(bruno)
    assert "(bot)" not in client.get("/club/").content.decode()
