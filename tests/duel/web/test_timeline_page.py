"""The timeline page: who gets it, hiding and reporting notes, memos, and what it costs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.models import Game, HiddenNotes, Memo, Seat
from duel.play.notes import write_note
from duel.record.links import Link, Purpose, link_token
from duel.web.game import timeline
from support.models import Dispute
from tests.duel.letter_links import board_address
from tests.duel.tables import begin, make_final, play_on

pytestmark = pytest.mark.django_db

ONE_TIME = re.compile('(?<=csrfmiddlewaretoken" value=")[^"]+')


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno, is_public=True)
    write_note(seat=game.seats.get(user=bruno), ply=0, text="You potato.")
    return game


def page_of(game: Game) -> str:
    return reverse("duel:timeline", args=[game.public_id])


def linked(game: Game, seat: Seat) -> str:
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TIMELINE, link, epoch=seat.link_epoch)
    return reverse("duel:timeline-link", args=[token])


def test_it_is_there_for_players_alone_even_of_a_public_game(
    client: Client, game: Game, ada: User, eve: User
) -> None:
    assert client.get(page_of(game)).status_code == 302
    client.force_login(eve)
    assert client.get(page_of(game)).status_code == 404
    client.force_login(ada)
    assert "Bruno writes: “You potato.”" in client.get(page_of(game)).content.decode()


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_notes_are_hidden_by_a_press_and_shown_again(
    is_signed_in: bool, client: Client, game: Game, ada: User, bruno: User
) -> None:
    seat, note = game.seats.get(user=ada), game.notes.get()
    if is_signed_in:
        client.force_login(ada)
    address = page_of(game) if is_signed_in else linked(game, seat)
    client.get(f"{address}?act=hide-notes&note={note.pk}")
    assert not HiddenNotes.objects.exists(), "GET never acts."
    page_after = client.post(address, {"act": "hide-notes", "note": note.pk}).content.decode()
    assert "Notes of Bruno are no longer shown to you" in page_after
    for shown in (page_after, Client().get(board_address(game, seat)).content.decode()):
        assert "potato" not in shown
    bruno_sees = Client().get(linked(game, game.seats.get(user=bruno))).content.decode()
    assert "You wrote: “You potato.”" in bruno_sees
    assert "no longer shown" not in bruno_sees
    shown = client.post(address, {"act": "show-notes", "writer": bruno.pk}).content.decode()
    assert "potato" in shown


def test_they_are_shown_again_in_the_preferences(
    client: Client, game: Game, ada: User, bruno: User, eve: User
) -> None:
    client.force_login(ada)
    client.post(page_of(game), {"act": "hide-notes", "note": game.notes.get().pk})
    page = reverse("duel:hidden-notes")
    assert "Show notes of Bruno again" in " ".join(client.get(page).content.decode().split())
    other = Client()
    other.force_login(eve)
    other.post(page, {"writer": bruno.pk})
    assert HiddenNotes.objects.exists(), "They are another reader's."
    client.post(page, {"writer": bruno.pk})
    assert not HiddenNotes.objects.exists()


def test_a_report_names_the_note(client: Client, game: Game, ada: User, olga: User) -> None:
    note = game.notes.get()
    client.force_login(ada)
    report = reverse("duel:report", args=[game.public_id])
    shown = client.get(f"{report}?note={note.pk}", follow=True)
    assert "You report this note." in shown.content.decode()
    client.post(f"{shown.request['PATH_INFO']}?note={note.pk}", {"topic": "abuse", "text": "Look."})
    dispute = Dispute.objects.get()
    assert dispute.note == note
    client.force_login(olga)
    page = client.get(reverse("admin:support_dispute_change", args=[dispute.pk])).content.decode()
    assert "Reported:" in page


def test_ones_own_note_and_one_to_others_cannot_be_reported(client: Client, game: Game) -> None:
    seat = game.seats.get(user__name="Bruno")
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TROUBLE, link, epoch=seat.link_epoch)
    page = client.get(reverse("duel:trouble", args=[token]) + f"?note={game.notes.get().pk}")
    assert "You report this note." not in page.content.decode()


def test_a_memo_is_written_changed_and_deleted_and_nobody_elses(
    client: Client, game: Game, ada: User, bruno: User
) -> None:
    client.force_login(ada)
    for text in ("pearls", "white"):
        assert text in client.post(page_of(game), {"act": "memo", "memo": text}).content.decode()
    assert Memo.objects.get().text == "white"
    client.force_login(bruno)
    assert 'value="white"' not in client.get(page_of(game)).content.decode()
    client.force_login(ada)
    client.post(page_of(game), {"act": "no-memo"})
    assert not Memo.objects.exists()


def test_it_is_paged_and_each_page_keeps_what_is_asked_for(
    client: Client, game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "ITEMS_A_PAGE", 5)
    play_on(game, 12)
    make_final(game)
    client.force_login(ada)
    pages = [
        client.get(page_of(game), {"only": "moves", "page": number}).content.decode()
        for number in (1, 2, 99, "x")
    ]
    first, second, last, senseless = (ONE_TIME.sub("", page) for page in pages)
    assert 'href="' + page_of(game) + '?page=2&amp;only=moves">Older' in first
    assert 'href="' + page_of(game) + '?page=1&amp;only=moves">Newer' in second
    assert first.count('data-sort="move"') == 5
    assert ">Older" not in last
    assert senseless == first
    for page in (first, second, last):
        assert 'data-sort="letter"' not in page


def test_what_nobody_can_ask_for_shows_everything(client: Client, game: Game, ada: User) -> None:
    client.force_login(ada)
    page = client.get(page_of(game), {"only": "<script>"}).content.decode()
    assert 'data-sort="note"' in page
    assert "<script>" not in page


def test_a_link_of_an_earlier_turn_tells_what_happened_and_still_hides_notes(
    client: Client, game: Game, ada: User, bruno: User
) -> None:
    seat, note = game.seats.get(user=ada), game.notes.get()
    stale = linked(game, seat)
    play_on(game, 6)
    make_final(game)
    page = client.get(f"{stale}?only=notes").content.decode()
    assert "potato" not in page
    assert "What happened since" in page
    page_after = client.post(stale, {"act": "hide-notes", "note": note.pk}).content.decode()
    assert "Notes of Bruno are no longer shown to you" in page_after
    assert HiddenNotes.objects.get().writer == bruno


def test_a_link_of_somebody_who_was_replaced_opens_nothing(
    client: Client, game: Game, ada: User
) -> None:
    dead = linked(game, game.seats.get(user=ada))
    Seat.objects.filter(game=game, user=ada).update(link_epoch=1)
    answer = client.get(dead)
    assert answer.status_code == 410
    assert "potato" not in answer.content.decode()


def test_a_long_game_takes_no_more_queries_than_a_short_one(
    client: Client, game: Game, ada: User
) -> None:
    client.force_login(ada)
    counts = []
    for _ in range(2):
        play_on(game, 12)
        make_final(game)  # while a turn is not, one more query asks who else is its player
        client.get(page_of(game))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page_of(game)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 20
