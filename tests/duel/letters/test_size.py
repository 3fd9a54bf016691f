"""Letters with very many moves: they stay small enough for every mail program."""

import random
import re
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

from accounts.models import User
from bench.demo_player import sensible_move
from duel.letters.context import letter_context
from duel.letters.turns import turn_draft
from duel.models import Game, LogEntry
from duel.perspective import seat_position as position_module
from duel.perspective.perspective import perspective_of_game
from engine.duel import GAME
from engine.duel.position import Position
from mail.models import Letter
from mail.registry import Draft
from mail.sending.messages import compose
from tests.duel.letters.outbox import play_to_a_handover
from tests.duel.letters.richest import richest_position
from tests.duel.tables import begin
from tests.engine.duel.table import table

pytestmark = [pytest.mark.django_db, pytest.mark.words]
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """Not the first game of the two, whose first letter has a player aid as well."""
    begin(ada, bruno)
    return begin(ada, bruno)


def built_position() -> Position:
    """A position of seat 0 with more than 300 moves, most of them payments with needless gold."""
    wild = ("D1-26", "D1-27", "D1-28", "D1-29")
    return table(
        board="WUGRK WUGRK UGRKP",
        mine="WWUGRKPOOO",
        cards=("D1-01", "D1-06", "D1-11", "D1-16", "D1-21"),
        reserved=("D1-08", "D1-13", "D1-18"),
        market=(*wild, "D1-03", "D2-04", "D2-08", "D2-12", "D2-16"),
        privileges=(1, 0),
    )


def letter_at(game: Game, position: Position, language: str = "en") -> Draft:
    """The turn letter of seat 0, as if its game stood in this position."""
    User.objects.update(language=language)
    ctx = letter_context(perspective_of_game(game.pk, 0))
    assert ctx is not None
    vars(ctx.perspective).update(_position=position, legal=GAME.legal(position))
    return turn_draft("your_turn", ctx)


def assert_small(draft: Draft) -> None:
    """Neither clipped by mail programs nor heavy; in the envelope of any turn letter."""
    letter = Letter.objects.filter(kind="your-turn").latest("pk")
    assert len(draft.html.encode()) < 100_000
    assert len(bytes(compose(letter, draft).message().as_bytes())) < 160_000


