import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game, LogEntry, Notice
from duel.notices.intents import GOES_ON_AFTER
from duel.play.moves import play, resign
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.tables import (
    a_quiet_move,
    a_whole_turn,
    begin,
    legal_moves,
    play_any,
    play_to_the_end,
    submit,
)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def told(game: Game) -> list[tuple[str, int, int]]:
    """Kind, seat and ply of the notices, in the order of writing."""
    return list(Notice.objects.filter(game=game).order_by("pk").values_list("kind", "seat", "ply"))


def test_the_invited_are_told_once(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    assert told(game) == [("invitation", 1, 0)]
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    assert told(game) == [("invitation", 1, 0), ("your-turn", game.to_move, 0)]


def test_an_open_challenge_invites_nobody(ada: User) -> None:
    assert told(propose(by=ada, terms=Terms())) == []


def test_who_is_to_move_is_told(game: Game) -> None:
    first = game.to_move
    submit(game, a_quiet_move(game))
    assert told(game)[1:] == [("your-turn", first, 0), ("your-turn", game.to_move, 1)]


def test_the_letter_waits_while_the_turn_can_be_taken_back(game: Game) -> None:
    submit(game, a_quiet_move(game))
    notice = Notice.objects.get(game=game, ply=1)
    assert notice.not_before is not None
    assert (notice.not_before - notice.created_at).total_seconds() == settings.UNSEND_SECONDS


def test_one_who_stops_within_a_turn_is_told_how_it_goes_on(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, (use, take) = game.to_move, a_whole_turn(game)
    submit(game, use)
    notice = Notice.objects.get(game=game, ply=2)
    assert (notice.kind, notice.seat) == ("turn-goes-on", seat)
    assert notice.not_before == notice.created_at + GOES_ON_AFTER
    submit(game, take)
    assert told(game)[-1] == ("your-turn", game.to_move, 3)


def test_a_whole_turn_is_told_once(game: Game) -> None:
    submit(game, a_quiet_move(game))
    before = len(told(game))
    submit(game, *a_whole_turn(game))
    assert told(game)[before:] == [("your-turn", game.to_move, 3)]


def test_no_ply_of_a_running_game_is_without_a_notice(game: Game) -> None:
    for _ in range(25):
        play_any(game)
        notice = Notice.objects.get(game=game, ply=game.ply, kind__in=["your-turn", "turn-goes-on"])
        assert (notice.seat, notice.cancelled_at) == (game.to_move, None)


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_waits_to_be_told_is_called_off_when_the_game_goes_on(game: Game) -> None:
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    waiting = Notice.objects.filter(game=game, not_before__gt=timezone.now())
    assert [notice.ply for notice in waiting.filter(cancelled_at=None)] == [2]
    letters = Letter.objects.filter(key__in=waiting.values("key")).order_by("pk")
    assert [letter.status for letter in letters] == ["dropped", "waiting"]


def test_a_repeated_press_tells_nothing_again(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    before = told(game)
    for _ in range(3):
        submit(game, move, seat=seat, ply=0)
    assert told(game) == before


def test_every_seat_is_told_how_the_game_ended_over_the_board(game: Game) -> None:
    play_to_the_end(game)
    assert told(game)[-2:] == [("game-over", 0, game.ply), ("game-over", 1, game.ply)]


def test_every_seat_is_told_of_a_resignation(game: Game) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert told(game)[-2:] == [("game-over", 0, 0), ("game-over", 1, 0)]


def test_the_same_thing_cannot_be_told_twice(game: Game) -> None:
    notice = Notice.objects.filter(game=game).latest("pk")
    notice.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        notice.save(force_insert=True)


def test_a_notice_goes_when_its_cause_does(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = told(game)
    move = a_quiet_move(game)

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("The disk is full.")

    monkeypatch.setattr("duel.play.moves.PlayResult", fail)  # after all was written
    with pytest.raises(RuntimeError):
        submit(game, move)
    assert told(game) == before
    assert not LogEntry.objects.exists()


def test_nothing_is_written_for_a_move_that_is_refused(game: Game) -> None:
    before = told(game)
    illegal = "take a1 e5"
    assert illegal not in legal_moves(game)
    assert game.to_move is not None
    with pytest.raises(Exception, match="not possible"):
        play(
            public_id=game.public_id,
            seat=game.to_move,
            expected_ply=0,
            moves=[illegal],
            channel=Channel.API,
        )
    assert told(game) == before
