"""Decisions about games in which bots sit: they get no letters, and are always there."""

import pytest

from accounts.bots import bot_of
from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.record.log import read_log
from duel.words.terms import Terms
from mail.models import Letter
from support.decisions import revoke
from support.decisions.consequences import (
    recipient_sentences,
    recipients_of,
    recipients_of_replacing,
    rematch_sentence,
)
from support.decisions.replacing import ReplaceForm
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import replace_player, void

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User) -> Game:
    return propose(by=ada, terms=Terms(), bots=["apprentice"])


def test_a_void_game_against_a_bot_is_played_again_at_once(game: Game, olga: User) -> None:
    sentence = rematch_sentence(read_log(game))
    assert "Ada plays against Apprentice (bot)" in sentence

    void(ruling(olga, game), rematch=True)

    assert game.rematches.get().status == Status.RUNNING


def test_only_people_get_letters_about_a_decision(game: Game, olga: User) -> None:
    assert recipient_sentences(read_log(game))[0].endswith(": Ada.")

    decision = void(ruling(olga, game))

    assert recipients_of(decision) == ("Told by letter: Ada.", [])


def test_a_person_takes_the_seat_of_a_bot_and_it_can_be_given_back(
    game: Game, olga: User, eve: User
) -> None:
    sentence = recipients_of_replacing(read_log(game), seat=1, by=eve)
    assert not any(each.startswith("Apprentice") for each in sentence)

    decision = replace_player(ruling(olga, game), seat=1, by=eve)
    assert game.seats.get(number=1).user == eve
    assert not Letter.objects.filter(to=bot_of("apprentice").email, kind="operator-decision")

    game.refresh_from_db()
    revoke(ruling(olga, game), decision=decision)
    assert game.seats.get(number=1).user == bot_of("apprentice")


def test_operators_give_no_seat_to_a_bot(game: Game) -> None:
    bot = bot_of("master")

    form = ReplaceForm({"seat": "0", "address": bot.email}, log=read_log(game))

    assert "address" in form.errors
