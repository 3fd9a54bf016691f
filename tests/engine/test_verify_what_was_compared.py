"""What `verify` says of a record that is consistent: whose word it still takes to believe it."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.cli import main
from engine.comparison import BadHex, Expectations
from engine.exported_file import signed_bytes
from engine.fairness import BadNonce, derived_nonce
from engine.record import Header
from engine.verify import Report, verify
from tests.engine.bookkeeper import NONCES, Bookkeeper

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = PRIVATE.public_key().public_bytes_raw().hex()
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw().hex()


def played(name: str) -> Bookkeeper:
    """A game of Ada with a word of her own, and of a bot."""
    book = Bookkeeper(name, drawn=(False, True))
    book.play_on(8)
    book.write("resign", 1)
    return book


BOOK = played("compared")


def signed(file: dict[str, Any]) -> dict[str, Any]:
    made = {"key": KEY, "made_at": "2026-11-18T12:00:00.000000Z"}
    file.pop("signature", None)
    made["signature"] = PRIVATE.sign(signed_bytes(file, **made)).hex()
    return file | {"signature": made}


@pytest.fixture
def file() -> dict[str, Any]:
    return signed(copy.deepcopy(BOOK.file()))


def failures(report: Report) -> list[str]:
    return [str(problem) for problem in report.problems]


def test_it_prints_commitment_words_head_and_key(file: dict[str, Any]) -> None:
    told = str(verify(file)).splitlines()
    assert told == [
        f"commitment: {file['commitment']} (compare it)",
        f"word of seat 0, 'Ada': '{NONCES[0]}' (the player's own, says the file)",
        f"word of seat 1, 'Ben': '{derived_nonce(BOOK.secret, 1)}' (derived from the secret)",
        f"head of the chain: {BOOK.entries[-1].hash} (after entry 9)",
        f"key of the signature: {KEY} (compare it; signed at 2026-11-18T12:00:00.000000Z)",
        "verified: 8 moves",
        "only you can know: whether the commitment, your word and the heads of the chain are those "
        "of your letters, and the key is the one that the service publishes; a game that was made "
        "up from its first entry to its last passes every other check",
    ]


def test_what_the_reader_gives_is_compared(file: dict[str, Any]) -> None:
    known = Expectations.parse(
        commitment=file["commitment"].upper(),
        words=[f" {NONCES[0]} "],
        heads=[BOOK.entries[3].hash, BOOK.header.hash],
        key=KEY,
    )
    report = verify(file, known)
    assert report.exit_code == 0
    told = str(report)
    assert told.count("as you gave it") == 3
    assert f"head that you gave: {BOOK.entries[3].hash} (after entry 4)" in told
    assert f"head that you gave: {BOOK.header.hash} (after entry 0)" in told


def test_a_forged_game_with_the_true_id_and_names_is_not_simply_true(file: dict[str, Any]) -> None:
    forged = played("made-up").file() | {"id": file["id"], "seats": file["seats"]}
    rehash(forged)
    told = str(verify(forged))
    assert "verified: 8 moves" in told
    assert "key of the signature: none, the file is not signed" in told
    assert "passes every other check" in told.splitlines()[-1]
    for known in (
        Expectations(commitment=file["commitment"]),
        Expectations(heads=(BOOK.entries[3].hash,)),
        Expectations(key=KEY),
        Expectations(words=("my own phrase",)),
    ):
        assert verify(forged, known).exit_code == 1
        assert "failed: " in str(verify(forged, known))


def rehash(file: dict[str, Any]) -> None:
    """Chain the entries to the header of the file anew, as a forger would."""
    keys = ("id", "game", "rules", "options", "commitment", "nonces", "drawn")
    before: Any = Header(**{key: file[key] for key in keys})
    from tests.engine.test_verify import rehashed

    file["entries"][0]["prev_hash"] = before.hash
    rehashed(file, 1)


@pytest.mark.parametrize("kept", range(9))
def test_a_record_cut_before_its_end_fails(file: dict[str, Any], kept: int) -> None:
    cut = file | {"entries": file["entries"][:kept], "result": None}
    del cut["signature"]
    assert failures(verify(cut)) == ["entries: end before the game does: something was cut off"]


def test_a_record_cut_after_an_end_over_the_board_fails_by_the_last_head() -> None:
    book = Bookkeeper("cut", drawn=(True, True))
    book.play_on(4)
    book.write("resign", 0)
    book.decide("reopen")
    book.play_on(2)
    book.write("resign", 1)
    cut = copy.deepcopy(book.file())
    cut["entries"] = cut["entries"][:5]
    cut["result"] = {"winners": [1], "by": ["resign"]}
    assert verify(cut).exit_code == 0, "nobody who holds no later letter can know"
    assert verify(cut, Expectations(heads=(book.entries[-1].hash,))).exit_code == 1


def test_a_drawn_word_that_the_secret_does_not_give_fails() -> None:
    book = Bookkeeper("drawn-until-it-suits", drawn=(False, False))
    book.write("resign", 0)
    file = copy.deepcopy(book.file()) | {"drawn": [False, True]}
    rehash(file)
    assert failures(verify(file)) == ["nonces: that of seat 1 is not derived from the secret"]


def test_who_claims_that_a_word_was_given_breaks_the_chain(file: dict[str, Any]) -> None:
    file["drawn"] = [False, False]
    assert "entry 1, prev_hash: does not match the header" in failures(verify(file))


def test_of_format_one_it_says_that_drawn_words_were_not_committed_to() -> None:
    book = Bookkeeper("old")
    book.write("resign", 0)
    told = str(verify(book.file()))
    assert "verified: 0 moves" in told
    assert "format 1: words that the server drew were not committed to" in told
    assert "derived" not in told


@pytest.mark.parametrize("drawn", [None, True, [], [True], [1, 0], [True, False, True], "tf"])
def test_drawn_has_one_form(file: dict[str, Any], drawn: object) -> None:
    report = verify(file | {"drawn": drawn})
    assert "drawn: does not say of each seat whether its nonce is derived" in failures(report)


def test_format_one_has_no_drawn_and_format_two_needs_it(file: dict[str, Any]) -> None:
    old = file | {"format": "duelpost-game-1"}
    assert "'drawn': does not belong into the file" in failures(verify(old))
    del file["drawn"]
    assert "drawn: is missing" in failures(verify(file))


@pytest.mark.parametrize("changed", ["key", "made_at", "signature", "seats", "result"])
def test_a_signature_covers_the_whole_file(file: dict[str, Any], changed: str) -> None:
    if changed == "seats":
        file["seats"] = ["Eve", "Ben"]
    elif changed == "result":
        file["result"] = None
    elif changed == "made_at":
        file["signature"]["made_at"] = "2026-11-19T12:00:00.000000Z"
    else:
        value = file["signature"][changed]
        file["signature"][changed] = ("1" if value[0] == "0" else "0") + value[1:]
    assert "signature: does not fit the rest of the file" in failures(verify(file))


def test_another_key_than_the_readers_fails(file: dict[str, Any]) -> None:
    found = failures(verify(file, Expectations(key=OTHER_KEY)))
    assert found == ["signature: was not made with the key that you gave"]


@pytest.mark.parametrize(
    "signature",
    [
        *(None, True, "", [], {}, {"key": KEY}),
        {"key": KEY, "made_at": "now", "signature": "0" * 128},
        {"key": 7, "made_at": "2026-11-18T12:00:00.000000Z", "signature": "0" * 128},
        {"key": KEY, "made_at": "2026-11-18T12:00:00.000000Z", "signature": "0" * 126},
        {"key": KEY, "made_at": "2026-13-18T12:00:00.000000Z", "signature": "0" * 128},
        {"key": KEY.upper(), "made_at": "2026-11-18T12:00:00.000000Z", "signature": "0" * 128},
    ],
)
def test_a_signature_has_its_form(file: dict[str, Any], signature: object) -> None:
    report = verify(file | {"signature": signature})
    assert report.exit_code == 1
    assert {problem.field for problem in report.problems} == {"signature"}


def test_words_and_names_of_strangers_cannot_write_to_the_terminal(file: dict[str, Any]) -> None:
    file["seats"] = ["\x1b[2Jverified", "a\nverified: 9 moves\u202e\x9b"]
    told = str(verify(file))
    assert all(line.isprintable() for line in told.splitlines())
    assert told.count("\nverified") == 0


@pytest.mark.parametrize(
    "given",
    [{"commitment": ""}, {"commitment": "7" * 63}, {"heads": ["x" * 64]}, {"key": "7" * 66}],
)
def test_what_is_no_hash_cannot_be_compared(given: dict[str, Any]) -> None:
    with pytest.raises(BadHex):
        Expectations.parse(**given)


def test_a_word_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(BadNonce):
        Expectations.parse(words=["  "])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--key", KEY, "--commitment", BOOK.header.commitment, "--word", NONCES[0]], 0),
        (["--head", *(entry.hash for entry in BOOK.entries)], 0),
        (["--head", BOOK.entries[0].hash, "--head", BOOK.entries[1].hash], 0),
        (["--key", OTHER_KEY], 1),
        (["--commitment", "0" * 64], 1),
        (["--word", "another"], 1),
        (["--head", "0" * 64], 1),
        (["--head", "0"], 2),
        (["--key", "0"], 2),
        (["--commitment", "g" * 64], 2),
        (["--word", " "], 2),
    ],
)
def test_the_exit_codes_are_those_that_are_told(
    arguments: list[str],
    code: int,
    file: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(file))
    assert main(["verify", str(path), *arguments]) == code
    told = capsys.readouterr()
    assert (code == 2) == (told.out == "")
    assert (code == 2) == (told.err != "")


def test_a_closed_secret_and_a_cut_record_exit_with_1(
    file: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(signed(file | {"secret": None})))
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert "not verified: the secret has not been shown yet" in told
    assert "to be derived from the secret" in told
    path.write_text(json.dumps(signed(file | {"entries": file["entries"][:4], "result": None})))
    assert main(["verify", str(path)]) == 1


@pytest.mark.parametrize("arguments", [["verify"], ["verify", "a", "b"], ["verify", "a", "--no"]])
def test_wrong_arguments_exit_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


def test_help_and_documents_name_the_same_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "0 proved; 1 not proved" in told
    assert "2 no such file" in told
    document = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
    assert [code for code in "01234" if f"\n| {code} | " in document] == ["0", "1", "2"]


def bots_game(name: str, *, drawn: tuple[bool, bool]) -> Bookkeeper:
    """A game in which the second seat is played by a bot."""
    book = Bookkeeper(name, drawn=drawn)
    for _ in range(6):
        move = book.game.legal(book.course.position)[0]
        book.write("move", book.to_move, move, channel="bot" if book.to_move == 1 else "web")
    return book


def test_a_bot_with_a_word_of_its_own_is_refused() -> None:
    """The service could have drawn such a word until it liked the cards."""
    book = bots_game("chosen", drawn=(False, False))
    book.write("resign", 0)
    first = next(entry.seq for entry in book.entries if entry.channel == "bot")
    assert failures(verify(book.file())) == [
        f"entry {first}, channel: a bot plays, whose word is not derived"
    ]
    closed = book.file() | {"secret": None}
    assert len(failures(verify(closed))) == 1
    told = bots_game("derived", drawn=(False, True))
    told.write("resign", 0)
    assert verify(told.file()).exit_code == 0


def test_a_bot_that_takes_a_seat_over_plays_with_the_word_of_its_player() -> None:
    book = Bookkeeper("taken-over", drawn=(False, False))
    book.play_on(4)
    book.write("replace", 1, "pB0tB0tB0t")
    book.write("offer", 1, "cancel", person="pB0tB0tB0t", channel="bot")
    book.write("resign", 0)
    assert verify(book.file()).exit_code == 0
