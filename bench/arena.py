"""The arena, with the player of the first demo: `python -m bench.arena duel journeyman demo`."""

import random
import sys
from collections.abc import Sequence
from typing import Any

from bench.demo_player import sensible_move
from engine.arena.contest import CHOOSERS
from engine.cli import main


def _demo(
    view: dict[str, Any], legal: Sequence[str], chance: bytes, nodes: int | None = None
) -> str:
    return sensible_move(legal, random.Random(chance))


CHOOSERS["demo"] = _demo

if __name__ == "__main__":
    sys.exit(main(["arena", *sys.argv[1:]]))
