"""The page that opens files compares them with this site's own record, and tells nobody more."""

import json
from dataclasses import asdict, replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game, SigningKey
from duel.play.moves import resign
from duel.record.export import game_file, rotate_signing_key
from duel.record.log import writing
from engine.kinds import Channel
from engine.record import read_entry
from engine.verify import verify
from tests.duel.tables import begin, play_on
from tests.engine.bookkeeper import Bookkeeper

pytestmark = pytest.mark.django_db

File = dict[str, Any]


def ended(ada: User, bruno: User, **terms: Any) -> Game:
    game = begin(ada, bruno, **terms)
    play_on(game, 4)
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    game.refresh_from_db()
    return game


@pytest.fixture(autouse=True)
def _secrets_open_at_once(settings: Any) -> None:
    settings.DISPUTE_HOURS = 0


@pytest.fixture
def private(ada: User, bruno: User) -> Game:
    return ended(ada, bruno)


def opened(file: object, reader: User | None = None) -> Any:
    browser = Client()
    if reader:
        browser.force_login(reader)
    answer = browser.post("/api/v1/replay", data=json.dumps(file), content_type="application/json")
    return answer.json()


def file_of(game: Game) -> File:
    found: File = json.loads(game_file(game))
    return found


def made_up(game: Game) -> File:
    """A whole game that was never played, with the id and the names of a true one."""
    book = Bookkeeper(game.public_id, drawn=(True, True))
    book.play_on(4)
    book.write("resign", 0)
    return book.file() | {"seats": ["Ada", "Bruno"]}


def altered(file: File) -> File:
    """The true game with another end, every hash made to fit again."""
    entries = [read_entry(entry) for entry in file["entries"]]
    last = replace(entries[-1], seat=0, person=entries[-1].person)
    others = {entry.seat: entry.person for entry in entries if entry.kind == "move"}
    last = replace(last, person=others[0])
    last = replace(last, hash=last.computed_hash())
    file = file | {"entries": [*file["entries"][:-1], asdict(last)]}
    del file["signature"]
    return file | {"result": {"winners": [1], "by": ["resign"]}}


def test_a_true_file_is_the_same_for_anybody_who_holds_it(private: Game, eve: User) -> None:
    for reader in (None, eve):
        origin = opened(file_of(private), reader)["origin"]
        assert (origin["match"], origin["signer"], origin["holds"]) == ("same", "us", True)
        assert "the very same record" in origin["words"][0]


def test_a_made_up_game_of_a_public_one_differs(ada: User, bruno: User) -> None:
    origin = opened(made_up(ended(ada, bruno, is_public=True)))["origin"]
    assert (origin["match"], origin["signer"], origin["holds"]) == ("different", "nobody", False)


def test_its_players_learn_that_a_made_up_file_differs(private: Game, ada: User) -> None:
    assert opened(made_up(private), ada)["origin"]["match"] == "different"


def test_an_altered_file_differs_for_anybody_as_its_writer_had_the_true_one(private: Game) -> None:
    origin = opened(altered(file_of(private)))["origin"]
    assert (origin["match"], origin["holds"]) == ("different", False)


def test_a_stranger_cannot_tell_a_private_game_from_none(private: Game, eve: User) -> None:
    forged = made_up(private)
    elsewhere = Bookkeeper("elsewhere", drawn=(True, True))
    elsewhere.play_on(4)
    elsewhere.write("resign", 0)
    for reader in (None, eve):
        told = opened(forged, reader)["origin"]
        assert told["match"] == "unknown"
        assert told == opened(elsewhere.file(), reader)["origin"]
        assert "Anybody can make up such a file" in told["words"][0]


def test_of_a_game_whose_secret_is_closed_nothing_is_said(ada: User, bruno: User) -> None:
    running = begin(ada, bruno, is_public=True)
    play_on(running, 4)
    for reader in (None, ada):
        assert opened(made_up(running), reader)["origin"]["match"] == "unknown"


def test_a_record_cut_at_an_end_that_was_taken_back_differs(
    ada: User, bruno: User, settings: Any
) -> None:
    """It is whole in itself, as nobody could know by the file alone that it went on."""
    settings.DISPUTE_HOURS = 72
    game = ended(ada, bruno)
    with writing(game.public_id) as log:
        log.append("reopen", seat=None, person="o1", channel=Channel.OPERATOR, time=timezone.now())
    play_on(game, 2)
    settings.DISPUTE_HOURS = 0
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    game.refresh_from_db()
    whole = file_of(game)
    cut = whole | {"entries": whole["entries"][:5], "result": {"winners": [0], "by": ["resign"]}}
    del cut["signature"]
    assert verify(cut).exit_code == 0
    assert opened(cut)["origin"]["match"] == "different"
    assert opened(whole)["origin"]["match"] == "same"


def test_a_retired_key_is_still_ours_and_a_foreign_one_is_not(private: Game) -> None:
    file = file_of(private)
    rotate_signing_key()
    assert opened(file)["origin"]["signer"] == "us"
    SigningKey.objects.all().delete()
    assert opened(file)["origin"]["signer"] == "another"


def test_a_file_cut_before_its_end_is_refused(private: Game) -> None:
    cut = file_of(private)
    cut["entries"] = cut["entries"][:3]
    cut["result"] = None
    del cut["signature"]
    answer = opened(cut)
    assert answer["problems"] == ["entries: end before the game does: something was cut off"]


def test_a_changed_signature_is_refused(private: Game) -> None:
    file = file_of(private)
    file["seats"] = ["Eve", "Bruno"]
    assert opened(file)["problems"] == ["signature: does not fit the rest of the file"]


def test_a_damaged_record_of_ours_is_no_witness(private: Game, eve: User) -> None:
    file, false = file_of(private), made_up(private)
    Game.objects.filter(pk=private.pk).update(is_damaged=True)
    told = opened(file)["origin"]
    assert (told["match"], told["holds"]) == ("damaged", True)
    assert "has a damaged record of this game" in told["words"][0]
    assert opened(false, eve)["origin"]["match"] == "unknown"
