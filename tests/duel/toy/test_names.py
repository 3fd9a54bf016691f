"""Carla calls herself Bruno: no note that is meant for Bruno reaches her."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.preferences import save_preferences
from duel.models import Game, Note, Seat
from duel.perspective.operators import names_in
from duel.record.selectors import names_of
from duel.seats.deletion import delete_account
from support.decisions import Ruling
from tests.accounts.test_preferences import PREFERENCES, WISHES
from tests.duel.letter_links import more_address
from tests.duel.letters.outbox import read
from tests.duel.replies.mailing import answer, write
from tests.duel.toy.table import board, play_to_the_end, press
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.words


def rename(person: User, name: str) -> str:
    """What the page says when the person asks for another name."""
    client = Client()
    client.force_login(person)
    wishes = {**WISHES, "language": "en", "letters": "single", "name": name}
    del wishes["numbers_only"]
    page = client.post(PREFERENCES, wishes, follow=True).content.decode()
    person.refresh_from_db()
    return page


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.select_related("game", "user").get(user=person)


@pytest.fixture
def rossi(bruno: User) -> User:
    """Bruno by his full name; the others write its first word."""
    bruno.name = "Bruno Rossi"
    save_preferences(person=bruno, changed=["name"])
    return bruno


def test_a_note_to_a_name_that_another_has_taken_is_asked_back(
    rossi: User, game: Game, ada: User, carla: User
) -> None:
    rename(carla, "Bruno")
    mail = write(seat_of(game, ada), "one\n\nto Bruno: I go for the blue cards")
    assert mail.outcome == "asked"
    assert not Note.objects.exists()
    game.refresh_from_db()
    assert game.ply == 0, "Nothing was done."
    said = " ".join(answer(seat_of(game, ada)).body.split())
    assert "begin it with “to Bruno Rossi:” or “to Bruno (was Carla):”." in said
    assert "blue cards" not in board(game, carla)


def test_a_note_goes_where_the_answer_has_told(
    rossi: User, game: Game, ada: User, carla: User
) -> None:
    rename(carla, "Bruno")
    write(seat_of(game, ada), "to Bruno Rossi: psst")
    write(seat_of(game, ada), "to Bruno (was Carla): hush")
    assert [(note.readers, note.text) for note in Note.objects.order_by("pk")] == [
        ((1,), "psst"),
        ((2,), "hush"),
    ]
    assert "psst" not in board(game, carla)


@pytest.mark.parametrize("name", ["Bruno", "BRUNO", "Brun0", "Bruпo", "Br uno", "Brüno"])
def test_the_name_of_another_at_the_table_is_refused(game: Game, carla: User, name: str) -> None:
    page = rename(carla, name)
    assert carla.name == "Carla"
    assert "in the same game" in page or "different alphabets" in page


def test_a_name_that_another_had_before_is_refused(game: Game, bruno: User, carla: User) -> None:
    rename(bruno, "Bob")
    assert "in the same game" in rename(carla, "Bruno")
    rename(bruno, "Bruno")
    assert names_of(game) == ["Ada", "Bruno", "Carla"], "It is his own."


def test_a_name_is_free_where_nobody_is_met(game: Game, eve: User) -> None:
    rename(eve, "Bruno")
    assert eve.name == "Bruno"


def test_a_former_name_is_told_everywhere_until_the_game_ends(
    game: Game, ada: User, carla: User
) -> None:
    rename(carla, "Dora")
    rename(carla, "Elsa")
    assert names_of(game) == ["Ada", "Bruno", "Elsa (was Carla)"]
    draft = read(game, ada)
    for shown in (board(game, ada), draft.text, draft.html):
        assert "Elsa (was Carla)" in shown
    page = more_page(game, ada)
    assert "Elsa (was Carla) alone" in page
    assert names_in(game.seats.select_related("game", "user")) == names_of(game)
    play_to_the_end(game)
    game.refresh_from_db()
    assert names_of(game) == ["Ada", "Bruno", "Elsa"]


def more_page(game: Game, person: User) -> str:
    page = Client().get(more_address(game, game.seats.get(user=person)))
    return " ".join(page.content.decode().split())


def test_a_name_from_before_addresses_nobody(game: Game, ada: User, carla: User) -> None:
    rename(carla, "Dora")
    assert write(seat_of(game, ada), "to Carla: psst").outcome == "asked"
    assert "begin it with “to Dora (was Carla):”." in " ".join(
        answer(seat_of(game, ada)).body.split()
    )
    assert not Note.objects.exists()


def test_time_is_given_by_no_name_that_another_had(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    rename(bruno, "Bob")
    User.objects.filter(pk=carla.pk).update(name="Bruno")
    game.seats.filter(user=carla).update(former_name="Carla")
    mail = write(seat_of(game, ada), "give Bruno 2 days")
    assert mail.outcome != "done"
    assert write(seat_of(game, ada), "give Bruno (was Carla) 2 days").outcome == "done"


def test_a_newcomer_of_the_same_name_is_not_meant(
    game: Game, ada: User, carla: User, eve: User, olga: User
) -> None:
    User.objects.filter(pk=eve.pk).update(name="Carla")
    replace_player(Ruling(olga, game.public_id, "She asked for it.", game.seq), seat=2, by=eve)
    assert write(seat_of(game, ada), "to Carla: psst").outcome == "asked"
    assert not Note.objects.exists()
    write(seat_of(game, ada), "to Carla (3): hello")
    assert Note.objects.get().readers == (2,)


def test_names_that_look_alike_are_told_apart(game: Game, carla: User) -> None:
    for name in ("Bruno", "BRUN0", "Вruno", "Bru\u3164no"):  # from before there were these rules
        User.objects.filter(pk=carla.pk).update(name=name)
        assert names_of(game) == ["Ada", "Bruno (2)", f"{name} (3)"]


def test_a_former_name_is_erased_with_the_account_and_with_the_seat(
    game: Game, bruno: User, carla: User, eve: User, olga: User
) -> None:
    rename(carla, "Dora")
    replace_player(Ruling(olga, game.public_id, "She asked for it.", game.seq), seat=2, by=eve)
    assert names_of(game) == ["Ada", "Bruno", "Eve"]
    rename(bruno, "Bob")
    press(game, "one")
    delete_account(user=bruno)
    assert not Seat.objects.exclude(former_name="").exists()
