"""Words for the shuffle: what nobody chose follows from the secret that was promised."""

import json
from typing import Any

import pytest

from accounts.models import User
from duel.integrity.replay import check_games
from duel.lobby.bot_games import BotGame, begin_at_once
from duel.lobby.proposals import accept, choose_word, propose, rematch
from duel.lobby.refilling import seat_bot
from duel.lobby.seating import keep_free
from duel.models import Game, GameSecret, Seat, Status
from duel.play.moves import resign
from duel.record.export import game_file
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.fairness import derived_nonce
from engine.kinds import Channel
from engine.verify import verify
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db


def words_of(game: Game) -> list[tuple[str, bool]]:
    return [(seat.nonce, seat.is_word_derived) for seat in game.seats.order_by("number")]


def found_in(game: Game) -> list[str]:
    findings = check_games([game.pk]).findings
    return [str(problem) for finding in findings for problem in finding.problems]


def derived(game: Game, seat: int) -> tuple[str, bool]:
    return derived_nonce(bytes(GameSecret.objects.get(game=game).secret), seat), True


def test_every_way_into_a_seat_without_a_word_derives_it(ada: User, bruno: User, eve: User) -> None:
    """Invited, open to all, against oneself, against bots, a bot that comes later, a rematch."""
    three = propose(by=ada, terms=Terms(game="splendor", seats=3), bots=["apprentice"])
    accept(public_id=three.public_id, by=eve)
    later = propose(by=ada, terms=Terms(game="splendor", seats=3), invite=[bruno.email])
    accept(public_id=later.public_id, by=bruno)
    seat = Seat.objects.create(game=later, number=2)
    keep_free(seat)
    seat_bot(public_id=later.public_id, by=ada, level="apprentice")
    invited = begin(ada, bruno)
    resign(public_id=invited.public_id, seat=0, channel=Channel.WEB)
    again = rematch(public_id=invited.public_id, by=ada)
    accept(public_id=again.public_id, by=bruno)
    games = [
        invited,
        again,
        three,
        later,
        propose(by=ada, terms=Terms(), invite=[ada.email]),
        begin_at_once(by=ada, wanted=BotGame("duel", "apprentice")),
    ]
    for game in games:
        game.refresh_from_db()
        assert game.status in (Status.RUNNING, Status.OVER)
        assert words_of(game) == [derived(game, seat) for seat in range(game.seat_count)]
        assert read_log(game).header.drawn == [True] * game.seat_count


def test_a_word_of_ones_own_is_not_said_to_be_derived(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    assert words_of(game)[0] == derived(game, 0)
    choose_word(public_id=game.public_id, by=ada, word=" a pearl ")
    accept(public_id=game.public_id, by=bruno, word="duecento gemme")
    assert words_of(game) == [("a pearl", False), ("duecento gemme", False)]


def test_a_seat_that_is_free_again_has_no_word(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=3), invite=[bruno.email])
    accept(public_id=game.public_id, by=bruno)
    keep_free(game.seats.get(number=1))
    assert words_of(game)[1] == ("", False)


def test_the_file_of_a_game_against_a_bot_derives_its_word_again(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), bots=["apprentice"], own_word_first=True)
    choose_word(public_id=game.public_id, by=ada, word="a pearl")
    file = json.loads(game_file(Game.objects.get(pk=game.pk)))
    assert (file["format"], file["drawn"]) == ("duelpost-game-2", [False, True])


def test_a_word_that_was_drawn_until_it_suited_is_found(
    ada: User, bruno: User, settings: Any
) -> None:
    """As the attacker did: the service learns Ada's word, and then gives Bruno's seat another."""
    settings.DISPUTE_HOURS = 0
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    choose_word(public_id=game.public_id, by=ada, word="a pearl")

    def draw_until_it_suits(secret: bytes, seat: int) -> str:
        return "the 201st draw"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("duel.lobby.proposals.derived_nonce", draw_until_it_suits)
        accept(public_id=game.public_id, by=bruno)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    file = json.loads(game_file(Game.objects.get(pk=game.pk)))
    assert [str(problem) for problem in verify(file).problems] == [
        "nonces: that of seat 1 is not derived from the secret"
    ]


def test_a_proposal_from_before_stays_in_its_format(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    Game.objects.filter(pk=game.pk).update(record_format=1)
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    play_on(game, 3)
    file = json.loads(game_file(game))
    assert file["format"] == "duelpost-game-1"
    assert "drawn" not in file
    assert read_log(game).header.drawn is None
    assert found_in(game) == []


@pytest.mark.parametrize("played", [0, 3])
def test_whose_words_they_were_cannot_be_altered_unseen(
    ada: User, bruno: User, played: int
) -> None:
    game = begin(ada, bruno)
    play_on(game, played)
    assert found_in(game) == []
    game.seats.filter(number=1).update(is_word_derived=False)
    game.refresh_from_db()
    assert any(problem.startswith("terms: ") for problem in found_in(game))


def test_a_stored_word_that_does_not_follow_from_the_secret_is_found(
    ada: User, bruno: User
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("duel.lobby.proposals.derived_nonce", lambda secret, seat: f"drawn {seat}")
        game = begin(ada, bruno)
    assert found_in(game) == [
        "nonces: that of seat 0 is not derived from the secret",
        "nonces: that of seat 1 is not derived from the secret",
    ]
