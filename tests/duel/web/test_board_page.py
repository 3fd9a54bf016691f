import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LogEntry
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.record.export import game_file
from engine.duel.facts import CARD_OF
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import is_muted
from tests.duel.letter_links import (
    a_move,
    board_address,
    more_address,
    move_address,
    mover,
    play_to,
    play_to_phase,
    waiting,
)
from tests.duel.pages import without_hidden
from tests.duel.tables import (
    a_quiet_move,
    begin,
    legal_moves,
    play_any,
    play_to_the_end,
    submit,
)

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def visible_page(client: Client, game: Game, seat: Any) -> str:
    game.refresh_from_db()
    return without_hidden(client.get(board_address(game, seat)).content.decode())


def numbers(page: str) -> list[int]:
    return sorted(int(number) for number in re.findall(r'class="number">(\d+)<', page))


def test_every_move_is_a_link_under_its_number_in_the_letter(client: Client, game: Game) -> None:
    play_to(game, lambda position, legal: len(legal) > 100 and position.phase == "start")
    page = visible_page(client, game, mover(game))
    addresses = re.findall(r'href="(/go/[^"]+)"', page)
    assert numbers(page) == list(range(1, len(legal_moves(game)) + 1))
    assert len(set(addresses)) == len(addresses) == len(legal_moves(game))


def test_a_tap_on_the_board_page_plays_nothing(client: Client, game: Game) -> None:
    """What is final is pressed only on the page that says so."""
    play_to(game, lambda position, legal: len(legal) > 100 and position.phase == "start")
    page, before = visible_page(client, game, mover(game)), LogEntry.objects.count()
    assert "/go/" in page
    assert not re.findall(r'action="(/go/[^"]+)"', page), "No form of this page plays a move."
    reserve = move_address(game, a_move(game, "reserve "))
    assert f'href="{reserve}"' in page
    assert "Final: it turns up" in client.get(reserve).content.decode()
    assert LogEntry.objects.count() == before


def test_the_board_comes_before_the_moves_and_what_happened_before_both(
    client: Client, game: Game
) -> None:
    submit(game, a_quiet_move(game))
    page = visible_page(client, game, mover(game))
    parts = ["The clock does not run", 'class="since"', 'data-region="board"', 'id="moves"']
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert 'href="#moves"' in page, "From the top one gets there at once."


def test_the_links_say_which_card_it_is(client: Client, game: Game) -> None:
    play_to(game, lambda position, legal: {"buy", "reserve"} <= {move.split()[0] for move in legal})
    page = visible_page(client, game, mover(game)).partition('id="moves"')[2]
    links = re.findall(r"<span>(\d\.\d.*?)</span>", page.partition("</details>")[0])
    assert any(" for " in words for words in links)
    assert any(" for " not in words for words in links)
    for words in links:
        assert re.match(r"\d\.\d \([^)]+\)", words), words


def buys_another_turn(legal: list[str]) -> list[str]:
    buys = [move for move in legal if move.startswith("buy ")]
    return [move for move in buys if CARD_OF[move.split()[1]].ability == "again"]


def test_what_brought_another_turn_is_told_beside_it(client: Client, game: Game) -> None:
    play_to(game, lambda position, legal: bool(buys_another_turn(legal)))
    seat = mover(game)
    write_note(seat=waiting(game), ply=game.ply - 1, text="Red suits me.")
    before = since(visible_page(client, game, seat))
    submit(game, buys_another_turn(legal_moves(game))[0])
    assert mover(game) == seat
    page = visible_page(client, game, seat)
    assert since(page)[: len(before)] == before
    assert "You bought" in since(page)[len(before)]
    assert since(page)[-1] == "You got another turn."
    assert "Red suits me." in page


