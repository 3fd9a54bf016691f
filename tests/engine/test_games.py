import pytest

from engine.contract import Game
from engine.errors import BadSetup, UnknownGame
from engine.games import GAMES, find_game


def test_duel_is_found_by_name_and_rules() -> None:
    game = find_game("duel")
    assert (game.name, game.rules, list(game.seat_counts), game.option_names) == (
        "duel",
        1,
        [2],
        (),
    )
    assert find_game("duel", 1) is game


def test_splendor_is_for_two_to_four_and_has_options() -> None:
    game = find_game("splendor")
    assert (game.name, game.rules, list(game.seat_counts)) == ("splendor", 1, [2, 3, 4])
    assert game.option_names == ("cities", "posts", "noble11")


@pytest.mark.parametrize(("name", "rules"), [("chess", 1), ("duel", 2), ("duel", 0), ("", 1)])
def test_it_names_the_games_there_are_when_one_is_unknown(name: str, rules: int) -> None:
    with pytest.raises(UnknownGame, match=r"There is no game .* the games are: duel"):
        find_game(name, rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_refuses_a_setup_it_does_not_have(game: Game) -> None:  # type: ignore[type-arg]
    with pytest.raises(BadSetup, match="32 bytes"):
        game.new(b"short")
    with pytest.raises(BadSetup, match="players"):
        game.new(bytes(32), seats=game.seat_counts.stop)
    with pytest.raises(BadSetup, match="option"):
        game.new(bytes(32), options=["marmalade"])
