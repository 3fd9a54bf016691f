"""The timeline at a table of three and four: seats that are left, offered, taken and given away."""

import re
from collections.abc import Callable, Iterable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.models import Game, HiddenNotes, Note, Seat
from duel.play.moves import resign
from duel.play.notes import hide_notes, write_note
from duel.seats.newcomers import take_seat
from duel.timeline.players import timeline_for
from engine.kinds import Channel
from mail.models import Letter
from mail.reports.events import Report, record
from support.decisions import Ruling
from tests.duel.clocks.ticking import HOUR, send_letters
from tests.duel.tables import a_quiet_move, known_to, submit
from tests.duel.toy.table import begin_of_three as begin_of_several
from tests.support.decisions.verbs import replace_player

pytestmark = [pytest.mark.django_db, pytest.mark.words]

Begins = Callable[..., Game]


@pytest.fixture
def begins(
    traveller: time_machine.Traveller, ada: User, bruno: User, olga: User, eve: User
) -> Begins:
    """A game of Splendor on these terms in which everybody has moved; the letters have left."""

    def begin(*, seats: int = 4, leaving: str = "out") -> Game:
        players = (ada, bruno, olga, eve)[:seats]
        game = begin_of_several(*players, game="splendor", seats=seats, leaving=leaving)
        play_around(game)
        traveller.shift(HOUR)
        return game

    return begin


def play_around(game: Game) -> None:
    for _ in range(game.seat_count):
        submit(game, a_quiet_move(game))
        send_letters(game)


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.select_related("user", "game").get(user=person)


def sentences(game: Game, person: User) -> list[str]:
    number = seat_of(game, person).number
    return [item.sentence for item in timeline_for(known_to(game, number))]


def leave(game: Game, person: User) -> None:
    resign(public_id=game.public_id, seat=seat_of(game, person).number, channel=Channel.LINK)
    game.refresh_from_db()


def reported(game: Game, person: User, kind: str) -> None:
    """Let it be reported of the newest letter with this player's turn."""
    seat = seat_of(game, person)
    letter = Letter.objects.filter(key__startswith=f"{game.public_id}:{seat.number}:your-turn")
    newest = letter.latest("pk")
    happened = {"happened_at": timezone.now(), "token": newest.token, "code": "5.1.1"}
    record(Report(key=f"{newest.pk}{kind}", provider="test", kind=kind, **happened))  # type: ignore[arg-type]


def about(lines: Iterable[str], *words: str) -> list[str]:
    """Those of the sentences in which one of these words stands."""
    return [line for line in lines if any(word in line for word in words)]


@pytest.mark.parametrize("seats", [3, 4])
def test_of_each_others_letter_it_is_told_that_it_arrived_or_came_back(
    seats: int, begins: Begins, ada: User, bruno: User, olga: User
) -> None:
    game = begins(seats=seats)
    reported(game, bruno, "delivered")
    reported(game, olga, "bounced")
    assert sorted(about(sentences(game, ada), "The letter with")) == [
        "The letter with the turn of Bruno was delivered.",
        "The letter with the turn of Olga came back.",
    ]
    assert about(sentences(game, bruno), "The letter with") == [
        "The letter with the turn of Olga came back."
    ]
    for address in (bruno.email, olga.email, "5.1.1"):
        assert address not in "\n".join(sentences(game, ada))


@pytest.mark.parametrize("leaving", ["out", "open", "score"])
def test_whoever_leaves_is_told_by_name_to_the_others_and_as_you_to_themselves(
    leaving: str, begins: Begins, ada: User, bruno: User, olga: User
) -> None:
    game = begins(leaving=leaving)
    leave(game, bruno)
    assert about(sentences(game, bruno), "left the game") == [
        line.replace("Bruno has", "You have")
        for line in about(sentences(game, ada), "left the game")
    ]
    (told,) = about(sentences(game, olga), "Bruno has left the game.")
    ending = {"open": "The seat was offered to others.", "score": "The game was scored."}
    assert ending.get(leaving, "") in told


def test_who_has_left_is_told_nothing_of_later_letters_and_notes(
    begins: Begins, traveller: time_machine.Traveller, ada: User, bruno: User, olga: User
) -> None:
    game = begins()
    write_note(seat=seat_of(game, ada), ply=game.ply, text="before")
    reported(game, olga, "delivered")
    leave(game, bruno)
    traveller.shift(HOUR)
    before = about(sentences(game, bruno), "The letter with", "“")
    assert before
    play_around(game)
    reported(game, ada, "delivered")
    reported(game, olga, "delivered")
    write_note(seat=seat_of(game, ada), ply=game.ply, text="after")
    assert about(sentences(game, bruno), "The letter with", "“") == before
    assert about(sentences(game, olga), "turn of Ada was delivered")
    assert about(sentences(game, olga), "“after”")