def since(page: str) -> list[str]:
    sentence = re.search(r'<ul class="since"[^>]*>(.*?)</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", sentence[1]) if sentence else []


def moves_of(game: Game) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(game=game, kind="move")


@pytest.mark.parametrize("phase", ["token", "steal", "royal"])
def test_a_choice_within_the_turn_is_made_on_the_same_page(
    phase: str, client: Client, game: Game
) -> None:
    play_to_phase(game, phase)
    page = visible_page(client, game, mover(game))
    choice = legal_moves(game)[-1]
    addresses = re.findall(r'href="(/go/[^"]+)"', page)
    assert len(addresses) == len(legal_moves(game))
    client.post(addresses[-1])
    assert moves_of(game).latest("seq").text == choice


def test_a_wrong_number_of_tokens_to_return_shows_the_page_again(
    client: Client, game: Game
) -> None:
    play_to_phase(game, "discard")
    seat, before = mover(game), moves_of(game).count()
    chosen = legal_moves(game)[0].split()[1:]
    address = board_address(game, seat, "duel:discard")
    answer = client.post(address, {chosen[0]: "9"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "You do not have so many tokens of that colour." in page
    assert 'value="9"' in page, "What was chosen is kept."
    none = client.post(address, {}).content.decode()
    assert f"You have chosen 0, but exactly {len(chosen)} must go, so that ten tokens" in none
    assert client.post(address, {"white": "-1", "red": "many"}).status_code == 422
    assert moves_of(game).count() == before

    counters = {colour: str(chosen.count(colour)) for colour in chosen}
    for _ in range(2):  # a double click
        answer = client.post(address, counters)
        assert answer.status_code == 302
    assert moves_of(game).count() == before, "Nothing is played before it was said what it does."
    page = client.get(answer["Location"]).content.decode()
    assert "You return" in page
    assert "cannot be taken back" in page
    for _ in range(2):
        assert client.post(answer["Location"]).status_code == 302
    assert moves_of(game).count() == before + 1
    assert client.post(address, counters).status_code == 409, "That page is of an earlier ply."


def test_whoever_does_not_have_to_return_tokens_cannot(client: Client, game: Game) -> None:
    answer = client.post(board_address(game, mover(game), "duel:discard"), {"white": "1"})
    assert answer.status_code == 409


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_turned_nothing_up_is_taken_back_while_its_letter_waits(
    client: Client, game: Game
) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    page = visible_page(client, game, seat)
    assert "You can take this turn back until" in page
    assert 'data-seconds="300"' in page
    assert client.get(board_address(game, mover(game))).status_code == 404, "Nobody has this link."
    assert "You can take this turn back until" in visible_page(client, game, seat)


@pytest.mark.usefixtures("can_be_taken_back")
def test_taking_back_twice_takes_back_once(client: Client, game: Game) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    address = board_address(game, seat, "duel:take-back")
    for _ in range(2):
        answer = client.post(address)
        assert answer.status_code == 302
    assert LogEntry.objects.filter(game=game, kind="undo").count() == 1
    assert "It is your turn." in client.get(answer["Location"]).content.decode()
    letter = Letter.objects.get(key=f"{game.public_id}:{1 - seat.number}:your-turn:1")
    assert letter.status == Letter.Status.DROPPED


@pytest.mark.usefixtures("can_be_taken_back")
def test_older_links_of_a_turn_that_was_taken_back_say_so(client: Client, game: Game) -> None:
    seat, sentence = mover(game), "You took this turn back; choose anew."
    older = [move_address(game, a_quiet_move(game)), board_address(game, seat)]
    assert sentence not in visible_page(client, game, seat)
    submit(game, a_quiet_move(game))
    client.post(board_address(game, seat, "duel:take-back"))
    for address in older:
        assert sentence in client.get(address, follow=True).content.decode()
    assert sentence not in visible_page(client, game, waiting(game)), "It is not their turn."
    submit(game, a_quiet_move(game))
    assert sentence not in visible_page(client, game, seat)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_letter_that_is_let_go_leaves_at_once_and_the_turn_stands(
    client: Client, game: Game
) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    client.post(board_address(game, seat, "duel:send-now"))
    letter = Letter.objects.get(key=f"{game.public_id}:{1 - seat.number}:your-turn:1")
    assert letter.next_attempt_at <= timezone.now()
    assert "You can take this turn back" not in visible_page(client, game, seat)
    assert client.post(board_address(game, seat, "duel:take-back")).status_code == 409
    assert not LogEntry.objects.filter(game=game, kind="undo").exists()


@pytest.mark.usefixtures("can_be_taken_back")
def test_when_the_delay_is_over_the_turn_stands(client: Client, game: Game) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    Game.objects.update(unsent_until=timezone.now() - timedelta(seconds=1))
    assert "You can take this turn back" not in visible_page(client, game, seat)
    answer = client.post(board_address(game, seat, "duel:take-back"))
    assert answer.status_code == 409
    assert "can no longer be taken back" in answer.content.decode()


def test_the_steps_of_a_turn_can_be_taken_back(client: Client, game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat = mover(game)
    assert "Take back what you have played of this turn" not in visible_page(client, game, seat)
    submit(game, a_move(game, "use "))
    assert "Take back what you have played of this turn" in visible_page(client, game, seat)
    client.post(board_address(game, seat, "duel:take-back"))
    game.refresh_from_db()
    assert a_move(game, "use "), "The privilege is there again."


def test_no_step_is_taken_back_once_something_was_turned_up(client: Client, game: Game) -> None:
    play_to(game, lambda position, legal: "replenish" in legal)
    submit(game, "replenish")
    seat = mover(game)
    assert "Take back what you have played of this turn" not in visible_page(client, game, seat)
    assert client.post(board_address(game, seat, "duel:take-back")).status_code == 409


def test_a_game_that_ended_beside_the_board_says_how_and_asks_for_nothing(
    client: Client, game: Game
) -> None:
    submit(game, a_quiet_move(game))
    seats = [mover(game), waiting(game)]
    resign(public_id=game.public_id, seat=seats[0].number, channel=Channel.WEB)
    for seat, words in zip(seats, ["you resigned", "You won the game"], strict=True):
        page = visible_page(client, game, seat)
        assert "The game is over." in page
        assert words in page
        assert not re.search(r"<button(?![^>]* disabled>)", page)


@pytest.mark.usefixtures("traveller")  # the signature of the file has the moment in it
def test_a_finished_board_shows_the_end_without_prices_and_leads_on(
    client: Client, game: Game
) -> None:
    play_to_the_end(game)
    for seat in game.seats.all():
        page = visible_page(client, game, seat)
        assert page.count("won the game") == 2, "in the title and once on the page"
        assert "How it stood at the end" in page
        assert "with what you would pay" not in page
        assert "missing" not in page
        again = re.search(r'href="(/again/[^"]+)"', page)
        file = re.search(r'href="(/board/[^"]+/file)"', page)
        assert again is not None
        assert file is not None
        assert client.get(again[1]).status_code == 200
        answer = client.get(file[1])
        assert answer.content.decode() == game_file(game)
        assert f"duelpost-{game.public_id}.json" in answer["Content-Disposition"]
        assert "no-store" in answer["Cache-Control"]


def test_who_stays_alone_after_the_end_is_led_to_no_other_game(client: Client, game: Game) -> None:
    seat = mover(game)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    game.seats.exclude(pk=seat.pk).update(user=None)
    assert "/again/" not in visible_page(client, game, seat)


def test_while_a_game_runs_the_link_to_its_file_leads_to_the_board(
    client: Client, game: Game
) -> None:
    seat = mover(game)
    answer = client.get(board_address(game, seat, "duel:board-file"))
    assert (answer.status_code, answer["Location"]) == (302, board_address(game, seat))


def test_the_board_of_a_ply_that_has_passed_tells_what_happened_since(
    client: Client, game: Game
) -> None:
    seat = mover(game)
    address = board_address(game, seat)
    submit(game, a_quiet_move(game))
    while game.to_move != seat.number:
        play_any(game)
    page = client.get(address).content.decode()
    assert "The game has moved on" in page
    assert "Your newest letter has the moves of this position." in page
    assert "/go/" not in page


def test_the_opponents_note_is_shown_with_what_happened(client: Client, game: Game) -> None:
    seat = mover(game)
    write_note(seat=seat, ply=game.ply, text="<b>Good luck</b>")
    submit(game, a_quiet_move(game))
    page = visible_page(client, game, mover(game))
    assert "writes: “&lt;b&gt;Good luck&lt;/b&gt;”" in page


def test_beside_the_moves_only_what_one_has_seen_is_acted_on(client: Client, game: Game) -> None:
    seat = mover(game)
    address = more_address(game, seat)
    submit(game, a_quiet_move(game))
    answer = client.post(address, {"act": "resign", "sure": "yes"}).content.decode()
    assert "The game has moved on since you opened this page; look again." in answer
    game.refresh_from_db()
    assert game.result is None


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_the_board_lets_one_take_back_is_not_asked_for(client: Client, game: Game) -> None:
    def more(seat: Any) -> str:
        return client.get(more_address(game, seat)).content.decode()

    at_once, asking = "you can take it back at once", "you may ask"
    seat = mover(game)
    assert at_once not in more(seat)
    submit(game, a_quiet_move(game))
    assert at_once in more(seat)
    assert asking not in more(seat)
    assert board_address(game, seat) in more(seat)
    client.post(board_address(game, seat, "duel:send-now"))
    assert at_once not in more(seat)
    assert asking in more(seat)
    submit(game, a_move(game, "use "))
    seat = mover(game)
    assert at_once in more(seat)
    assert asking not in more(seat)
    visible_page(client, game, waiting(game))
    assert at_once in more(seat), "A page that somebody else opens takes nothing away."


def test_the_letters_about_one_game_are_muted_and_wished_back(client: Client, game: Game) -> None:
    seat = mover(game)
    assert seat.user is not None
    letters = {"address": seat.user.email, "kind": "your-turn"}
    address, topic = more_address(game, seat), f"game:{game.public_id}"
    page = client.post(address, {"act": "mute"}).content.decode()
    assert "Write to me again" in page
    assert is_muted(**letters, topic=topic)
    assert not is_muted(**letters, topic="game:another")
    page = client.post(address, {"act": "unmute"}).content.decode()
    assert "Mute them" in page
    assert not is_muted(**letters, topic=topic)
