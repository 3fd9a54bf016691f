import json
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, GameSecret
from duel.play.moves import resign
from duel.record.export import game_file
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from engine.errors import EngineError
from engine.kinds import Channel
from engine.record import canonical_json
from engine.request import read_json
from engine.verify import verify
from tests.duel.tables import begin, play_on, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.words]

File = dict[str, Any]


def exported(game: Game) -> str:
    out = StringIO()
    call_command("exportgame", game.public_id, stdout=out)
    return out.getvalue()


def proof(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def finished(ada: User, bruno: User, settings: Any) -> Game:
    """A short game that Bruno gave up, with its secret open."""
    settings.DISPUTE_HOURS = 0
    game = begin(ada, bruno)
    play_on(game, 4)
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    game.refresh_from_db()
    return game


def test_a_game_that_was_played_out_is_proved_offline(
    ada: User, bruno: User, tmp_path: Path
) -> None:
    ada.name = "Ada Λ"
    ada.save(update_fields=["name"])
    game = begin(ada, bruno)
    play_to_the_end(game)
    file = tmp_path / "game.json"
    file.write_text(exported(game), encoding="utf-8")
    done = proof(file)
    assert done.returncode == 0
    assert f"verified: {game.ply} moves" in done.stdout.splitlines()
    assert json.loads(file.read_text(encoding="utf-8"))["seats"] == ["Ada Λ", "Bruno"]


def test_the_command_writes_utf_8_in_any_surroundings(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ada.name = "Ada Λ"
    ada.save(update_fields=["name"])
    path = tmp_path / "out"
    with path.open("w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdout", out)
        call_command("exportgame", begin(ada, bruno).public_id)
    assert "Ada Λ" in path.read_text(encoding="utf-8")


def test_a_running_game_is_a_whole_chain_without_its_secret(
    ada: User, bruno: User, tmp_path: Path
) -> None:
    game = begin(ada, bruno)
    play_on(game, 5)
    file = tmp_path / "game.json"
    file.write_text(exported(game), encoding="utf-8")
    assert GameSecret.objects.get(game=game).secret.hex() not in file.read_text(encoding="utf-8")
    done = proof(file)
    assert done.returncode == 1
    assert "the chain of 5 entries is unbroken\n" in done.stdout


def test_a_game_that_was_given_up_keeps_its_secret_for_a_while(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_on(game, 2)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert json.loads(exported(game))["secret"] is None


def test_the_file_tells_no_address(finished: Game) -> None:
    assert "@" not in game_file(finished)


def test_a_person_who_left_is_gone_from_the_file_and_the_proof_still_holds(
    finished: Game, bruno: User
) -> None:
    delete_account(user=bruno)
    data = json.loads(exported(finished))
    assert data["seats"][1] != "Bruno"
    assert verify(data).exit_code == 0


def test_a_move_that_comes_while_the_file_is_written_is_not_half_in_it(
    ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 2)
    before = Game.objects.get(pk=game.pk)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    data = json.loads(game_file(before))
    assert (len(data["entries"]), data["result"]) == (2, None)


def test_it_names_a_game_that_is_not_there(db: None) -> None:
    with pytest.raises(CommandError, match=r"nowhere: There is no such game\."):
        call_command("exportgame", "nowhere")


def test_a_game_that_has_not_begun_has_no_file(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    with pytest.raises(CommandError, match="has not begun"):
        call_command("exportgame", game.public_id)


def other(text: str) -> str:
    """The text with its first character changed."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def in_entry(field: str, change: Callable[[Any], Any]) -> Callable[[File], None]:
    def alter(data: File) -> None:
        data["entries"][2][field] = change(data["entries"][2][field])

    return alter


def in_file(field: str, change: Callable[[Any], Any]) -> Callable[[File], None]:
    def alter(data: File) -> None:
        data[field] = change(data[field])

    return alter


def swap(data: File) -> None:
    data["entries"][1], data["entries"][2] = data["entries"][2], data["entries"][1]


ALTERATIONS = {
    "seq": (in_entry("seq", lambda seq: seq + 1), "entry 4, seq"),
    "kind": (in_entry("kind", lambda kind: "proxy"), "entry 3, hash"),
    "seat": (in_entry("seat", lambda seat: 1 - seat), "entry 3, hash"),
    "person": (in_entry("person", other), "entry 3, hash"),
    "text": (in_entry("text", other), "entry 3, hash"),
    "channel": (in_entry("channel", lambda channel: "wed"), "entry 3, hash"),
    "time": (in_entry("time", lambda time: "1" + time[1:]), "entry 3, hash"),
    "state hash": (in_entry("state_hash", other), "entry 3, state_hash"),
    "hash before": (in_entry("prev_hash", other), "entry 3, prev_hash"),
    "hash": (in_entry("hash", other), "entry 3, hash"),
    "order": (swap, "entry 3, seq: entry 2 should stand here"),
    "an entry left out": (lambda data: data["entries"].pop(1), "entry 3, seq: entry 2"),
    "the end left out": (lambda data: data["entries"].pop(), "result: the entries lead to None"),
    "an entry twice": (lambda data: data["entries"].append(data["entries"][-1]), "entry 5, seq"),
    "secret": (in_file("secret", other), "secret: does not match the commitment"),
    "commitment": (in_file("commitment", other), "secret: does not match the commitment"),
    "nonce": (
        in_file("nonces", lambda nonces: [other(nonces[0]), nonces[1]]),
        "entry 1, prev_hash: does not match the header",
    ),
    "nonces swapped": (in_file("nonces", lambda nonces: nonces[::-1]), "entry 1, prev_hash"),
    "id": (in_file("id", other), "entry 1, prev_hash"),
    "options": (in_file("options", lambda options: {"more": True}), "options: does not name"),
    "winner": (in_file("result", lambda r: r | {"winners": [1]}), "result: the entries lead to"),
    "reason": (in_file("result", lambda r: r | {"by": ["award"]}), "result: the entries lead to"),
    "names": (in_file("seats", lambda names: ["", ""]), "signature: does not fit the rest"),
    "when it was made": (
        lambda data: data["signature"].update(made_at="2020-01-01T00:00:00.000000Z"),
        "signature: does not fit the rest",
    ),
    "signature": (
        lambda data: data["signature"].update(signature=other(data["signature"]["signature"])),
        "signature: does not fit the rest",
    ),
    "no result": (in_file("result", lambda r: None), "result: the entries lead to"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_alteration_of_the_file_is_found_where_it_is(finished: Game, what: str) -> None:
    alter, place = ALTERATIONS[what]
    data = json.loads(game_file(finished))
    assert verify(data).exit_code == 0
    alter(data)
    report = verify(data)
    assert report.exit_code == 1
    assert f"failed: {place}" in str(report)


def test_no_byte_of_the_file_can_be_altered_unnoticed(finished: Game) -> None:
    data = json.loads(game_file(finished))
    whole = canonical_json(data)
    assert verify(read_json(whole)).exit_code == 0
    unnoticed = []
    for place in range(len(whole)):
        altered = bytearray(whole)
        altered[place] ^= 1
        try:
            if verify(read_json(bytes(altered))).exit_code != 1:
                unnoticed.append(whole[max(place - 20, 0) : place + 1])
        except EngineError:
            pass  # no longer an exported game
    assert unnoticed == []
