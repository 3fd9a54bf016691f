"""The page of a game in the admin, in every state of the game."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game
from duel.play.notes import write_note
from duel.play.undo import take_back_turn
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from mail.reports.events import Report, record
from support.admin.game_page import SHOWN_AT_FIRST
from support.decisions import Ruling
from support.models import Dispute
from tests.duel.clocks.ticking import send_letters
from tests.duel.letter_links import move_address, mover
from tests.duel.replies.mailing import write
from tests.duel.tables import a_quiet_move, begin, play_on, play_to_the_end, submit
from tests.fixtures.triggers import triggers_off
from tests.support.decisions.verbs import hold, resume
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.words


def page_of(client: Client, game: Game, **query: Any) -> str:
    response = client.get(reverse("admin:duel_game_change", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_shows_log_clocks_and_position(desk: Client, game: Game, olga: User) -> None:
    seat = mover(game)
    hold(Ruling(olga, game.public_id, "because", game.seq))
    game.refresh_from_db()
    write_note(seat=seat, ply=game.ply, text="hello there")
    page = page_of(desk, game)
    assert game.head[:10] in page
    assert "The chain of hashes is whole" in page
    assert f"Position at ply {game.ply} of {game.ply}" in page
    assert "ada@duelpost.example" in page
    assert "hello there" not in page
    assert "Notes between the players" in page
    assert reverse("admin:duel_game_decide", args=[game.pk, "resume"]) in page
    decision = game.decisions.get()
    assert reverse("admin:duel_game_revoke", args=[game.pk, decision.pk]) in page
    assert (
        "no-store" in desk.get(reverse("admin:duel_game_change", args=[game.pk]))["Cache-Control"]
    )


def test_who_may_only_look_is_offered_no_decision(client: Client, game: Game, eve: User) -> None:
    eve.is_staff = True
    eve.save()
    eve.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(eve)
    page = page_of(client, game)
    assert "is to move, since" in page
    assert "/decide/" not in page


@pytest.mark.parametrize("ply", ["0", "1", "99999", "-1", "nonsense", "9" * 40, "²"])
def test_any_ply_can_be_asked_for(ply: str, desk: Client, game: Game) -> None:
    shown = ply if ply in ("0", "1") else str(game.ply)
    assert f"Position at ply {shown} of {game.ply}" in page_of(desk, game, ply=ply)


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_an_opponent_took_back_is_withheld_from_an_operator_who_plays(
    client: Client, game: Game, ada: User, bruno: User
) -> None:
    seat, move = mover(game), a_quiet_move(game)
    submit(game, move)
    take_back_turn(
        public_id=game.public_id, seat=seat.number, expected_ply=game.ply, channel=Channel.LINK
    )
    game.refresh_from_db()
    other = bruno if seat.user == ada else ada
    for user in (ada, bruno):
        user.is_staff = user.is_superuser = True
        user.save()
    taken_back = game.ply - 1
    client.force_login(other)
    page = page_of(client, game, ply=taken_back, timeline="all")
    assert f"Position at ply {taken_back - 1} of" in page
    assert f"?ply={taken_back}#position" not in page
    assert "/decide/" not in page
    *earlier, made, undone = read_log(game).entries
    assert all(entry.hash in page for entry in earlier)
    assert made.hash not in page  # the few legal moves could be tried out on it
    assert undone.hash not in page
    client.force_login(seat.user)  # type: ignore[arg-type]
    page = page_of(client, game, ply=taken_back)
    assert f"Position at ply {taken_back} of" in page
    assert undone.hash in page
    assert "(taken back)" in page


def test_a_game_that_has_not_begun_has_a_page(desk: Client, ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    page = page_of(desk, game)
    assert "waits for bruno@duelpost.example" in page
    assert "Position at ply" not in page
    assert 'name="reason"' not in page


def test_a_game_that_is_over_has_a_page(desk: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    page = page_of(desk, game)
    assert " won the game: " in page
    assert "nothing can be changed any more" in page
    assert "/decide/" not in page


def test_a_long_timeline_is_cut_and_can_be_had_whole(desk: Client, game: Game) -> None:
    play_on(game, 40)
    short, whole = page_of(desk, game), page_of(desk, game, timeline="all", order="oldest")
    assert short.count("<time") == SHOWN_AT_FIRST
    assert "earlier items" in short
    assert whole.count("<time") > SHOWN_AT_FIRST
    assert "earlier items" not in whole
    assert "The game was proposed." not in short
    assert whole.index("The game was proposed.") < whole.index("Ply 1.") < whole.index("Ply 2.")
    assert short.index(f"Ply {game.ply}.") < short.index(f"Ply {game.ply - 1}.")


def queries_of(client: Client, game: Game) -> int:
    """How many it takes to show the page, once what is kept for all requests is known."""
    page_of(client, game)
    with CaptureQueriesContext(connection) as captured:
        page_of(client, game, timeline="all")
    return len(captured)


def have_a_day(game: Game, olga: User, name: str) -> None:
    """Let moves, letters and reports of them, presses, notes, reports and decisions come about."""
    seat, stranger = mover(game), Client()
    address = move_address(game, a_quiet_move(game))
    stranger.get(address)
    stranger.post(address, {"note": f"a note, {name}"})
    play_on(game, 6)
    send_letters(game)
    for letter in Letter.objects.filter(key__startswith=f"{game.public_id}:", status="sent"):
        key = f"{name}:{letter.pk}"
        record(Report(key, "test", "delivered", timezone.now(), token=letter.token))
    for text in ("a report", "an addition"):
        reported(game, seat.number, text=f"{text}, {name}")
    for decide in (hold, resume):
        game.refresh_from_db()
        decide(Ruling(olga, game.public_id, f"a decision, {name}", game.seq))
    Dispute.objects.update(state="dismissed", settled_at=timezone.now(), resolution="no")
    note_act(olga, game, f"an act, {name}")
    write(seat, f"a mail, {name}")
    game.refresh_from_db()


@pytest.mark.parametrize("signed_in", ["desk", "operator"])
def test_the_page_takes_few_queries_however_much_has_happened(
    signed_in: str, request: pytest.FixtureRequest, client: Client, game: Game, olga: User
) -> None:
    request.getfixturevalue(signed_in)
    have_a_day(game, olga, "first")
    first = queries_of(client, game)
    have_a_day(game, olga, "second")
    page = page_of(client, game, timeline="all")
    for name in ("first", "second"):
        for what in ("a report", "an addition", "a decision", "an act"):
            assert f"{what}, {name}" in page
    assert page.count("wrote a note.") == page.count("wrote a mail: ") == 2
    assert "pressed a button" in page
    assert ": delivered." in page
    assert queries_of(client, game) == first <= 20


def test_a_long_game_takes_no_more_queries_than_a_short_one(desk: Client, game: Game) -> None:
    short = queries_of(desk, game)
    play_on(game, 30)
    assert queries_of(desk, game) <= short <= 18


def test_who_plays_takes_no_query_for_what_is_reported(
    client: Client, game: Game, olga: User, ada: User
) -> None:
    have_a_day(game, olga, "first")
    ada.is_staff = ada.is_superuser = True
    ada.save()
    client.force_login(ada)
    page_of(client, game)
    with CaptureQueriesContext(connection) as captured:
        page = page_of(client, game, timeline="all")
    assert "a report, first" not in page
    assert not any("duel_dispute" in query["sql"] for query in captured)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("text = 'take a1'", "does not match the content of the entry"),
        ("kind = 'nonsense'", "does not match the content of the entry"),
        ("kind = 'undo', text = 'x'", "does not match the content of the entry"),
        ("seat = 7", "does not match the content of the entry"),
        ("kind = 'extend', text = 'much'", "does not match the content of the entry"),
        ("prev_hash = repeat('0', 64)", "does not match the entry before"),
    ],
)
def test_a_log_that_was_tampered_with_is_shown_with_its_break(
    change: str, sentence: str, desk: Client, game: Game
) -> None:
    if connection.vendor == "sqlite":
        change = change.replace("repeat('0', 64)", f"'{'0' * 64}'")
    with triggers_off(connection), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE duel_entry SET {change} WHERE game_id = %s AND seq = 2",
            [game.pk],
        )
    page = page_of(desk, game)
    assert "<strong>broken</strong>" in page
    assert sentence in page
    assert "The chain of hashes is whole" not in page
    assert "/decide/void/" in page, "What is broken can be settled."


def test_a_game_that_is_not_there_is_not_found(desk: Client, game: Game) -> None:
    assert desk.get(reverse("admin:duel_game_change", args=[game.pk + 1])).status_code == 404
    assert desk.get("/admin/duel/game/nonsense/change/").status_code == 404
    history = desk.get(reverse("admin:duel_game_history", args=[game.pk]))
    assert "Timeline" in history.content.decode()
