"""A seat changes hands: what was for one person is nothing to the next, whatever way it comes."""

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.bots import bot_of
from accounts.models import SenderAddress, User
from duel.models import Game, Note, NoteDraft, Seat
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.record.news import counted_table
from duel.replies.routes import route_to_game
from duel.seats.links import revoke_links_of
from duel.seats.newcomers import take_seat
from engine.kinds import Channel
from mail.addresses import reply_address
from mail.inbound.receipt import receive
from mail.models import InboundMail, Letter
from support.decisions import Ruling
from tests.duel.letter_links import board_address, more_address, move_address
from tests.duel.letters.outbox import mover, read
from tests.duel.replies.mailing import key_of, raw_mail, write
from tests.duel.tables import known_to
from tests.duel.toy.table import begin_of_three, board, press
from tests.support.decisions.verbs import replace_player

GamePage = Callable[[str], str]
Changes = Callable[[Game, User], None]


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """A toy in which the seat of a player who leaves is offered to others."""
    return begin_of_three(ada, bruno, carla, leaving="open")


def seat_at(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def taken(game: Game, by: User) -> None:
    """Carla leaves, and somebody takes her seat."""
    resign(public_id=game.public_id, seat=2, channel=Channel.LINK)
    take_seat(public_id=game.public_id, by=by)


def given(game: Game, by: User) -> None:
    """An operator gives Carla's seat to somebody."""
    game.refresh_from_db()
    operator = User.objects.get(name="Olga")
    replace_player(Ruling(operator, game.public_id, "She asked for it.", game.seq), seat=2, by=by)


@pytest.fixture(params=[taken, given])
def changes(request: pytest.FixtureRequest, olga: User) -> Changes:
    """Both ways in which a seat changes hands."""
    return request.param  # type: ignore[no-any-return]


def reply(key: str, text: str, *, sender: str) -> bool:
    """Whether a mail to the key was let in."""
    raw = raw_mail(key, text, sender=sender)
    return receive(raw, recipients=[reply_address(key)], way="smtp").pks != ()


def everything_for(game: Game, reader: User) -> str:
    """All pages, files and answers of the API about a game, and the letter with the turn."""
    client = Client()
    client.force_login(reader)
    seat = game.seats.get(user=reader)
    pages = ["game", "replay", "timeline", "game-file", "own-more", "own-time", "report"]
    addresses = [reverse(f"duel:{page}", args=[game.public_id]) for page in pages]
    addresses += [board_address(game, seat), more_address(game, seat)]
    addresses += [
        f"/api/v1/games/{game.public_id}{end}" for end in ("", "/next", "/replay", "/news")
    ]
    addresses += ["/", "/account/hidden-notes/"]
    shown = ""
    for address in addresses:
        shown += client.get(address, follow=True).content.decode()
    if mover(game) == reader:
        draft = read(game, reader)
        shown += draft.text + draft.html
    return shown


@pytest.mark.words
def test_a_newcomer_reads_no_note_from_before_their_time(
    game: Game, changes: Changes, eve: User, carla: User, traveller: time_machine.Traveller
) -> None:
    write_note(seat=seat_at(game, 0), ply=0, text="good luck to all")
    write_note(seat=seat_at(game, 1), ply=0, text="psst Carla", to=[2])
    assert "good luck to all" in board(game, carla)
    traveller.shift(60)
    changes(game, eve)
    traveller.shift(60)
    write_note(seat=seat_at(game, 1), ply=0, text="welcome to all")
    game.refresh_from_db()
    for move in ("one", "one"):
        press(game, move)
    assert mover(game) == eve
    shown = everything_for(game, eve)
    assert "good luck to all" not in shown
    assert "psst" not in shown
    assert shown.count("welcome to all") >= 4, "on the table, in the timeline, API and letter"


def test_what_is_new_does_not_count_notes_from_before(
    game: Game, changes: Changes, eve: User, traveller: time_machine.Traveller
) -> None:
    write_note(seat=seat_at(game, 0), ply=0, text="good luck to all")
    traveller.shift(60)
    changes(game, eve)
    table = counted_table(game.public_id)
    assert table is not None
    assert table.written == (0, 1, 0)
    assert known_to(game, 2).notes == []


def test_a_note_from_before_cannot_be_reported_or_found_by_its_key(
    game: Game, changes: Changes, eve: User, traveller: time_machine.Traveller
) -> None:
    write_note(seat=seat_at(game, 0), ply=0, text="good luck to all")
    traveller.shift(60)
    changes(game, eve)
    client = Client()
    client.force_login(eve)
    address = reverse("duel:report", args=[game.public_id])
    page = client.get(f"{address}?note={Note.objects.get().pk}", follow=True)
    assert "good luck" not in page.content.decode()


def test_who_was_replaced_reads_nothing_that_is_written_after(
    game: Game, changes: Changes, carla: User, eve: User, traveller: time_machine.Traveller
) -> None:
    old_board = board_address(game, seat_at(game, 2))
    changes(game, eve)
    traveller.shift(60)
    write_note(seat=seat_at(game, 0), ply=0, text="welcome to all")
    client = Client()
    client.force_login(carla)
    for page in ("game", "timeline", "own-more", "game-file", "report"):
        answer = client.get(reverse(f"duel:{page}", args=[game.public_id]), follow=True)
        assert "welcome to all" not in answer.content.decode()
    assert "welcome to all" not in client.get(f"/api/v1/games/{game.public_id}").content.decode()
    assert "welcome to all" not in Client().get(old_board).content.decode()


def test_a_reply_to_a_letter_of_the_former_player_is_told_to_nobody(
    game: Game, changes: Changes, carla: User, eve: User
) -> None:
    """It brought the newcomer the address of the former player, and a button to believe it."""
    key = key_of(game, seat_at(game, 2))
    changes(game, eve)
    letters = Letter.objects.count()
    assert not reply(key, "to all: where are you?", sender=carla.email)
    assert not reply(key, "one", sender="somebody@else.example")
    assert not reply(key, "one", sender=eve.email), "Nor is it the newcomer's to answer."
    assert Letter.objects.count() == letters
    assert not InboundMail.objects.exclude(about="").exists()
    assert not SenderAddress.objects.exists()
    assert not Note.objects.exists()


def test_so_it_is_after_further_revocations_and_where_a_bot_plays_on(
    game: Game, olga: User, carla: User, eve: User
) -> None:
    key = key_of(game, seat_at(game, 2))
    given(game, eve)
    own = key_of(game, seat_at(game, 2))
    revoke_links_of(Seat.objects.filter(game=game, number=2))
    assert route_to_game(key) is None
    route = route_to_game(own)
    assert route is not None, "The newcomer's own old key is still known,"
    assert route.facts["is_revoked"], "and they are told that it was revoked."
    Seat.objects.filter(game=game, number=2).update(user=bot_of("master"))
    assert route_to_game(key) is None


def test_a_dead_key_makes_nobody_believe_an_address(game: Game, carla: User) -> None:
    key = key_of(game, seat_at(game, 2))
    revoke_links_of(Seat.objects.filter(game=game, number=2))
    mail = write(seat_at(game, 2), "one", key=key, sender="somebody@else.example")
    assert mail.outcome == "foreign"
    assert not Letter.objects.filter(kind="foreign-sender").exists()


def test_words_that_were_taken_back_are_not_offered_to_the_newcomer(
    game: Game, changes: Changes, eve: User
) -> None:
    for number, recipients in ((0, "2"), (1, "0")):
        seat = seat_at(game, number)
        NoteDraft.objects.create(seat=seat, turn=0, text="psst", recipients=recipients)
    changes(game, eve)
    assert [draft.seat.number for draft in NoteDraft.objects.select_related("seat")] == [1]


def note_fields(client: Client, address: str, **fields: str) -> dict[str, str]:
    """What a page sends with a note: who sat there when it was opened."""
    page = client.get(address).content.decode()
    seats = re.search(r'name="note_seats" value="([^"]*)"', page)
    assert seats is not None
    return {"note_seats": seats[1], **fields}


PSST = "psst, only you"


@pytest.mark.parametrize("to", ["2", ""])
def test_a_page_of_a_move_opened_before_sends_nothing_to_the_newcomer(
    game: Game, changes: Changes, eve: User, to: str
) -> None:
    client, address = Client(), move_address(game, "one")
    sent = note_fields(client, address, note=PSST, note_to=to)
    changes(game, eve)
    refused = client.post(address, sent)
    shown = refused.content.decode()
    assert refused.status_code == 409
    assert "Another player has taken a seat" in shown
    assert f'value="{PSST}"' in shown, "What was written is not lost."
    assert ('value="2" selected' in shown) == (to == "2")
    assert not Note.objects.exists()
    game.refresh_from_db()
    assert game.ply == 0, "Nor was anything played."
    again = note_fields(client, address, note=PSST, note_to=to)
    assert client.post(address, again).status_code == 302
    assert Note.objects.get().text == PSST


@pytest.mark.parametrize("to", ["2", ""])
def test_nor_does_a_page_beside_the_moves(game: Game, changes: Changes, eve: User, to: str) -> None:
    client, address = Client(), more_address(game, seat_at(game, 1))
    sent = note_fields(client, address, act="note", note=PSST, note_to=to)
    changes(game, eve)
    shown = client.post(address, sent).content.decode()
    assert "Another player has taken a seat" in shown
    assert f'value="{PSST}"' in shown
    assert not Note.objects.exists()
    client.post(address, note_fields(client, address, act="note", note=PSST, note_to=to))
    assert Note.objects.get().text == PSST


def test_nor_does_the_api_or_a_page_from_before_it_said_whom_it_means(
    game: Game, changes: Changes, ada: User, eve: User
) -> None:
    client = Client()
    client.force_login(ada)
    address = f"/api/v1/games/{game.public_id}"
    before = [seat["taken"] for seat in client.get(address).json()["seats"]]
    changes(game, eve)
    after = [seat["taken"] for seat in client.get(address).json()["seats"]]
    assert after[:2] == before[:2] == [0, 0]
    assert after[2] != before[2]
    sent = {"ply": 0, "moves": ["one"], "note": PSST, "note_to": [2]}
    told: list[dict[str, list[int]]] = [{}, {"note_seats": before}, {"note_seats": []}]
    for seats in told:
        refused = client.post(f"{address}/moves", sent | seats, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "reader_has_changed")
    assert not Note.objects.exists()
    others = sent | {"note_to": [1], "note_seats": before}
    assert (
        client.post(f"{address}/moves", others, content_type="application/json").status_code == 200
    )
    assert Note.objects.get().readers == (1,), "Who still sits there gets it."


def test_the_api_takes_a_note_for_the_newcomer(
    game: Game, changes: Changes, ada: User, eve: User
) -> None:
    client = Client()
    client.force_login(ada)
    address = f"/api/v1/games/{game.public_id}"
    changes(game, eve)
    seats = [seat["taken"] for seat in client.get(address).json()["seats"]]
    sent = {"ply": 0, "moves": ["one"], "note": PSST, "note_to": [2], "note_seats": seats}
    assert client.post(f"{address}/moves", sent, content_type="application/json").status_code == 200
    assert Note.objects.get().readers == (2,)
