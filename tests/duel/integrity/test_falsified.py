"""A record that was falsified and stays legal: no reader takes it for true, operators are told."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.errors import BrokenGame
from duel.integrity.chains import stop_falsified
from duel.integrity.divergences import check_some_games
from duel.lobby.calendar import agenda_of
from duel.lobby.selectors import games_waiting_after, lobby_of, running_games
from duel.models import Divergence, Game, GameSecret, KnownGame, Seat
from duel.record.finality import game_known_to
from duel.record.log import Log, writing
from duel.record.read_only_log import log_of
from duel.record.reading import secret_and_entries
from duel.record.selectors import positions_at_hand, table_of, view_for
from duel.seats.links import revoke_links_of
from engine.errors import EngineError
from engine.record import Entry
from mail.models import Letter
from mail.outbox.delivery import deliver
from support.decisions import Ruling
from tests.duel.clocks.ticking import DAY, MONDAY
from tests.duel.integrity.breaking import alter_entry
from tests.duel.letter_links import board_address, more_address, move_address, mover, waiting
from tests.duel.replies.mailing import answer, key_of, write
from tests.duel.tables import begin, legal_moves, play_on, submit
from tests.support.decisions.verbs import void

pytestmark = pytest.mark.django_db

DAMAGED = "The record of this game is damaged"


@pytest.fixture(autouse=True)
def _operator(olga: User) -> None:
    olga.is_superuser = True
    olga.save()


def letters_to_operators() -> int:
    return Letter.objects.filter(kind="daily-word").count()


def play_another_first_move(game: Game) -> None:
    """Let entry 1 be another move, after which all others are legal as well."""
    secret, entries = secret_and_entries(game)
    assert secret is not None
    first = next(entry for entry in entries if entry.kind == "move")
    before = Log(game, table_of(game), secret, entries[: first.seq - 1]).course
    for text in before.game.legal(before.position):
        other = Entry(**{name: getattr(first, name) for name in first.__slots__} | {"text": text})
        changed = [other if entry.seq == first.seq else entry for entry in entries]
        try:
            Log(game, table_of(game), secret, changed)
        except EngineError:
            continue
        if text != first.text:
            alter_entry(game, first.seq, text=text)
            return
    raise AssertionError("No other move would be legal.")


def altering(**columns: object) -> Callable[[Game], object]:
    return lambda game: Game.objects.filter(pk=game.pk).update(**columns)


def swap_seats_persons(game: Game) -> None:
    Seat.objects.filter(game=game, number=0).update(person="somebody")


FALSIFIED: dict[str, Callable[[Game], object]] = {
    "another move that is legal": play_another_first_move,
    "another time": lambda game: alter_entry(game, 1, time=MONDAY - DAY),
    "another channel": lambda game: alter_entry(game, 1, channel="mail"),
    "another person": lambda game: alter_entry(game, game.seq, person="somebody"),
    "the last position": lambda game: alter_entry(game, game.seq, state_hash="0" * 64),
    "the secret": lambda game: GameSecret.objects.filter(game=game).update(secret=b"\1" * 32),
    "the commitment": altering(commitment="0" * 64),
    "a word": lambda game: Seat.objects.filter(game=game, number=0).update(nonce="another"),
    "who sits there": swap_seats_persons,
    "whose turn it is": lambda game: altering(to_move=1 - (game.to_move or 0))(game),
    "the result": altering(result={"winners": [0], "by": ["resign"]}),
    "the ply": lambda game: altering(ply=game.ply + 1)(game),
    "the head": altering(head="0" * 64),
}
"""What can be altered so that the rules have nothing against it."""


@pytest.mark.parametrize("what", FALSIFIED)
def test_the_first_look_at_a_falsified_record_says_so_and_tells_operators_once(
    client: Client, whole: Game, what: str
) -> None:
    boards = [board_address(whole, seat) for seat in (mover(whole), waiting(whole))]
    FALSIFIED[what](whole)
    for address in boards * 2:
        answer = client.get(address)
        assert answer.status_code == 409
        assert DAMAGED in answer.content.decode()
    assert Divergence.objects.get().game == whole
    assert letters_to_operators() == 1
    whole.refresh_from_db()
    assert (whole.is_damaged, whole.deadline, whole.alarm_at) == (True, None, None)
    with pytest.raises(BrokenGame), writing(whole.public_id):
        pass


def readers(game: Game) -> dict[str, str]:
    seat = mover(game)
    own = {
        name: reverse(f"duel:{name}", args=[game.public_id])
        for name in ("game", "replay", "try", "timeline", "game-file", "own-more", "own-time")
    }
    return {
        "a move": move_address(game),
        "the board": board_address(game, seat),
        "the file by link": board_address(game, seat, "duel:board-file"),
        "what goes beside moves": more_address(game, seat),
        **own,
        "the table by API": f"/api/v1/games/{game.public_id}",
        "the replay by API": f"/api/v1/games/{game.public_id}/replay",
    }


@pytest.mark.parametrize("is_found", [False, True])
def test_no_reader_is_shown_a_falsified_record(client: Client, whole: Game, is_found: bool) -> None:
    addresses = readers(whole)
    player = mover(whole).user
    assert player is not None
    client.force_login(player)
    if is_found:
        for address in addresses.values():  # the cache remembers what it may
            assert client.get(address).status_code != 409, address
    play_another_first_move(whole)
    if is_found:
        with pytest.raises(CommandError):
            call_command("replaygames", jobs=1)
    for name, address in addresses.items():
        answer = client.get(address, follow=True)
        assert answer.status_code == 409, name
        assert DAMAGED in answer.content.decode(), name


def test_who_watches_is_shown_nothing_of_it_either(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 2)
    play_another_first_move(game)
    answer = client.get(reverse("duel:game", args=[game.public_id]))
    assert (answer.status_code, DAMAGED in answer.content.decode()) == (409, True)
    assert letters_to_operators() == 1


def test_lists_and_calendars_pass_it_by(whole: Game, bruno: User) -> None:
    player = mover(whole).user
    assert player is not None
    assert agenda_of(player)
    play_another_first_move(whole)
    check_some_games()
    assert agenda_of(player) == []
    lobby = lobby_of(player, now=MONDAY)
    [line] = lobby.waiting
    assert (lobby.to_move, line.picture, line.mover) == ([], "", "")
    assert DAMAGED in line.damage
    assert line.result == line.damage


LISTS: dict[str, Callable[[User], object]] = {
    "the games on coming in": lambda user: [
        line for line in lobby_of(user, now=MONDAY).to_move if line.deadline
    ],
    "the games by API": lambda user: [line for line in running_games(user) if line.is_to_move],
    "the next game": lambda user: games_waiting_after(user).count,
    "the calendar": agenda_of,
}
"""What says of many games at once whose turn it is, without replaying them."""

IN_A_LOG = [
    "another move that is legal",
    "another time",
    "another channel",
    "another person",
    "the last position",
    "the secret",
    "the commitment",
    "a word",
    "the head",
]
"""Of what can be falsified, what is found by hashes alone."""


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("what", IN_A_LOG)
def test_a_list_that_is_the_first_look_says_so_too(whole: Game, what: str, name: str) -> None:
    player = mover(whole).user
    assert player is not None
    assert LISTS[name](player)
    FALSIFIED[what](whole)
    assert not LISTS[name](player)
    assert Divergence.objects.get().game == whole
    assert letters_to_operators() == 1
    whole.refresh_from_db()
    assert (whole.is_damaged, whole.deadline, whole.alarm_at) == (True, None, None)
    assert not LISTS[name](player)
    assert letters_to_operators() == 1


def test_a_page_of_games_that_is_the_first_look_says_so(client: Client, whole: Game) -> None:
    player = mover(whole).user
    assert player is not None
    client.force_login(player)
    play_another_first_move(whole)
    assert DAMAGED in client.get(reverse("duel:home")).content.decode()
    [line] = client.get("/api/v1/games").json()
    assert line["is_damaged"]
    assert not line["is_to_move"]


def test_an_offered_seat_of_a_falsified_game_is_found_in_the_list(
    ada: User, bruno: User, eve: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 2)
    game.seats.filter(number=0).update(open_until=timezone.now() + DAY)
    assert lobby_of(eve, now=MONDAY).open_seats
    play_another_first_move(game)
    [line] = lobby_of(eve, now=MONDAY).open_seats
    assert DAMAGED in line.damage
    assert letters_to_operators() == 1


def test_a_move_between_the_reading_of_row_and_log_is_no_damage(whole: Game) -> None:
    before = Game.objects.prefetch_related("seats").get(pk=whole.pk)
    assert before.seats.all()
    play_on(whole, 1)
    stop_falsified([before])
    assert not before.is_damaged
    assert not Divergence.objects.exists()


def test_a_letter_that_waits_is_not_sent(whole: Game) -> None:
    play_another_first_move(whole)
    Letter.objects.all().delete()
    revoke_links_of(whole.seats.all())
    [letter] = Letter.objects.filter(kind__in=["your-turn", "turn-goes-on"])
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("dropped", "untrue")
    assert letters_to_operators() == 1


@pytest.mark.usefixtures("can_be_taken_back")
def test_others_find_it_while_a_turn_can_be_taken_back(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    for _ in range(2):
        submit(game, min((m for m in legal_moves(game) if m.startswith("take ")), key=len))
    game.refresh_from_db()
    known = game_known_to(game, [])
    assert known.hides_turn_of is not None
    log_of(known)
    play_another_first_move(game)
    with pytest.raises(BrokenGame):
        log_of(game_known_to(Game.objects.get(pk=game.pk), []))


def test_terms_that_no_reader_can_check_stop_the_game_once_the_check_has_found_them(
    client: Client, whole: Game, olga: User
) -> None:
    address = board_address(whole, mover(whole))
    view_for(KnownGame.of(whole), None)  # the cache remembers it
    Game.objects.filter(pk=whole.pk).update(grace=3600)
    assert client.get(address).status_code == 200
    assert check_some_games()
    assert letters_to_operators() == 1
    assert client.get(address).status_code == 409
    whole.refresh_from_db()
    assert (whole.deadline, whole.alarm_at) == (None, None)
    with pytest.raises(BrokenGame):
        view_for(KnownGame.of(whole), None)
    assert positions_at_hand([KnownGame.of(whole)]) == {}
    void(Ruling(olga, whole.public_id, "The terms were altered.", whole.seq))
    assert "An operator declared the game void" in client.get(address).content.decode()


def test_it_goes_on_once_a_check_has_found_it_whole_again(
    client: Client, whole: Game, traveller: time_machine.Traveller
) -> None:
    address, was = board_address(whole, mover(whole)), whole.grace
    deadline = whole.deadline
    assert deadline is not None
    Game.objects.filter(pk=whole.pk).update(grace=3600)
    check_some_games()
    Game.objects.filter(pk=whole.pk).update(grace=was)
    assert client.get(address).status_code == 409
    traveller.shift(3700)
    assert client.get(address).status_code == 409  # this look has it checked
    assert client.get(address).status_code == 200
    assert Divergence.objects.get().gone_at is not None
    whole.refresh_from_db()
    assert whole.deadline == deadline + timedelta(seconds=3700)
    call_command("replaygames", jobs=1)


def test_a_clock_that_is_wrong_stops_nothing(client: Client, whole: Game) -> None:
    Game.objects.filter(pk=whole.pk).update(deadline=MONDAY)
    check_some_games()
    assert "deadline" in Divergence.objects.get().problems
    assert client.get(board_address(whole, mover(whole))).status_code == 200
    assert letters_to_operators() == 0


def test_operators_are_told_of_damage_in_a_game_whose_clock_was_wrong_before(
    client: Client, whole: Game
) -> None:
    Game.objects.filter(pk=whole.pk).update(deadline=MONDAY)
    check_some_games()
    play_another_first_move(whole)
    assert client.get(board_address(whole, mover(whole))).status_code == 409
    assert letters_to_operators() == 1


def test_a_reply_about_a_damaged_game_is_answered_and_plays_nothing(whole: Game) -> None:
    seat = mover(whole)
    key, before = key_of(whole, seat), whole.seq
    play_another_first_move(whole)
    assert write(seat, "1", key=key).outcome == "broken"
    told = str(answer(seat).body)
    assert DAMAGED in told
    assert "turn." not in told
    whole.refresh_from_db()
    assert (whole.is_damaged, whole.seq) == (True, before)
