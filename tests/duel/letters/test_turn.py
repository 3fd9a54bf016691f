"""The letter with the whole turn."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, LogEntry
from duel.play.notes import write_note
from duel.play.undo import take_back_turn
from engine.kinds import Channel
from tests.duel.letters.outbox import as_printed, built, mover, play_to_a_handover, read, row
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, legal_moves, make_final, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]
MOVE_LINK = re.compile(r"https?://\S+/go/[\w-]+")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_to_a_handover(game, least=12)
    return game


def test_the_first_letter_says_that_the_game_begins(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    first = mover(game)
    assert "The game begins: Splendor Duel with" in read(game, first).text
    submit(game, a_quiet_move(game))
    second = mover(game)
    assert f"with {first.name}, who moved first." in read(game, second).text
    submit(game, *a_whole_turn(game))
    assert "begin" not in read(game, first).text


def test_one_who_has_made_no_turn_is_told_what_happened_so_far(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    first = mover(game)
    submit(game, a_quiet_move(game))
    second, (use, take) = mover(game), a_whole_turn(game)
    letters = [read(game, second)]
    submit(game, use)
    letters.append(read(game, second, "turn-goes-on"))
    for draft in letters:
        assert "WHAT HAPPENED SO FAR" in draft.text
        assert "What happened so far" in draft.html
        assert "since your last turn" not in (draft.text + draft.html).lower()
    submit(game, take)
    assert "SINCE YOUR LAST TURN" in read(game, first).text
    assert "Since your last turn" in read(game, first).html


def test_every_legal_move_is_a_link_in_both_parts_or_on_the_page_of_the_rest(
    client: Client, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)  # with three gold on the board
    draft = read(game, mover(game))
    found = set(MOVE_LINK.findall(draft.text))
    assert found == set(MOVE_LINK.findall(draft.html))
    [rest] = re.findall(r"https?://\S+(/pay/[\w-]+)", draft.text)
    others = re.findall(r'href="/go/([^"]+)"', client.get(rest).content.decode())
    assert others
    assert not {token for token in others if any(link.endswith(token) for link in found)}
    assert len(found) + len(others) == len(legal_moves(game))


def test_each_link_plays_the_move_beside_it(client: Client, game: Game) -> None:
    found = re.findall(r"^(\d+)\) .*\s+(\S+/go/\S+)$", read(game, mover(game)).text, re.MULTILINE)
    assert found
    number, link = found[len(found) // 2]
    move = as_printed(game)[int(number) - 1]
    client.post(urlsplit(link).path)
    assert LogEntry.objects.filter(game=game, kind="move").latest("seq").text == move


def test_the_parts_come_in_order(game: Game) -> None:
    opponent = game.seats.get(is_to_move=False)
    write_note(seat=opponent, ply=game.ply - 1, text="Red suits me.")
    text = read(game, mover(game)).text
    parts = ["Your move", "/board/", "SINCE YOUR LAST TURN", "writes: “Red suits me.”"]
    parts += ["HOW IT STANDS", "THE BOARD", "THE CARDS", "YOUR MOVES", "RARER MOVES", "/more/"]
    places = [text.index(part) for part in [*parts, "Head of the log"]]
    assert places == sorted(places)


def test_the_deadline_is_told_by_the_readers_clock(game: Game) -> None:
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(time_zone="Europe/Rome", language="fr")
    Game.objects.filter(pk=game.pk).update(deadline=datetime(2026, 11, 19, 20, 5, tzinfo=UTC))
    assert "jeudi 19 novembre, 21:05 (Rome)" in read(game, reader).text


def test_the_head_of_the_log_is_in_the_letter(game: Game) -> None:
    game.refresh_from_db()
    draft = read(game, mover(game))
    digits = game.head[:16]
    grouped = f"{digits[:4]} {digits[4:8]} {digits[8:12]} {digits[12:]}"
    assert draft.headers["X-Duelpost-Head"] == game.head
    assert grouped in draft.text
    assert grouped in draft.html


def test_numbers_only_leaves_out_all_addresses_but_the_board(game: Game) -> None:
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(numbers_only=True)
    draft = read(game, reader)
    for part in (draft.text, draft.html):
        assert "/board/" in part
        assert "/go/" not in part
        assert "/more/" not in part
    assert re.search(r"^\d+\) ", draft.text, re.MULTILINE)


def test_turn_letters_of_a_game_share_one_subject_and_thread(game: Game) -> None:
    reader = mover(game)
    first = read(game, reader)
    play_to_a_handover(game)
    play_to_a_handover(game)
    second = read(game, reader)
    assert (first.subject, first.thread) == (second.subject, second.thread)
    assert f"({game.public_id[:4]})" in first.subject


def test_one_who_stops_within_a_turn_gets_the_rest_of_it(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    reader, (use, take) = mover(game), a_whole_turn(game)
    submit(game, use)
    letter = row(game, reader, "turn-goes-on")
    draft = built(letter)
    assert draft is not None
    assert "Your turn goes on" in draft.text
    assert re.search(r"is told when your turn is over\.\n{1,2}The board, no sign-in", draft.text)
    submit(game, take)
    letter.refresh_from_db()
    assert built(letter) is None
    assert letter.status == letter.Status.DROPPED


def test_a_letter_whose_turn_was_played_is_not_sent(game: Game) -> None:
    letter = row(game, mover(game))
    submit(game, legal_moves(game)[0])
    assert built(letter) is None


def test_nobody_is_written_to_after_leaving(game: Game) -> None:
    letter = row(game, mover(game))
    game.seats.filter(is_to_move=True).update(user=None)
    assert built(letter) is None


def test_whoever_takes_over_a_seat_does_not_let_the_other_read_on(game: Game, eve: User) -> None:
    letter = row(game, mover(game))
    game.seats.filter(is_to_move=True).update(user=eve)
    assert built(letter) is None


@pytest.mark.parametrize(
    ("seconds", "words"), [(20, "back for 20 seconds"), (300, "back for 5 minutes"), (0, "")]
)
def test_it_says_how_long_a_turn_can_be_taken_back(
    game: Game, settings: Any, seconds: int, words: str
) -> None:
    settings.UNSEND_SECONDS = seconds
    text = " ".join(read(game, mover(game)).text.split())
    assert words in text
    assert ("taken back for" in text) == bool(seconds)


@pytest.mark.usefixtures("can_be_taken_back")
def test_the_letter_comes_however_often_the_opponent_took_back(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    seat = game.to_move
    assert seat is not None
    for move in [each for each in legal_moves(game) if each.startswith("take ")][:3]:
        submit(game, move)
        take_back_turn(
            public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK
        )
        game.refresh_from_db()
    submit(game, a_quiet_move(game))
    make_final(game)
    text = read(game, mover(game)).text
    assert text.count("took a move back") == 1
