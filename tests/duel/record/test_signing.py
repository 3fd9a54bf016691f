"""Files of games carry the signature of the service, and its keys are published for ever."""

import json
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from duel.letters.context import grouped_head
from duel.models import Game, SigningKey
from duel.play.moves import resign
from duel.record.export import current_key, game_file, rotate_signing_key
from engine.comparison import Expectations
from engine.kinds import Channel
from engine.verify import verify
from tests.duel.letters.outbox import mover, play_to_a_handover, read
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    """A short game that Bruno gave up, with its secret open."""
    settings.DISPUTE_HOURS = 0
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    game.refresh_from_db()
    return game


def published() -> dict[str, Any]:
    answer = Client().get("/.well-known/duelpost-keys.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_a_file_is_signed_with_the_published_key(game: Game) -> None:
    file = json.loads(game_file(game))
    [key] = published()["keys"]
    assert file["signature"]["key"] == key["key"]
    assert verify(file, Expectations(key=key["key"])).exit_code == 0
    file["seats"][0] = "Eve"
    assert verify(file, Expectations(key=key["key"])).exit_code == 1


def test_a_file_of_a_running_game_is_signed_too(ada: User, bruno: User) -> None:
    report = verify(
        json.loads(game_file(begin(ada, bruno))), Expectations(key=current_key().public)
    )
    assert report.problems == ()


def test_every_way_out_hands_over_a_signed_file(game: Game, ada: User, capsys: Any) -> None:
    key = Expectations(key=current_key().public)
    call_command("exportgame", game.public_id)
    downloaded = Client().get(f"/games/{game.public_id}/file").content
    attached = read(game, ada, "game-over").attachments[0].content
    for file in (capsys.readouterr().out, downloaded, attached):
        assert verify(json.loads(file), key).exit_code == 0


def test_the_last_letter_names_the_key(game: Game, ada: User) -> None:
    draft = read(game, ada, "game-over")
    for body in (draft.text, draft.html):
        assert current_key().public in body
        assert "/.well-known/duelpost-keys.json" in body


def test_the_first_letter_of_a_turn_names_the_beginning_of_the_key(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    key = grouped_head(current_key().public)
    named = f"Key that signs the files of games: {key}"
    for _ in range(2):  # of each player
        draft = read(game, mover(game))
        assert (named in draft.text, named in draft.html) == (True, True)
        play_to_a_handover(game)
    assert key not in read(game, mover(game)).text


def test_a_rotated_key_stays_published_and_its_files_stay_true(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    old = json.loads(game_file(game))
    call_command("rotatesigningkey")
    new = capsys.readouterr().out.strip()
    keys = published()["keys"]
    assert [key["key"] for key in keys] == [new, old["signature"]["key"]]
    assert [key["retired_at"] is None for key in keys] == [True, False]
    assert verify(old, Expectations(key=keys[1]["key"])).exit_code == 0
    assert json.loads(game_file(game))["signature"]["key"] == new


def test_of_a_rotated_key_the_private_half_is_erased() -> None:
    first = current_key()
    assert first.private
    rotate_signing_key()
    first.refresh_from_db()
    assert first.private is None


def test_there_is_one_key_in_use() -> None:
    key = current_key()
    assert current_key() == key
    with pytest.raises(IntegrityError), transaction.atomic():
        SigningKey.objects.create(public="0" * 64, made_at=key.made_at)


def test_the_private_key_is_shown_nowhere() -> None:
    private = bytes(current_key().private or b"").hex()
    assert private not in json.dumps(published())
    assert SigningKey not in admin.site._registry
    assert private not in repr(current_key())
