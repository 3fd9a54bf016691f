"""Trying a game out at the table: what one may try, who sees it, and how it goes away again."""

import random
from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game, LogEntry, Seat, TriedLine
from duel.perspective.perspective import Perspective
from duel.play.moves import resign
from duel.seats.deletion import delete_account
from duel.table import lines
from duel.table.lines import (
    KEPT_FOR,
    MOST_LINES,
    LineTooLong,
    StaleLine,
    TooManyLines,
    add_move,
    forget_old_lines,
    name_line,
    try_out,
)
from duel.table.open_table import Visitor, open_table
from duel.words.terms import Terms
from engine.kinds import Channel
from support.people.merging import merge_accounts
from support.people.personal_data import personal_data_of
from tests.duel.tables import a_quiet_move, begin, begin_at, play_any, play_on, submit
from tests.duel.worlds import WORLDS, other_world
from tests.engine.splendor.reading.reader_positions import LOOKS

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 4)
    return game


def seen_by(person: User, game: Game) -> Perspective:
    return open_table(game.public_id, Visitor(person)).perspective


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def address(game: Game, line: TriedLine | None = None) -> str:
    return f"/games/{game.public_id}/try/" + (f"{line.pk}/" if line else "")


def first_move(person: User, game: Game) -> str:
    return try_out(seen_by(person, game)).choices[0].move


def tried_by(person: User, game: Game, moves: int = 3) -> TriedLine:
    """A line of so many moves."""
    line: TriedLine | None = None
    for count in range(moves):
        perspective = seen_by(person, game)
        move = try_out(perspective, line.texts if line else ()).choices[0].move
        line = add_move(person=person, perspective=perspective, move=move, line=line, after=count)
    assert line is not None
    return line


def main_of(page: bytes) -> str:
    return page.decode().partition("<main")[2].partition("</main>")[0]


def test_one_moves_for_oneself_and_the_others_and_nothing_is_played(
    game: Game, ada: User, bruno: User
) -> None:
    before = LogEntry.objects.filter(game=game).count()
    for person in (ada, bruno):  # the one to move, and the other
        line = tried_by(person, game, moves=6)
        assert {seat for seat, _ in line.moves} == {0, 1}
    game.refresh_from_db()
    assert LogEntry.objects.filter(game=game).count() == before


@pytest.mark.parametrize("seats", [2, 4])
def test_every_line_can_be_shown_in_any_game(seats: int, ada: User, bruno: User, eve: User) -> None:
    olaf = User.objects.create_user("olaf@duelpost.example", name="Olaf")
    people = [ada, bruno, eve, olaf][:seats]
    options = frozenset({"cities", "posts"} if seats > 2 else ())
    terms = Terms(game="splendor", seats=seats, options=options)
    game = propose(by=ada, terms=terms, invite=[each.email for each in people[1:]])
    for person in people[1:]:
        accept(public_id=game.public_id, by=person)
    game.refresh_from_db()
    play_on(game, 2 * seats)
    chance, browser = random.Random(seats), browser_of(bruno)
    at = address(game)
    for count in range(12):
        page = browser.get(at)
        moves = page.context["tried"].choices
        if not moves:
            break
        press = {"move": chance.choice(moves).move, "after": str(count)}
        answer = browser.post(at.partition("#")[0], press)
        assert answer.status_code == 302, main_of(answer.content)
        at = answer["Location"]
    assert count > 3


