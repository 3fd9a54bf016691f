import json
import sys
from pathlib import Path
from subprocess import run

import pytest

from accounts.models import User
from duel.selectors import export_game
from tests.duel.tables import begin, play_to_the_end

pytestmark = pytest.mark.django_db


def test_a_game_played_to_the_end_verifies_offline(ada: User, bruno: User, tmp_path: Path) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    assert game.result is not None
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export_game(game)))
    proof = run(
        [sys.executable, "-m", "engine", "verify", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (proof.returncode, proof.stdout.strip()) == (0, f"verified: {game.ply} moves")
