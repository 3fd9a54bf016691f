"""Games with bots come about without anybody being asked, written to or waited for."""

import pytest
from django.db import connection

from accounts.bots import bot_of
from accounts.models import User
from duel import errors
from duel.lobby import bots
from duel.lobby.checks import AddressOfBot, AlreadyInvited, TooManyBotGames, lock_active_user
from duel.lobby.proposals import accept, choose_word, propose, rematch, withdraw
from duel.lobby.refilling import invite, leave
from duel.models import Game, Status
from duel.play.moves import resign
from duel.record.log import read_log
from duel.record.selectors import names_of
from duel.words.terms import Terms
from engine.bots import LEVELS
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db

FOR_FOUR = Terms(game="splendor", seats=4)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> int:
    """Three games with bots are many."""
    monkeypatch.setattr(bots, "MOST_GAMES", 3)
    return 3


def end(game: Game, by: User) -> None:
    seat = game.seats.get(user=by)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    game.refresh_from_db()


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_a_bot_begins_at_once(ada: User, level: str) -> None:
    game = propose(by=ada, terms=Terms(), bots=[level])

    assert game.status == Status.RUNNING
    assert [seat.user for seat in game.seats.all()] == [ada, bot_of(level)]
    words = [seat.nonce for seat in game.seats.all()]
    assert all(words)
    assert len(set(words)) == 2


def test_several_bots_of_one_level_sit_at_a_table(ada: User) -> None:
    levels = ["apprentice", "journeyman", "apprentice"]

    game = propose(by=ada, terms=FOR_FOUR, bots=levels)

    assert game.status == Status.RUNNING
    assert names_of(game) == [
        "Ada",
        "Apprentice (bot) (2)",
        "Journeyman (bot)",
        "Apprentice (bot) (4)",
    ]


def test_a_bot_waits_with_those_who_are_invited_and_those_who_come(
    ada: User, bruno: User, eve: User
) -> None:
    game = propose(by=ada, terms=FOR_FOUR, invite=[bruno.email], bots=["journeyman"])
    assert game.status == Status.PROPOSED

    accept(public_id=game.public_id, by=eve)
    accept(public_id=game.public_id, by=bruno)

    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert [seat.user for seat in game.seats.all()] == [ada, bruno, bot_of("journeyman"), eve]


def test_more_bots_than_seats_are_refused(ada: User, bruno: User) -> None:
    with pytest.raises(errors.BadTerms):
        propose(by=ada, terms=Terms(), invite=[bruno.email], bots=["apprentice"])
    with pytest.raises(errors.BadTerms):
        propose(by=ada, terms=Terms(), bots=["apprentice", "apprentice"])
    with pytest.raises(errors.BadTerms):
        propose(by=ada, terms=Terms(), bots=["grandmaster"])
    assert not Game.objects.exists()


def test_whoever_wants_proof_gives_a_word_once_the_commitment_is_there(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), bots=["apprentice"], own_word_first=True)
    assert game.status == Status.PROPOSED
    promised = game.commitment

    choose_word(public_id=game.public_id, by=ada, word="sealing wax")

    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert game.commitment == promised
    assert read_log(game).header.nonces[0] == "sealing wax"


def test_a_word_does_not_begin_a_game_that_waits_for_people(ada: User) -> None:
    game = propose(by=ada, terms=FOR_FOUR, bots=["apprentice"])

    choose_word(public_id=game.public_id, by=ada, word="sealing wax")

    game.refresh_from_db()
    assert game.status == Status.PROPOSED


def test_no_letter_is_posted_to_a_bot_by_what_becomes_of_a_proposal(
    ada: User, bruno: User, eve: User
) -> None:
    withdrawn = propose(by=ada, terms=FOR_FOUR, invite=[bruno.email], bots=["apprentice"])
    withdraw(public_id=withdrawn.public_id, by=ada)
    left = propose(by=ada, terms=FOR_FOUR, invite=[bruno.email], bots=["apprentice"])
    accept(public_id=left.public_id, by=eve)
    leave(public_id=left.public_id, by=eve)

    assert not Letter.objects.filter(to__endswith="@bots.invalid").exists()


def test_a_bot_agrees_to_a_rematch_at_once(ada: User) -> None:
    game = propose(by=ada, terms=FOR_FOUR, bots=["apprentice", "apprentice", "journeyman"])
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)

    again = rematch(public_id=game.public_id, by=ada)

    assert again.status == Status.RUNNING
    assert names_of(again) == names_of(game)
    assert rematch(public_id=game.public_id, by=ada) == again


def test_people_are_asked_for_a_rematch_and_bots_are_not(ada: User, bruno: User) -> None:
    game = propose(
        by=ada, terms=Terms(game="splendor", seats=3), invite=[bruno.email], bots=["journeyman"]
    )
    accept(public_id=game.public_id, by=bruno)
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)

    again = rematch(public_id=game.public_id, by=bruno)
    assert again.status == Status.PROPOSED

    assert rematch(public_id=game.public_id, by=ada) == again
    again.refresh_from_db()
    assert again.status == Status.RUNNING
    assert [seat.user for seat in again.seats.all()] == [bruno, ada, bot_of("journeyman")]


def test_one_person_has_a_limited_number_of_games_with_bots(
    ada: User, bruno: User, few_games: int
) -> None:
    games = [propose(by=ada, terms=Terms(), bots=["apprentice"]) for _ in range(few_games)]

    with pytest.raises(TooManyBotGames):
        propose(by=ada, terms=FOR_FOUR, invite=[bruno.email], bots=["journeyman"])

    assert begin(ada, bruno).status == Status.RUNNING  # with people there is no such limit
    propose(by=bruno, terms=Terms(), bots=["apprentice"])  # nor do others count
    end(games[0], ada)
    propose(by=ada, terms=Terms(), bots=["apprentice"])


@pytest.mark.parametrize("address", ["apprentice@bots.invalid", " Anybody@BOTS.invalid "])
def test_nobody_invites_a_bot_by_its_address(ada: User, address: str) -> None:
    with pytest.raises(AddressOfBot):
        propose(by=ada, terms=Terms(), invite=[address])
    game = propose(by=ada, terms=FOR_FOUR)
    with pytest.raises(AddressOfBot):
        invite(public_id=game.public_id, by=ada, address=address)


def test_one_person_has_still_one_seat(ada: User, bruno: User) -> None:
    with pytest.raises(AlreadyInvited):
        propose(by=ada, terms=FOR_FOUR, invite=[ada.email], bots=["apprentice", "apprentice"])


def test_a_bot_is_always_there(ada: User) -> None:
    with connection.execute_wrapper(_no_query):
        bot = User(pk=17, bot="apprentice", is_active=False)
        assert lock_active_user(bot)


def _no_query(*_: object) -> None:
    raise AssertionError("The row of a bot is held, for which all its games would wait.")
