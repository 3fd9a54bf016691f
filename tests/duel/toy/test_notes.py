"""Words to all others at a table of three, or to one of them alone."""

import json

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.errors import NoSuchReader
from duel.models import Game, Note
from duel.models.game import DIGEST
from duel.play.moves import resign
from duel.play.notes import write_note
from engine.kinds import Channel
from mail.registry import builder_of
from support.decisions import Ruling
from tests.duel.letter_links import board_address, more_address, move_address
from tests.duel.letters.outbox import mover, read
from tests.duel.replies.mailing import answer, write
from tests.duel.tables import make_final
from tests.duel.toy.table import board, press
from tests.support.decisions.verbs import replace_player
from tests.support.disputes.reports import report

pytestmark = pytest.mark.words

ALONE = "Ada writes to you alone: “psst”"


def play_with_note(game: Game, move: str, note: str, to: str) -> None:
    page = Client()
    done = page.post(move_address(game, move), {"note": note, "note_to": to}, follow=True)
    assert done.status_code == 200, done.content.decode()
    game.refresh_from_db()


def everything_for(game: Game, reader: User) -> str:
    """The board page, the turn letter if it is theirs, and the daily letter of somebody."""
    shown = board(game, reader)
    if mover(game) == reader:
        draft = read(game, reader)
        shown += draft.text + draft.html
        User.objects.filter(pk=reader.pk).update(letters=User.Letters.DIGEST)
        daily = builder_of(DIGEST)({"person": reader.pk})
        assert daily is not None
        shown += daily.text + daily.html
    return shown


def test_the_page_of_a_move_asks_who_reads_the_note(game: Game, bruno: User, carla: User) -> None:
    for address in (move_address(game, "one"), more_address(game, game.seats.get(number=0))):
        page = " ".join(Client().get(address).content.decode().split())
        assert "Bruno alone </option>" in page
        assert "Carla alone </option>" in page
        assert "all other players" in page
    play_with_note(game, "one", "psst", to="1")
    assert everything_for(game, bruno).count(ALONE) == 5
    assert "psst" not in everything_for(game, carla)
    press(game, "one")
    assert "psst" not in everything_for(game, carla)


def test_a_note_to_the_one_who_moves_later_waits_for_their_turn(
    game: Game, bruno: User, carla: User
) -> None:
    play_with_note(game, "one", "psst", to="2")
    assert "psst" not in everything_for(game, bruno)
    press(game, "one")
    assert everything_for(game, carla).count(ALONE) == 5
    press(game, "one")
    assert "psst" not in everything_for(game, mover(game)), "Its writer reads what others wrote."


def test_a_note_beside_moves_has_one_reader_too(game: Game, bruno: User, carla: User) -> None:
    page = more_address(game, game.seats.get(user=carla))
    for text, to in (("for Bruno", "1"), ("for both", "")):
        Client().post(page, {"act": "note", "note": text, "note_to": to})
    press(game, "one")
    told = read(game, bruno).text
    assert "Carla writes to you alone: “for Bruno”" in told
    assert "Carla writes: “for both”" in told
    ada = game.seats.get(number=0).user
    assert ada is not None
    shown = board(game, ada)
    assert "Carla writes: “for both”" in shown
    assert "“for Bruno”" not in shown


def test_a_reply_writes_to_one_or_to_all(game: Game, bruno: User, carla: User) -> None:
    seat = game.seats.select_related("game", "user").get(number=0)
    mail = write(seat, "one\n\nto Carla: psst\n\nto all: good luck\n\nto carla: and hush")
    assert mail.outcome == "played"
    assert [(note.readers, note.text) for note in Note.objects.order_by("recipients")] == [
        ((), "good luck"),
        ((2,), "psst and hush"),
    ]
    assert "psst" not in everything_for(game, bruno)
    assert "Ada writes: “good luck”" in board(game, bruno)
    assert "Ada writes to you alone: “psst and hush”" in board(game, carla)


def test_the_answer_says_who_alone_reads_it(game: Game) -> None:
    seat = game.seats.select_related("game", "user").get(number=0)
    write(seat, "to Carla: psst\n\nshow")
    said = "Your note goes with the next letter to Carla; no other player reads it."
    assert said in " ".join(answer(seat).body.split())


def test_to_name_all_others_is_to_write_to_all(game: Game) -> None:
    write(game.seats.select_related("game", "user").get(number=0), "to Carla and Bruno: hello")
    assert Note.objects.get().recipients == ""


