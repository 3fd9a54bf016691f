"""The speed of the Splendor engine, in games of two."""

from bench.playing import times
from bench.quantity import Quantity
from engine.splendor import GAME


def measure() -> list[Quantity]:
    """Return the quantities of the engine."""
    best = times(GAME)
    k = best["K"]
    return [
        Quantity("splendor: K, the calibration loop", k * 1000, "ms"),
        Quantity("splendor: replay of a game", best["replay"] / k, "K", 1 / 50, 1 / 90),
        Quantity("splendor: list of legal moves", best["legal"] / k, "K", 1 / 500, 1 / 1500),
        Quantity("splendor: random game", best["random"] / k, "K", 1 / 8, 1 / 15),
        Quantity("splendor: copy of a position", best["copy"] / k, "K"),
        Quantity("splendor: view and its JSON", best["view"] / k, "K"),
        Quantity("splendor: time per move, long / short", best["long"] / best["short"], ""),
    ]
