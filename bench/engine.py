"""The speed of the Duel engine."""

from bench.playing import times
from bench.quantity import Quantity
from engine.duel import GAME


def measure() -> list[Quantity]:
    """Return the quantities of the engine."""
    best = times(GAME)
    k = best["K"]
    return [
        Quantity("engine: K, the calibration loop", k * 1000, "ms"),
        Quantity("engine: replay of a game", best["replay"] / k, "K", 1 / 25, 1 / 60),
        Quantity("engine: list of legal moves", best["legal"] / k, "K", 1 / 500, 1 / 1500),
        Quantity("engine: random game", best["random"] / k, "K", 1 / 6, 1 / 15),
        Quantity("engine: copy of a position", best["copy"] / k, "K", 1 / 3000, 1 / 6000),
        Quantity("engine: view and its JSON", best["view"] / k, "K", 1 / 500, 1 / 900),
        Quantity("engine: time per move, long / short", best["long"] / best["short"], "", 1.2),
    ]
