"""A sense of Splendor, with Cities and Trading Posts."""

from collections.abc import Sequence

from engine.bots.gems.discarding import plain_discard
from engine.bots.gems.unknown import veil_decks
from engine.bots.splendor.scoring import TURN, score
from engine.contract import Game
from engine.splendor import GAME
from engine.splendor.colours import COLOURS
from engine.splendor.facts import UNKNOWN
from engine.splendor.position import ACTION, DISCARD, Position

_OUT = -100_000
"""What it is worth to have left."""


class SplendorBrain:
    """What bots know of Splendor beyond its rules."""

    game: Game[Position] = GAME

    def veil(self, position: Position) -> None:
        """Put unknown cards in place of all that lie in the decks."""
        veil_decks(position, UNKNOWN)

    def worth_a_look(
        self, position: Position, legal: Sequence[str], turn: Sequence[str]
    ) -> list[str]:
        """Return the legal moves, of all ways to pay for a card that with the least gold."""
        if position.phase == DISCARD and turn:
            player = position.players[position.seat]
            return [plain_discard(player.tokens, player.bonuses, COLOURS)]
        if position.phase != ACTION:
            return list(legal)
        found: dict[str, str] = {}
        for move in legal:
            stem = move.partition(" gold")[0] if move.startswith("buy") else move
            if stem not in found or len(move) < len(found[stem]):
                found[stem] = move
        return list(found.values())

    def is_a_gamble(self, move: str) -> bool:
        """Return that none is: what is turned up makes no difference to the same turn."""
        return False

    def reseed(self, position: Position, seed: bytes) -> None:
        """Change nothing: once the decks are shuffled, nothing is left to chance."""

    def scores(self, position: Position) -> list[int]:
        """Return how well each seat stands."""
        scores = [
            _OUT if seat in position.out else score(position, player)
            for seat, player in enumerate(position.players)
        ]
        if position.phase == ACTION:
            scores[position.seat] += TURN
        return scores