def test_what_hangs_on_cards_that_the_player_cannot_see_is_said_to_be_unknown(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a certain trading post one draws two cards from a deck and keeps one."""
    unknown = "What comes next hangs on what you cannot know."
    game = begin_at(LOOKS, ada, bruno, monkeypatch, game="splendor", options=frozenset({"posts"}))
    person = Seat.objects.select_related("user").get(game=game, is_to_move=True).user
    assert person is not None
    browser = browser_of(person)
    page = browser.get(address(game))
    assert page.context["tried"].choices
    assert unknown not in page.content.decode()
    answer = browser.post(address(game), {"move": "reserve deck2", "after": "0"})
    page = browser.get(answer["Location"].partition("#")[0])
    assert not page.context["tried"].choices
    assert unknown in page.content.decode()


def test_a_press_keeps_the_line_and_leads_to_it(game: Game, ada: User) -> None:
    browser = browser_of(ada)
    answer = browser.post(address(game), {"move": first_move(ada, game)})
    line = TriedLine.objects.get()
    assert answer["Location"] == f"{address(game, line)}#play"
    page = browser.get(address(game, line)).content.decode()
    assert "The line so far" in page
    # The same press once more, as by a second tab, changes nothing.
    browser.post(address(game, line), {"move": line.texts[0], "after": "0"})
    assert TriedLine.objects.get().texts == line.texts


def test_another_move_in_the_middle_replaces_what_followed(game: Game, ada: User) -> None:
    line = tried_by(ada, game, moves=4)
    browser = browser_of(ada)
    page = browser.get(f"{address(game, line)}?at=1")
    assert "Another move here replaces what follows" in page.content.decode()
    other = page.context["tried"].choices[1].move
    browser.post(address(game, line), {"move": other, "after": "1"})
    assert TriedLine.objects.get().texts == [line.texts[0], other]


def test_to_look_writes_nothing(game: Game, ada: User) -> None:
    line = tried_by(ada, game)
    browser = browser_of(ada)
    for at in (address(game), address(game, line), f"{address(game, line)}?at=1"):
        assert browser.get(at).status_code == 200
    assert list(TriedLine.objects.values_list("changed_at", "moves")) == [
        (line.changed_at, line.moves)
    ]


@pytest.mark.parametrize("move", ["take z9", "win", "", "buy D3-99", "discard red"])
def test_what_is_no_move_gets_a_sentence_and_nothing_is_lost(
    move: str, game: Game, ada: User
) -> None:
    line = tried_by(ada, game)
    answer = browser_of(ada).post(address(game, line), {"move": move, "after": "3"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()
    assert TriedLine.objects.get().moves == line.moves


def test_nobody_else_finds_a_line(game: Game, ada: User, bruno: User, olga: User) -> None:
    line = tried_by(ada, game)
    name_line(line=line, name="My secret plan")
    Game.objects.filter(pk=game.pk).update(is_public=True)
    for person in (bruno, olga):
        browser = browser_of(person)
        assert browser.get(address(game, line)).status_code == 404
        press = {"act": "delete"}
        assert browser.post(address(game, line), press).status_code == 404
        for at in (f"/games/{game.public_id}/", address(game)):
            assert "My secret plan" not in browser.get(at).content.decode()
    assert Client().get(address(game, line)).status_code == 302  # to sign in
    assert TriedLine.objects.filter(pk=line.pk).exists()


def test_no_operator_page_shows_lines() -> None:
    assert TriedLine not in admin.site._registry


def test_who_watches_or_has_left_has_nothing_to_try(game: Game, ada: User, eve: User) -> None:
    Game.objects.filter(pk=game.pk).update(is_public=True)
    assert browser_of(eve).get(address(game)).status_code == 404
    Seat.objects.filter(game=game, user=ada).update(left_at=timezone.now())
    assert browser_of(ada).get(address(game)).status_code == 404


@pytest.mark.usefixtures("can_be_taken_back")
def test_it_begins_where_its_player_knows_the_game_to_stand(
    game: Game, ada: User, bruno: User
) -> None:
    before = {person: seen_by(person, game).game.ply for person in (ada, bruno)}
    mover = Seat.objects.get(game=game, is_to_move=True).user
    submit(game, a_quiet_move(game))
    for person in (ada, bruno):
        line = tried_by(person, game, moves=1)
        assert (line.ply > before[person]) == (person == mover)


def test_a_line_of_an_earlier_position_can_still_be_read(
    game: Game, ada: User, bruno: User
) -> None:
    line = tried_by(ada, game)
    before = [move.words for move in try_out(seen_by(ada, game), line.texts).moves]
    play_any(game)
    browser = browser_of(ada)
    page = browser.get(address(game, line)).content.decode()
    assert "The game has moved on since you tried this." in page
    assert 'name="move"' not in page
    now = [move.words for move in browser.get(address(game, line)).context["tried"].moves]
    assert now == before
    perspective, move = seen_by(ada, game), first_move(ada, game)
    with pytest.raises(StaleLine):
        add_move(person=ada, perspective=perspective, move=move, line=line, after=3)
    assert "the game has moved on since" in browser.get(address(game)).content.decode()
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    page = browser.get(address(game, line)).content.decode()
    assert "The game is over. You can still read this line." in page
    assert "nothing to try out any more" in browser.get(address(game)).content.decode()


def test_a_line_is_named_and_deleted(game: Game, ada: User) -> None:
    line = tried_by(ada, game)
    browser = browser_of(ada)
    browser.post(address(game, line), {"act": "name", "name": f"  The\x00 big one {'x' * 90}"})
    assert "The big one" in browser.get(address(game, line)).content.decode()
    browser.post(address(game, line), {"act": "delete"})
    assert not TriedLine.objects.exists()
    assert browser.get(address(game, line)).status_code == 404


def test_there_is_room_for_so_many_lines_and_moves(
    game: Game, ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    move, perspective = first_move(ada, game), seen_by(ada, game)
    for _ in range(MOST_LINES):
        line = add_move(person=ada, perspective=perspective, move=move)
    with pytest.raises(TooManyLines):
        add_move(person=ada, perspective=perspective, move=move)
    tried_by(bruno, game, moves=1)  # others have room of their own
    monkeypatch.setattr(lines, "MOST_MOVES", 1)
    with pytest.raises(LineTooLong):
        add_move(person=ada, perspective=perspective, move=move, line=line, after=1)


def test_lines_are_part_of_what_is_kept_about_a_person(game: Game, ada: User, bruno: User) -> None:
    line = tried_by(ada, game)
    [kept] = personal_data_of(ada)["tried_lines"]
    assert (kept["game__public_id"], kept["moves"]) == (game.public_id, line.moves)
    assert personal_data_of(bruno)["tried_lines"] == []


def test_lines_go_with_the_account(game: Game, ada: User, bruno: User) -> None:
    tried_by(ada, game)
    kept = tried_by(bruno, game)
    delete_account(user=ada)
    assert list(TriedLine.objects.all()) == [kept]


def test_merged_accounts_keep_their_lines(game: Game, ada: User, eve: User, olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(is_superuser=True, is_staff=True)
    olga.refresh_from_db()
    line = tried_by(ada, game)
    merge_accounts(operator=olga, kept=eve, merged=ada, reason="One person.")
    line.refresh_from_db()
    assert line.user == eve
    assert browser_of(eve).get(address(game, line)).status_code == 200


def test_lines_of_games_long_over_and_of_former_players_are_forgotten(
    game: Game, ada: User, bruno: User
) -> None:
    tried_by(ada, game)
    mine = tried_by(bruno, game)
    now = timezone.now()
    assert forget_old_lines(now=now) == 0
    Seat.objects.filter(game=game, user=ada).update(user=None)
    assert forget_old_lines(now=now) == 1
    Game.objects.filter(pk=game.pk).update(ended_at=now - KEPT_FOR + timedelta(minutes=1))
    assert forget_old_lines(now=now) == 0
    assert forget_old_lines(now=now + timedelta(minutes=2)) == 1
    assert not TriedLine.objects.filter(pk=mine.pk).exists()


def test_pages_are_the_same_to_the_byte_whatever_is_hidden(
    much_is_hidden: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that draw cards, fill the board and move for others, and refusals on the way."""
    game = much_is_hidden
    for seat in (0, 1):
        person = Seat.objects.select_related("user").get(game=game, number=seat).user
        assert person is not None
        line = tried_by(person, game, moves=1)
        looks = [_look_around(person, game, line)]
        for world in WORLDS:
            with other_world(game, seat, by=world):
                looks.append(_look_around(person, game, line))
        assert looks[1:] == looks[:1] * len(WORLDS)


def _look_around(person: User, game: Game, line: TriedLine) -> list[str]:
    """What pages say of some lines, and of moves that cannot be tried; the line is put back."""
    browser, before = browser_of(person), line.moves
    chance, told = random.Random(7), []
    moves = line.texts
    for _ in range(14):
        page = browser.get(address(game, line))
        told.append(_without_token(page.content))
        choices = [choice.move for choice in page.context["tried"].choices]
        hidden = [move for move in choices if "deck" in move or move == "replenish"]
        if not choices:
            break
        for asked in ("buy D1-01", "buy D2-05", "take a1 a2 a3", "reserve deck3"):
            refused = browser.post(address(game, line), {"move": asked, "after": str(len(moves))})
            told.append(_without_token(refused.content) if refused.status_code == 409 else "taken")
            TriedLine.objects.filter(pk=line.pk).update(moves=line.moves)
        move = chance.choice(hidden if hidden and chance.random() < 0.5 else choices)
        browser.post(address(game, line), {"move": move, "after": str(len(moves))})
        line.refresh_from_db()
        moves = line.texts
    line.moves = before
    line.save()
    return told


def _without_token(page: bytes) -> str:
    main = main_of(page)
    return "".join(part for part in main.splitlines() if "csrfmiddlewaretoken" not in part)