def numbers_in(text: str) -> list[int]:
    """The numbers of the moves, in the order in which they are read."""
    return [int(number) for number in re.findall(r"^(\d+)\) ", text, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_richest_of_ten_thousand_games_fits_in_a_letter(game: Game, language: str) -> None:
    position = richest_position()
    legal = GAME.legal(position)
    golds = {move.split()[1] for move in legal if move.startswith("reserve")}
    left_out = [move for move in legal if move.startswith("reserve") and min(golds) not in move]
    draft = letter_at(game, position, language)
    moves = len(legal) - len(left_out)
    assert len(legal) > 180
    assert draft.text.count("/go/") == draft.html.count("/go/") == moves
    # In HTML each of the other golds is one link to its own part of that page.
    assert draft.text.count("/pay/") == bool(left_out)
    assert draft.html.count("/pay/") == len(golds) - 1
    assert numbers_in(draft.text) == list(range(1, moves + 1))
    assert_small(draft)


def positions_with(moves: int, *, number: int) -> list[Position]:
    """Where seat 0 has so many legal moves in a game between two beginners."""
    chance = random.Random(number)
    position, found = GAME.new(bytes([number + 1]) * 32), list[Position]()
    while legal := GAME.legal(position):
        if position.to_move == 0 and len(legal) == moves:
            found.append(position)
        position = GAME.apply(position, sensible_move(legal, chance))
    return found


def long_letters(number: int) -> list[Position]:
    """Where seat 0 has up to forty legal moves, and nearly so many, in a game of some surprises."""
    chance = random.Random(number)
    position, found = GAME.new(bytes([number + 1]) * 31 + b"\0"), list[Position]()
    while legal := GAME.legal(position):
        if position.to_move == 0 and 36 <= len(legal) <= 40:
            found.append(position)
        is_usual = chance.random() < 0.8
        move = sensible_move(legal, chance) if is_usual else chance.choice(legal)
        position = GAME.apply(position, move)
    return found


def the_next_game_has_the_key(key: int) -> None:
    """Addresses grow with the key of their game."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval('duel_game_id_seq', %s, false)", [key])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'duel_game'")
            cursor.execute("INSERT INTO sqlite_sequence VALUES ('duel_game', %s)", [key - 1])


@pytest.mark.parametrize("key", [1, 40_000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_forty_moves_fit_in_a_hundred_lines(
    ada: User, bruno: User, language: str, key: int
) -> None:
    """With all that a letter in the middle of a game has: what happened, warnings, hidden cards."""
    the_next_game_has_the_key(key)
    game = begin(ada, bruno)
    play_to_a_handover(game, least=12)
    while game.to_move != 0:
        play_to_a_handover(game)
    # Among them the longest letters of two hundred games: many ways to pay with gold, wild cards,
    # two gold on the board or none to reserve with, tokens to return.
    found = [position for number in (22, 41, 54, 57, 122) for position in long_letters(number)]
    assert len(found) > 10
    for position in found:
        with override_settings(SITE_URL="https://duelpost.example", UNSEND_SECONDS=300):
            text = letter_at(game, position, language).text
        lines = text.splitlines()
        assert len(lines) <= 100
        assert max(map(len, lines)) <= 78
        moves = [line for line in lines if re.match(r"\d+\) ", line)]
        in_two = sum("/go/" not in line for line in moves)  # one line a move, but for a few
        assert in_two <= (3 if key == 1 else 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wants_numbers_finds_several_moves_in_a_line(game: Game, language: str) -> None:
    User.objects.update(numbers_only=True)
    [position, *_] = positions_with(40, number=17)
    text = letter_at(game, position, language).text
    assert len(text.splitlines()) <= 80
    assert numbers_in(re.sub(r" {3}(?=\d+\) )", "\n", text)) == list(range(1, 26))


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_hundred_moves_fit_in_a_letter(game: Game, language: str) -> None:
    position = built_position()
    moves = len(GAME.legal(position))
    assert moves > 300
    draft = letter_at(game, position, language)
    listed = numbers_in(draft.text)
    assert listed == list(range(1, len(listed) + 1))
    # Payments with needless gold share one link, in HTML one for each card; every other move has
    # its own.
    assert draft.text.count("/pay/") == 1
    bought = (re.sub(" gold .*", "", move) for move in GAME.legal(position))
    ways = Counter(what for what in bought if what.startswith("buy"))
    with_choice = {what.split()[1] for what, number in ways.items() if number > 1}
    assert draft.html.count("/pay/") == len(with_choice) > 10
    assert 0 < moves - len(listed) == moves - draft.html.count("/go/")
    assert_small(draft)


def test_the_shared_link_lists_the_payments_and_plays_one(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = built_position()
    Game.objects.filter(pk=game.pk).update(to_move=0)
    monkeypatch.setattr(position_module, "current_position", lambda game, read: position)
    draft = letter_at(game, position)
    link = re.search(r"\S+/pay/\S+", draft.text)
    assert link is not None
    page = client.get(urlsplit(link[0]).path)
    content = page.content.decode()
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store, private"
    # On from where the letter's numbers end, to the last of all legal moves.
    shown = [int(number) for number in re.findall(r'class="number">(\d+)<', content)]
    assert shown == list(range(max(numbers_in(draft.text)) + 1, len(GAME.legal(position)) + 1))
    listed = re.search(r'href="(/go/[^"]+)"', content)
    assert listed is not None
    move_page = client.get(listed[1]).content.decode()
    assert "You buy" in move_page
    assert "gold" in move_page
    assert not LogEntry.objects.filter(kind="move").exists()


def test_the_shared_link_of_a_turn_that_has_passed_says_so(client: Client, game: Game) -> None:
    link = re.search(r"\S+/pay/\S+", letter_at(game, built_position()).text)
    assert link is not None
    path = urlsplit(link[0]).path
    play_to_a_handover(game)
    while game.to_move == 0:
        play_to_a_handover(game)
    page = client.get(path)
    assert page.status_code == 200
    assert 'class="number"' not in page.content.decode()
    assert client.post(path).status_code == 405
