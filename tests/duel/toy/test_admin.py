"""The operators' pages about a game of three."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from support.models import Decision
from tests.duel.letters.outbox import read
from tests.duel.tables import assert_sound
from tests.duel.toy.table import board, letters, play_to_the_end, press
from tests.support.admin.staff import carry_out
from tests.support.disputes.reports import report

pytestmark = pytest.mark.words

REASON, MESSAGE = "We were asked.", "We look into it until Friday."


@pytest.fixture
def desk(client: Client, olga: User) -> Client:
    """Olga's browser, signed in."""
    client.force_login(olga)
    return client


def page_of(desk: Client, game: Game) -> str:
    response = desk.get(reverse("admin:duel_game_change", args=[game.pk]))
    assert response.status_code == 200
    return response.content.decode()


def decide(desk: Client, game: Game, act: str, **fields: object) -> str:
    """Decide in the admin; what the page had said beforehand that it would do."""
    game.refresh_from_db()
    address = reverse("admin:duel_game_decide", args=[game.pk, act])
    data = {"reason": REASON, "message": MESSAGE, "expected_seq": game.seq, **fields}
    shown = desk.post(address, data).content.decode()
    assert "What this will do" in shown
    done = carry_out(desk, address, data)
    assert done.status_code == 302, done.content.decode()
    game.refresh_from_db()
    return shown


def test_the_page_of_the_game_names_all_and_draws_the_toy(desk: Client, game: Game) -> None:
    press(game, "one", note="a word of hers")
    press(game, "peek")
    page = page_of(desk, game)
    for person in ("ada", "bruno", "carla"):
        assert f"{person}@duelpost.example" in page
    assert f"Position at ply {game.ply} of {game.ply}, turn 3" in page
    assert '<p data-mark="line-0">Ada has counted 1 and holds a hidden number.</p>' in page
    assert page.count("holds a hidden number") == 6, "On the table, and as text."
    assert "a word of hers" not in page
    assert "The chain of hashes is whole" in page
    assert "Carla" in page.partition("is to move, since")[0]


def test_what_is_hidden_is_shown_to_an_operator_who_asks(desk: Client, game: Game) -> None:
    address = reverse("admin:duel_game_reveal", args=[game.pk])
    shown = desk.post(address, {"reason": REASON}, follow=True).content.decode()
    assert "Carla has counted 0 and holds" in shown
    assert "a hidden number" not in shown.partition('id="hidden"')[2].partition("</section>")[0]


def test_a_hold_stops_the_clock_and_is_told_to_all_three(
    desk: Client, game: Game, ada: User, bruno: User, carla: User
) -> None:
    shown = decide(desk, game, "hold")
    assert "Ada, Bruno and Carla" in shown
    everybody = [ada.email, bruno.email, carla.email]
    assert letters(game, "operator-decision") == everybody
    for person in (ada, bruno, carla):
        told = read(game, person, "operator-decision").text
        assert MESSAGE in told
        assert REASON not in told
    assert "The clock does not run at the moment." in board(game, bruno)
    decide(desk, game, "resume")
    assert letters(game, "operator-decision") == everybody * 2
    assert_sound(game)


@pytest.mark.parametrize(
    ("winners", "foretold", "told"),
    [
        (
            [1],
            "An operator awarded the game to Bruno.",
            [
                "An operator awarded the game to Bruno.",
                "An operator awarded the game to you.",
                "An operator awarded the game to Bruno.",
            ],
        ),
        (
            [0, 2],
            "Ada and Carla won the game together: an operator decided so.",
            [
                "You won the game together with Carla: an operator decided so.",
                "Ada and Carla won the game together: an operator decided so.",
                "You won the game together with Ada: an operator decided so.",
            ],
        ),
        (
            [0, 1, 2],
            "Ada, Bruno and Carla won the game together: an operator decided so.",
            [
                "You won the game together with Bruno and Carla: an operator decided so.",
                "You won the game together with Ada and Carla: an operator decided so.",
                "You won the game together with Ada and Bruno: an operator decided so.",
            ],
        ),
    ],
)
def test_an_award_names_who_wins(
    desk: Client, game: Game, winners: list[int], foretold: str, told: list[str]
) -> None:
    assert foretold in decide(desk, game, "award", winners=winners)
    assert game.result == {"winners": winners, "by": ["award"]}
    for seat in game.seats.order_by("number"):
        assert seat.user is not None
        assert told[seat.number] in read(game, seat.user, "operator-decision").text
        assert told[seat.number] in board(game, seat.user)
    assert_sound(game)


def test_every_other_decision_finds_its_way(desk: Client, game: Game, eve: User) -> None:
    press(game, "one")
    assert "Carla" in decide(desk, game, "extend", seat=2, hours=24)
    decide(desk, game, "proxy", text="two")
    assert game.to_move == 1  # nothing follows by itself where an operator plays
    decide(desk, game, "rollback", ply=1)
    decide(desk, game, "replace", seat=2, address=eve.email)
    assert game.seats.get(number=2).user == eve
    told = decide(desk, game, "retire", seat=2)
    assert "Eve can no longer play in this game, and sees what a spectator sees." in told
    assert "The others play on." in told
    assert (game.result, game.seats.get(number=2).left_at is None) == (None, False)
    decide(desk, game, "void", rematch="on")
    assert game.rematches.get().seat_count == 3
    assert Decision.objects.count() == 6
    assert_sound(game)


def test_the_page_of_a_finished_game_says_how_it_ended(desk: Client, game: Game) -> None:
    play_to_the_end(game)
    page = page_of(desk, game)
    assert "Ada won the game: five was counted. Places: 1. Ada, 2. Carla, 3. Bruno." in page
    assert "Bruno has counted 2" in page


def test_a_player_of_three_is_no_operator_of_their_own_game(
    client: Client, game: Game, carla: User
) -> None:
    carla.is_staff = carla.is_superuser = True
    carla.save()
    client.force_login(carla)
    address = reverse("admin:duel_game_decide", args=[game.pk, "hold"])
    assert client.get(address).status_code == 403


def test_a_report_names_both_others_and_who_wrote_which_note(
    desk: Client, game: Game, carla: User
) -> None:
    press(game, "one", note="a word of hers")
    press(game, "one", note="a word of his")
    seat = game.seats.get(user=carla)
    dispute = report(seat=seat, topic="other", text="Help!", asks_hold=False, channel="link")
    page = desk.get(reverse("admin:support_dispute_change", args=[dispute.pk])).content.decode()
    for name, text in (("Ada", "a word of hers"), ("Bruno", "a word of his")):
        assert f"<strong>{name}</strong>" in page
        assert text not in page
    opponents = page.partition("Opponents")[2].partition("</dd>")[0]
    assert opponents.index(">Ada<") < opponents.index(">Bruno<")
