"""Many clients at once, each on a connection of its own: one entry, and a clear answer to all."""

import threading
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError

from accounts.models import User
from accounts.services.leaving import erase_person
from duel import errors
from duel.lobby import checks, joining, proposals
from duel.models import Game, Notice
from duel.play.moves import PlayResult, play, resign
from duel.play.offers import offer_to_cancel
from duel.play.undo import take_back_turn
from duel.record import log
from duel.record.log import read_log
from duel.record.reading import locked_game
from duel.seats import deletion
from duel.words.terms import Terms
from engine.kinds import Channel
from support.decisions import replacing, revoke
from support.errors import NobodyOfThatAddress
from support.models import Decision
from tests.duel.tables import assert_sound, at_once, begin, legal_moves
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import replace_player

CLIENTS = 10

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(transactional_db: None, ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def submissions(game: Game, moves: list[str]) -> list[Any]:
    """Calls that play these moves, each from another client, for the position now."""
    assert game.to_move is not None
    at_ply = partial(
        play,
        public_id=game.public_id,
        seat=game.to_move,
        expected_ply=game.ply,
        channel=Channel.LINK,
    )
    return [partial(at_ply, moves=[move]) for move in moves]


def assert_one_move_stands(game: Game) -> str:
    assert_sound(game)
    assert (game.ply, game.entries.exclude(kind="clock").count()) == (1, 1)
    assert Notice.objects.filter(game=game, ply=1).count() == 1
    return game.entries.exclude(kind="clock").get().text


@pytest.mark.only_on("postgresql")
def test_without_the_lock_the_same_position_is_played_on_ten_times(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_have_read = threading.Barrier(CLIENTS)

    def read_together(game: Game) -> log.Log:
        found = read_log(game)
        all_have_read.wait()
        return found

    moves = legal_moves(game)[:CLIENTS]
    monkeypatch.setattr(log, "locked_game", lambda name: Game.objects.get(public_id=name))
    monkeypatch.setattr(log, "read_log", read_together)
    results = at_once(submissions(game, moves))
    # All of them believe themselves first. Only the log's own numbering stops nine, and they get
    # an error of the database for an answer.
    assert sum(isinstance(result, IntegrityError) for result in results) == CLIENTS - 1
    assert sum(isinstance(result, PlayResult) for result in results) == 1


def test_of_ten_different_moves_one_is_played_and_nine_are_stale(game: Game) -> None:
    moves = legal_moves(game)[:CLIENTS]
    results = at_once(submissions(game, moves))
    text = assert_one_move_stands(game)
    for move, result in zip(moves, results, strict=True):
        if move == text:
            assert isinstance(result, PlayResult)
            assert not result.was_played_before
        else:
            assert isinstance(result, errors.Stale)
            assert [item["text"] for item in result.since] == [text]


def test_the_same_move_ten_times_is_played_once_and_a_success_for_all(game: Game) -> None:
    results = at_once(submissions(game, legal_moves(game)[:1] * CLIENTS))
    assert_one_move_stands(game)
    assert all(isinstance(result, PlayResult) for result in results)
    assert sorted(result.was_played_before for result in results) == [False] + [True] * 9


def test_of_a_move_and_a_resignation_each_finds_the_other_done(game: Game) -> None:
    (move,) = submissions(game, legal_moves(game)[:1])
    give_up = partial(resign, public_id=game.public_id, seat=0, channel=Channel.WEB)
    played, _ = at_once([move, give_up])
    assert_sound(game)
    kinds = [entry.kind for entry in game.entries.exclude(kind="clock").order_by("seq")]
    assert kinds == (["move", "resign"] if isinstance(played, PlayResult) else ["resign"])
    assert isinstance(played, PlayResult | errors.GameIsOver)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_is_taken_back_once(game: Game) -> None:
    take = next(move for move in legal_moves(game) if move.startswith("take "))
    (move,) = submissions(game, [take])
    move()
    seat = game.to_move
    assert seat is not None
    back = partial(
        take_back_turn, public_id=game.public_id, seat=seat, expected_ply=1, channel=Channel.WEB
    )
    assert at_once([back] * 4) == [2] * 4
    assert_sound(game)
    assert game.entries.exclude(kind="clock").count() == 2


def test_two_offers_at_once_are_one_agreement(game: Game) -> None:
    results = at_once(
        [
            partial(offer_to_cancel, public_id=game.public_id, seat=seat, channel=Channel.WEB)
            for seat in (0, 1)
        ]
    )
    assert results == ["cancel", "cancel"]
    assert_sound(game)
    assert game.result == {"winners": [], "by": ["cancel"]}


def let_them_meet(
    monkeypatch: pytest.MonkeyPatch,
    *holders: ModuleType,
    before_erasing: bool = False,
    patience: float = 1,
) -> None:
    """A player who leaves locks their own row, and waits until another, who waits, has the game.

    The others lock it through these modules. Without a game to resign, they wait before the end.
    Where the order of locks keeps them apart, each waits in vain for these seconds.
    """
    game_is_held, leaver_is_held = threading.Event(), threading.Event()

    def held_first(public_id: str) -> Game:
        game = locked_game(public_id)
        game_is_held.set()
        leaver_is_held.wait(timeout=patience)
        return game

    def held_later(public_id: str) -> Game:
        leaver_is_held.set()
        game_is_held.wait(timeout=patience)
        return locked_game(public_id)

    def erased_later(person: User) -> None:
        leaver_is_held.set()
        game_is_held.wait(timeout=patience)
        erase_person(person)

    for module in holders:
        monkeypatch.setattr(module, "locked_game", held_first)
    monkeypatch.setattr(deletion, "locked_game", held_later)
    if before_erasing:
        monkeypatch.setattr(deletion, "erase_person", erased_later)


def answers_to(invited: Game, *, by: User) -> dict[str, Callable[[], Any]]:
    """The ways in which somebody accepts an invitation."""
    seat = invited.seats.select_related("game").get(number=1)
    return {
        "page": partial(proposals.accept, public_id=invited.public_id, by=by),
        "letter": partial(joining.accept_letter, seat=seat),
    }


@pytest.mark.only_on("postgresql")
def test_without_the_order_of_locks_who_accepts_and_leaves_gets_an_error_of_the_database(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited = proposals.propose(by=ada, terms=Terms(), invite=[bruno.email])
    let_them_meet(monkeypatch, joining, proposals, patience=30)
    monkeypatch.setattr(checks, "lock_active_user", lambda person: True)
    accept = answers_to(invited, by=bruno)["page"]
    results = at_once([partial(deletion.delete_account, user=bruno), accept])
    assert any(isinstance(result, DatabaseError) for result in results)


@pytest.mark.parametrize("way", ["page", "letter"])
def test_who_accepts_and_leaves_at_once_gets_a_clear_answer(
    way: str, ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited = proposals.propose(by=ada, terms=Terms(), invite=[bruno.email])
    let_them_meet(monkeypatch, joining, proposals)
    accept = answers_to(invited, by=bruno)[way]
    left, accepted = at_once([partial(deletion.delete_account, user=bruno), accept])
    invited.refresh_from_db()
    assert left is None
    assert not User.objects.filter(pk=bruno.pk).exists()
    if isinstance(accepted, errors.Refused):
        assert isinstance(accepted, errors.AccountIsClosed | errors.NotProposed)
        assert invited.status == "off"
    else:
        assert_sound(invited)
        assert invited.result == {"winners": [0], "by": ["resign"]}


def test_who_takes_a_challenge_and_leaves_at_once_gets_a_clear_answer(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge = proposals.propose(by=ada, terms=Terms(), is_listed=True)
    let_them_meet(monkeypatch, joining, proposals)
    take = partial(proposals.accept, public_id=challenge.public_id, by=bruno)
    left, taken = at_once([partial(deletion.delete_account, user=bruno), take])
    assert left is None
    assert isinstance(taken, Game | errors.AccountIsClosed)
    assert not User.objects.filter(pk=bruno.pk).exists()


def test_nobody_proposes_or_sits_down_once_the_account_is_gone(ada: User, bruno: User) -> None:
    invited = proposals.propose(by=ada, terms=Terms(), invite=[bruno.email])
    forgotten = User.objects.get(pk=bruno.pk)
    deletion.delete_account(user=bruno)
    with pytest.raises(errors.AccountIsClosed, match="just been deleted"):
        proposals.accept(public_id=invited.public_id, by=forgotten)
    with pytest.raises(errors.AccountIsClosed):
        proposals.propose(by=forgotten, terms=Terms(), invite=[ada.email])


def leaving_and_giving(leaver: str, game: Game, eve: User, olga: User) -> list[Callable[[], Any]]:
    """Two acts: a seat is given to Eve, and she or the player before leaves."""
    former = game.seats.get(number=0).user
    assert former is not None
    user = User.objects.get(pk=eve.pk) if leaver == "new" else former
    return [
        partial(deletion.delete_account, user=user),
        partial(replace_player, ruling(olga, game), seat=0, by=eve),
    ]


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("leaver", ["new", "former"])
def test_without_the_order_of_locks_who_leaves_while_a_seat_is_given_breaks_it(
    leaver: str, game: Game, eve: User, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_them_meet(monkeypatch, log, before_erasing=True)
    monkeypatch.setattr(replacing, "lock_players", lambda public_id, newcomer: None)
    monkeypatch.setattr(replacing, "lock_active_user", lambda person: True)
    results = at_once(leaving_and_giving(leaver, game, eve, olga))
    assert any(isinstance(result, DatabaseError) for result in results)


@pytest.mark.parametrize("leaver", ["new", "former"])
def test_who_leaves_while_a_seat_is_given_to_or_from_them_breaks_nothing(
    leaver: str, game: Game, eve: User, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_them_meet(monkeypatch, log, before_erasing=True)
    left, given = at_once(leaving_and_giving(leaver, game, eve, olga))
    assert left is None
    assert_sound(game)
    if leaver == "new":
        assert isinstance(given, Decision | NobodyOfThatAddress)
        assert not game.seats.filter(user=eve.pk).exists()
    else:
        # Who resigns by leaving has ended the game; who was replaced before leaves it as it is.
        assert isinstance(given, Decision | errors.Stale)
        assert (game.status == "running") == isinstance(given, Decision)


def test_nobody_is_given_a_seat_or_gets_it_back_once_the_account_is_gone(
    game: Game, eve: User, olga: User
) -> None:
    former = game.seats.get(number=0).user
    assert former is not None
    decision = replace_player(ruling(olga, game), seat=0, by=eve)
    assert decision.replaced == former  # known here, and gone a moment later
    deletion.delete_account(user=User.objects.get(pk=former.pk))
    with pytest.raises(NobodyOfThatAddress):
        revoke(ruling(olga, game), decision=decision)
    with pytest.raises(NobodyOfThatAddress):
        replace_player(ruling(olga, game), seat=0, by=former)