def test_nobody_writes_to_themselves_or_to_no_one(game: Game) -> None:
    for to in ([0], [3], [1, 3]):
        with pytest.raises(NoSuchReader):
            write_note(seat=game.seats.get(number=0), ply=0, text="psst", to=to)
    assert not Note.objects.exists()


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_was_taken_back_finds_its_reader_again(game: Game, bruno: User, carla: User) -> None:
    play_with_note(game, "one", "psst", to="2")
    Client().post(board_address(game, game.seats.get(number=0), "duel:take-back"))
    game.refresh_from_db()
    page = " ".join(Client().get(move_address(game, "two")).content.decode().split())
    assert 'value="psst"' in page
    assert '<option value="2" selected> Carla alone' in page
    play_with_note(game, "two", "psst", to="2")
    make_final(game)
    assert "psst" not in everything_for(game, bruno)
    assert ALONE in board(game, carla)


@pytest.mark.usefixtures("can_be_taken_back")
def test_words_to_one_are_never_offered_to_another(game: Game) -> None:
    seat = game.seats.select_related("game", "user").get(number=0)
    write(seat, "one\n\nto Bruno: about Carla\n\nto Carla: about Bruno")
    game.refresh_from_db()
    Client().post(board_address(game, seat, "duel:take-back"))
    game.refresh_from_db()
    page = Client().get(move_address(game, "two")).content.decode()
    assert 'value="about Bruno"' in page
    assert "about Carla" not in page


@pytest.mark.usefixtures("can_be_taken_back")
def test_nor_to_all_if_that_one_has_left_since(game: Game) -> None:
    play_with_note(game, "one", "psst", to="2")
    Client().post(board_address(game, game.seats.get(number=0), "duel:take-back"))
    resign(public_id=game.public_id, seat=2, channel=Channel.LINK)
    game.refresh_from_db()
    page = " ".join(Client().get(move_address(game, "two")).content.decode().split())
    assert 'value="psst"' in page
    assert '<option value="2" selected> Carla alone' in page


def test_operators_see_who_wrote_to_whom(
    client: Client, game: Game, olga: User, carla: User
) -> None:
    play_with_note(game, "one", "psst", to="2")
    client.force_login(olga)
    page = client.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert "Ada to Carla alone, ply 0" in " ".join(page.split())
    assert "Ada wrote a note to Carla alone." in page
    assert "psst" not in page
    seat = game.seats.get(user=carla)
    dispute = report(seat=seat, topic="abuse", text="Help!", asks_hold=False, channel=Channel.LINK)
    page = client.get(reverse("admin:support_dispute_change", args=[dispute.pk])).content.decode()
    assert "<strong>Ada to Carla alone</strong>" in page


def test_an_operator_who_plays_does_not_read_words_to_another(
    client: Client, game: Game, bruno: User
) -> None:
    play_with_note(game, "one", "psst", to="2")
    bruno.is_staff = bruno.is_superuser = True
    bruno.save()
    client.force_login(bruno)
    page = client.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()
    assert "psst" not in page


def test_whoever_takes_a_seat_over_does_not_read_what_was_written_to_another(
    game: Game, olga: User, eve: User
) -> None:
    play_with_note(game, "one", "psst", to="2")
    game.refresh_from_db()
    ruling = Ruling(olga, game.public_id, "They asked for it.", game.seq)
    replace_player(ruling, seat=2, by=eve)
    press(game, "one")
    assert "psst" not in everything_for(game, eve)


def test_who_has_left_reads_nothing_that_is_written_after(
    game: Game, bruno: User, carla: User, traveller: time_machine.Traveller
) -> None:
    play_with_note(game, "one", "welcome", to="")
    resign(public_id=game.public_id, seat=2, channel=Channel.LINK)
    traveller.shift(60)
    game.refresh_from_db()
    while game.to_move is not None:
        play_with_note(game, "two" if game.to_move == 0 else "one", "psst", to="")
    assert "psst" in read(game, bruno, "game-over").text
    last = read(game, carla, "game-over")
    assert "psst" not in last.text + last.html + board(game, carla)
    assert "welcome" in last.text


def test_ones_own_data_say_to_whom_one_wrote(
    client: Client, game: Game, olga: User, ada: User, carla: User
) -> None:
    play_with_note(game, "one", "psst", to="2")
    client.force_login(olga)
    for person, kept in ((ada, [("psst", "2")]), (carla, [])):
        address = reverse("admin:accounts_user_act", args=[person.pk, "export"])
        data = json.loads(client.post(address, {"reason": "asked by letter"}).content)
        (told,) = data["games"]
        assert [(note["text"], note["recipients"]) for note in told["notes"]] == kept
