"""Words to some of the others at a table of four."""

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, Note
from duel.play.notes import write_note
from support.decisions import Ruling
from tests.duel.games.splendor.test_letters import begun
from tests.duel.letter_links import board_address, move_address
from tests.duel.replies.mailing import write
from tests.duel.tables import known_to
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.words


@pytest.fixture
def game(ada: User, bruno: User, olga: User, eve: User) -> Game:
    """A game of four, just begun."""
    return begun(ada, bruno, olga, eve)


def read_by(game: Game, seat: int) -> list[tuple[str, tuple[int, ...]]]:
    return [(note.text, note.readers) for note in known_to(game, seat).notes]


def test_a_newcomer_reads_nothing_that_was_written_before(game: Game) -> None:
    """Readers beside the former player still read it, also what was written to that one alone."""
    writer = game.seats.get(number=0)
    for text, to in (("psst", [2, 3]), ("hush", [2]), ("hello", [])):
        write_note(seat=writer, ply=0, text=text, to=to)
    operator = User.objects.create_superuser("clara@duelpost.example", name="Clara")
    dario = User.objects.create_user("dario@duelpost.example", name="Dario")
    ruling = Ruling(operator, game.public_id, "They asked for it.", game.seq)
    replace_player(ruling, seat=3, by=dario)
    assert read_by(game, 3) == []
    assert read_by(game, 1) == [("hello", ())]
    assert sorted(read_by(game, 2)) == [("hello", ()), ("hush psst", (2,))]


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_was_written_to_two_and_taken_back_is_not_offered_to_all(game: Game) -> None:
    assert game.to_move is not None
    seat = game.seats.select_related("game", "user").get(number=game.to_move)
    one, other, _third = game.seats.exclude(pk=seat.pk).select_related("user")
    write(seat, f"1\n\nto {one.user} and {other.user}: psst")
    assert Note.objects.get().readers == (one.number, other.number)
    game.refresh_from_db()
    Client().post(board_address(game, seat, "duel:take-back"))
    game.refresh_from_db()
    assert not Note.objects.exists()
    page = " ".join(Client().get(move_address(game)).content.decode().split())
    assert 'value="psst"' in page
    chosen = f'<option value="{one.number} {other.number}" selected>'
    assert f"{chosen} {one.user} and {other.user} alone" in page
