"""A game of four with both modules in which every seat hides something."""

import random
from typing import Any

from duel.models import Game
from duel.record.log import read_log
from engine.splendor import GAME
from engine.splendor.position import ACTION, KEEP, Position
from tests.duel.tables import play_all, submit

_MOST_MOVES = 400


def play_until_all_hide(game: Game) -> None:
    """Play until each holds a card that only they know, and one has put a card under a deck.

    It is the turn of somebody else, and whoever was first to look at two cards comes later.
    """
    beginning = read_log(game).course.position
    for seed in range(500):
        if moves := _moves_until_all_hide(beginning, random.Random(seed)):
            play_all(game, moves)
            game.refresh_from_db()
            return
    raise AssertionError("No game came there.")


def _moves_until_all_hide(position: Position, chance: random.Random) -> list[str]:
    moves: list[str] = []
    looked: set[int] = set()
    while len(moves) < _MOST_MOVES and (legal := GAME.legal(position)):
        if looked and position.phase == ACTION and _all_hide(position, looked):
            return moves
        moves.append(_secretive(legal, position, chance))
        if moves[-1].startswith("keep "):
            looked.add(position.seat)
        position = GAME.apply(position, moves[-1])
    return []


def _all_hide(position: Position, looked: set[int]) -> bool:
    """Whether all hold a hidden card and the next seat is one that can look at two cards."""
    after = (position.seat + 1) % len(position.players)
    can_draw = len(position.players[after].reserved) < 3
    can_take = sum(position.bank[:5]) > 5
    return (
        position.seat not in looked
        and after in looked
        and can_draw
        and can_take
        and min(map(len, position.decks)) > 5
        and all(hidden_cards(player.reserved) for player in position.players)
    )


def _secretive(legal: list[str], position: Position, chance: random.Random) -> str:
    """A move of somebody who reserves from decks and buys what all have seen, black cards first."""
    player = position.players[position.seat]
    hidden = {card.id for card in hidden_cards(player.reserved)}
    looks = "draw_two" in player.powers and len(player.reserved) < 2
    drawing = [m for m in legal if m.startswith("reserve deck") and (looks or not hidden)]
    bought = [m for m in legal if m.startswith("buy ") and m.split()[1] not in hidden]
    black = [m for m in bought if position.facts.card_of[m.split()[1]].colour == 4]
    others = [m for m in legal if not m.startswith(("buy ", "reserve "))]
    return chance.choice(drawing or black or bought or others or legal)


def hidden_cards(reserved: list[tuple[Any, bool]]) -> list[Any]:
    """Those of the reserved cards that others do not know."""
    return [card for card, is_hidden in reserved if is_hidden]


def let_the_next_look(game: Game) -> None:
    """Let whoever is to move make a quiet turn, and the next one look at two cards of a deck."""
    take = next(move for move in _legal(game) if move.startswith("take "))
    submit(game, take)
    while read_log(game).course.position.phase != ACTION:
        submit(game, _legal(game)[0])
    submit(game, next(move for move in _legal(game) if move.startswith("reserve deck")))
    assert read_log(game).course.position.phase == KEEP


def _legal(game: Game) -> list[str]:
    return GAME.legal(read_log(game).course.position)