@pytest.fixture(params=["taken", "given"])
def newcomer(
    request: pytest.FixtureRequest,
    begins: Begins,
    traveller: time_machine.Traveller,
    bruno: User,
    olga: User,
) -> tuple[Game, User]:
    """Bruno's seat is another's: it was taken after he left, or operators gave it away."""
    game = begins(leaving="open")
    write_note(seat=seat_of(game, bruno), ply=game.ply, text="I am Bruno.")
    reported(game, bruno, "delivered")
    reported(game, olga, "delivered")
    dario = User.objects.create_user("dario@duelpost.example", name="Dario")
    if request.param == "taken":
        leave(game, bruno)
        traveller.shift(HOUR)
        take_seat(public_id=game.public_id, by=dario)
    else:
        traveller.shift(HOUR)
        clara = User.objects.create_superuser("clara@duelpost.example", name="Clara")
        ruling = Ruling(clara, game.public_id, "They asked for it.", game.seq)
        replace_player(ruling, seat=seat_of(game, bruno).number, by=dario)
    traveller.shift(HOUR)
    game.refresh_from_db()
    play_around(game)
    return game, dario


def test_what_another_did_before_is_not_told_as_the_newcomers(
    newcomer: tuple[Game, User], ada: User
) -> None:
    game, dario = newcomer
    own, theirs = sentences(game, dario), sentences(game, ada)
    assert len(about(own, "Your predecessor took")) == 1
    assert len(about(own, "You took 1")) == 1
    (came,) = about(own, "You took the seat that was offered.", "An operator gave you this seat.")
    assert not about(own[: own.index(came)], "You ")
    assert len(about(theirs, "Dario’s predecessor took")) == 1
    assert len(about(theirs, "Dario took")) == 1
    assert about(theirs, "turn of Dario’s predecessor was delivered")
    for line in [*own, *theirs]:
        assert not re.search("Bruno|(You have|Dario has) left", line)


def test_a_newcomer_reads_no_letters_of_before(newcomer: tuple[Game, User], olga: User) -> None:
    game, dario = newcomer
    assert not about(sentences(game, dario), "The letter with", "“I am Bruno.”")
    reported(game, olga, "delivered")
    assert about(sentences(game, dario), "turn of Olga was delivered")


def test_the_former_player_has_the_timeline_no_more(
    newcomer: tuple[Game, User], client: Client, bruno: User
) -> None:
    game, _dario = newcomer
    client.force_login(bruno)
    assert client.get(reverse("duel:timeline", args=[game.public_id])).status_code == 404


def test_a_note_to_one_of_three_is_told_to_its_writer_and_that_one(
    begins: Begins, ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = begins()
    write_note(seat=seat_of(game, ada), ply=game.ply, text="psst", to=[seat_of(game, bruno).number])
    assert about(sentences(game, ada), "psst") == ["You wrote to Bruno alone: “psst”"]
    assert about(sentences(game, bruno), "psst") == ["Ada writes to you alone: “psst”"]
    for other in (olga, eve):
        assert not about(sentences(game, other), "psst")


def test_notes_of_one_are_hidden_and_those_of_the_others_are_not(
    begins: Begins, client: Client, ada: User, bruno: User, olga: User
) -> None:
    game = begins()
    for writer in (bruno, olga):
        write_note(seat=seat_of(game, writer), ply=game.ply, text=f"by {writer}")
    note = Note.objects.get(seat=seat_of(game, bruno).number)
    client.force_login(ada)
    address = reverse("duel:timeline", args=[game.public_id])
    page = client.post(address, {"act": "hide-notes", "note": note.pk}).content.decode()
    assert "“by Olga”" in page
    assert "“by Bruno”" not in page
    assert "You have hidden the notes of Bruno." in page
    assert about(sentences(game, olga), "“by Bruno”")


def test_a_note_to_others_can_be_hidden_by_nobody_else(
    begins: Begins, client: Client, ada: User, bruno: User, eve: User
) -> None:
    game = begins()
    to = [seat_of(game, ada).number]
    write_note(seat=seat_of(game, bruno), ply=game.ply, text="psst", to=to)
    client.force_login(eve)
    address = reverse("duel:timeline", args=[game.public_id])
    said = client.post(address, {"act": "hide-notes", "note": Note.objects.get().pk})
    assert "This note is no longer there." in said.content.decode()
    assert not HiddenNotes.objects.exists()


def test_hiding_somebody_holds_in_games_of_another_number_of_seats(
    begins: Begins, ada: User, bruno: User
) -> None:
    games = [begins(seats=3), begins(seats=4)]
    for game in games:
        write_note(seat=seat_of(game, bruno), ply=game.ply, text="again")
    hide_notes(reader=ada, writer=bruno)
    assert not any(about(sentences(game, ada), "“again”") for game in games)
