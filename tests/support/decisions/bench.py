"""The bench: rulings about games as they stand, and what became of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from accounts.models import User
from duel.integrity.replay import load_games, problems_of
from duel.models import Game, Notice
from duel.record.export import export_game
from duel.record.log import read_log
from mail.models import Letter
from mail.registry import Draft, builder_of
from support.decisions import Ruling
from support.models import Decision
from tests.duel.clocks.ticking import letter_arrives, seat_to_move
from tests.duel.tables import assert_sound

REASON = "The letter was lost."
MESSAGE = "We are sorry for the delay."


def ruling(operator: User, game: Game, reason: str = REASON, message: str = MESSAGE) -> Ruling:
    """A ruling about the game as it stands now."""
    game.refresh_from_db()
    return Ruling(operator, game.public_id, reason, game.seq, message=message)


def mover_and_other(game: Game) -> tuple[int, int]:
    game.refresh_from_db()
    assert game.to_move is not None
    return game.to_move, 1 - game.to_move


def player(game: Game, seat: int) -> User:
    user = game.seats.get(number=seat).user
    assert user is not None
    return user


def start_clock(game: Game) -> None:
    """See the position, so that the clock of the turn runs from now."""
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()


def decision_letter(decision: Decision, reader: User) -> Draft:
    """The letter to the reader about the decision."""
    letters = Letter.objects.filter(kind="operator-decision", to=reader.email)
    letter = letters.get(key__endswith=f":{decision.seq}")
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    return draft


def turn_letters(game: Game) -> list[tuple[int, int]]:
    """The seat and ply of every turn letter that still waits."""
    waiting = Letter.objects.filter(kind="your-turn", status="waiting")
    found = Notice.objects.filter(game=game, key__in=waiting.values("key"), cancelled_at=None)
    return list(found.order_by("pk").values_list("seat", "ply"))


def assert_settled(game: Game, decision: Decision, *, last: str) -> None:
    """The log says it, nothing contradicts it, and players read the message, not the reason."""
    assert_sound(game)
    (stored,) = load_games([game.pk])
    assert problems_of(stored) == []
    entry = read_log(game).entries[decision.seq - 1]
    assert f"{entry.kind} {entry.text}".strip() == last
    assert (entry.person, entry.channel) == (None, "operator")
    for seat in game.seats.all():
        assert seat.user is not None
        draft = decision_letter(decision, seat.user)
        for content in (draft.text, draft.html):
            assert decision.message in content
            assert decision.reason not in content


def verify(game: Game, folder: Path) -> dict[str, Any]:
    """What the offline verifier says about the exported game."""
    game.refresh_from_db()
    file = folder / "game.json"
    file.write_text(json.dumps(export_game(game)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(file.read_text(encoding="utf-8")))
