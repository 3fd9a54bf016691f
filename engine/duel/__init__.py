"""Splendor Duel."""

from engine.duel.game import Duel

GAME = Duel()
