import pytest

from accounts.models import User
from duel.models import Game
from duel.play.moves import resign
from duel.play.undo import take_back_turn
from duel.record.events import events_since
from duel.record.log import read_log
from engine.kinds import Channel
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, legal_moves, play_on, submit


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def test_it_tells_what_happened_since_a_ply_in_order(game: Game) -> None:
    play_on(game, 6)
    log = read_log(game)
    told = events_since(log, 2, 0)
    assert [item["ply"] for item in told] == [3, 4, 5, 6]
    assert [item["text"] for item in told] == [entry.text for entry in log.entries[2:]]
    assert [item["time"] for item in told] == [entry.time for entry in log.entries[2:]]
    assert all(item["events"] for item in told)
    assert events_since(log, 6, 0) == []


def test_a_hidden_card_is_told_to_its_owner_alone(game: Game) -> None:
    seat = game.to_move
    assert seat is not None
    from_deck = next(
        move for move in legal_moves(game) if move.startswith("reserve ") and "deck" in move
    )
    submit(game, from_deck)
    log = read_log(game)
    position = log.course.position
    card = log.course.game.view(position, seat)["players"][seat]["reserved"][0]["id"]
    assert card in str(events_since(log, 0, seat))
    for reader in (1 - seat, None):
        assert card not in str(events_since(log, 0, reader))


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_move_taken_back_is_told_to_others_only_as_that(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, moves = game.to_move, a_whole_turn(game)
    assert seat is not None
    submit(game, *moves)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=3, channel=Channel.WEB)
    log = read_log(game)
    own, foreign, public = (events_since(log, 1, reader) for reader in (seat, 1 - seat, None))
    assert [(item["kind"], item["text"]) for item in own] == [
        ("move", moves[0]),
        ("move", moves[1]),
        ("undo", "1"),
    ]
    assert [item["taken_back"] for item in own] == [True, True, False]
    assert foreign == public
    assert [(item["text"], item["events"], item["taken_back"]) for item in foreign] == [
        ("", [], True),
        ("", [], True),
        ("1", [], False),
    ]


@pytest.mark.usefixtures("can_be_taken_back")
def test_when_the_game_is_over_everything_is_told(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    assert seat is not None
    submit(game, move)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=1, channel=Channel.WEB)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    told = events_since(read_log(game), 0, 1 - seat)
    assert [item["text"] for item in told] == [move, "0"]


@pytest.mark.usefixtures("can_be_taken_back")
def test_moves_after_an_undo_are_told_from_where_the_game_went_on(game: Game) -> None:
    seat = game.to_move
    assert seat is not None
    first, second = [move for move in legal_moves(game) if move.startswith("take ")][:2]
    submit(game, first)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=1, channel=Channel.WEB)
    submit(game, second)
    told = events_since(read_log(game), 0, 1 - seat)
    assert [item["text"] for item in told] == ["", "0", second]
    assert told[2]["events"]
