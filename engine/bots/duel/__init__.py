"""A sense of Splendor Duel."""

from collections.abc import Sequence

from engine.bots.duel.looking import moves_worth_a_look
from engine.bots.duel.scoring import TURN, score
from engine.bots.gems.unknown import veil_decks
from engine.contract import Game
from engine.duel import GAME
from engine.duel.position import ACTION, START, Position
from engine.duel.seeing.veil import UNKNOWN


class DuelBrain:
    """What bots know of Splendor Duel beyond its rules."""

    game: Game[Position] = GAME

    def veil(self, position: Position) -> None:
        """Put unknown cards in place of all that lie in the decks."""
        veil_decks(position, UNKNOWN)

    def worth_a_look(
        self, position: Position, legal: Sequence[str], turn: Sequence[str]
    ) -> list[str]:
        """Return those of the legal moves that a sensible player thinks of."""
        return moves_worth_a_look(position, legal, turn)

    def is_a_gamble(self, move: str) -> bool:
        """Return whether the move lays out the bag."""
        return move == "replenish"

    def reseed(self, position: Position, seed: bytes) -> None:
        """Let the bag be laid out otherwise from here on."""
        position.seed = seed

    def scores(self, position: Position) -> list[int]:
        """Return how well each seat stands."""
        acts = position.seat if position.phase in (START, ACTION) else None
        scores = [score(position, p, acts=seat == acts) for seat, p in enumerate(position.players)]
        if acts is not None:
            scores[acts] += TURN
        return scores
