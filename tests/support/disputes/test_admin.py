from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.play.notes import write_note
from mail.models import Letter
from mail.reports.suppression import suppress
from support.disputes.handling import take
from support.models import Dispute
from tests.duel.tables import begin
from tests.support.admin.staff import carry_out
from tests.support.disputes.reports import WORDS, reported

pytestmark = pytest.mark.django_db
LIST = "/admin/support/dispute/"


def page_of(dispute: Dispute, page: str = "change") -> str:
    return reverse(f"admin:support_dispute_{page}", args=[dispute.pk])


def press(client: Client, dispute: Dispute, act: str, **fields: object) -> str:
    """What is said after the button was pressed on the page as it is now."""
    dispute.refresh_from_db()
    sent = {"act": act, "expected": dispute.revision, **fields}
    answer = client.post(page_of(dispute, "act"), sent, follow=True)
    return answer.content.decode()


def test_what_waits_stands_first_and_oldest_first(
    client: Client, game: Game, ada: User, eve: User, olga: User
) -> None:
    newer, older, done = reported(game), reported(game, 1), reported(begin(ada, eve))
    day = timedelta(days=1)
    Dispute.objects.filter(pk=older.pk).update(reported_at=timezone.now() - day)
    Dispute.objects.filter(pk=done.pk).update(
        reported_at=timezone.now() - 2 * day, state="resolved", settled_at=timezone.now()
    )
    client.force_login(olga)

    def listed(query: str = "") -> list[int]:
        answer = client.get(LIST + query)
        assert answer.status_code == 200
        return [dispute.pk for dispute in answer.context["cl"].result_list]

    assert listed() == [older.pk, newer.pk]
    assert listed("?queue=settled") == [done.pk]
    assert listed("?queue=mine") == []
    take(operator=olga, dispute=newer.pk, expected=newer.revision)
    assert listed("?queue=mine") == [newer.pk]
    assert listed(f"?q={game.public_id}") == [older.pk, newer.pk]


def test_a_list_of_any_length_takes_the_same_queries(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    client.force_login(olga)
    client.get(LIST)  # what is looked up once per process
    counts = []
    for games in (1, 5):
        for _ in range(games):
            game = begin(ada, bruno)
            reported(game, 0)
            reported(game, 1)
        with CaptureQueriesContext(connection) as queries:
            client.get(LIST)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.words
def test_a_report_shows_what_is_known_and_nothing_of_the_secret(
    client: Client, game: Game, olga: User
) -> None:
    dispute = reported(game, asks_hold=True)
    reported(game, text="It came a day late.")
    write_note(seat=game.seats.get(number=1), ply=0, text="Good luck!")
    client.force_login(olga)
    shown = client.get(page_of(dispute)).content.decode()
    for words in (WORDS, "It came a day late.", "asks that the clocks be stopped"):
        assert words in shown
    assert "Good luck!" not in shown, "Nobody has reported it."
    assert "/board/" not in shown
    assert "/trouble/" not in shown


@pytest.mark.words
def test_the_letters_are_seen_in_each_language_before_an_answer_is_sent(
    client: Client, game: Game, ada: User, bruno: User, olga: User
) -> None:
    dispute = reported(game)
    User.objects.filter(pk=ada.pk).update(language="fr")
    User.objects.filter(pk=bruno.pk).update(language="it")
    client.force_login(olga)
    press(client, dispute, "take")
    dispute.refresh_from_db()
    send = "Settle it and send the answer"
    assert send not in client.get(page_of(dispute, "answer")).content.decode()
    filled = {
        "expected": dispute.revision,
        "state": "resolved",
        "to_reporter": "It is done.",
        "tell_opponent": "on",
        "to_opponent": "So it is.",
    }
    unreadable = {**filled, "to_reporter": ""}
    assert send not in client.post(page_of(dispute, "answer"), unreadable).content.decode()
    looked = client.post(page_of(dispute, "answer"), filled)
    letters = {letter.code: letter.text for letter in looked.context["preview"].letters}
    assert {code: "So it is." in text for code, text in letters.items()} in (
        {"fr": False, "it": True},
        {"fr": True, "it": False},
    )
    assert send in looked.content.decode()
    dispute.refresh_from_db()
    assert not dispute.is_settled, "Looking sends nothing."
    assert not Letter.objects.filter(kind="dispute-settled").exists()


def test_the_whole_way_of_a_report(client: Client, game: Game, ada: User, olga: User) -> None:
    dispute = reported(game)
    User.objects.filter(pk=ada.pk).update(language="fr")
    client.force_login(olga)
    assert "The report is yours." in press(client, dispute, "take")
    assert "The remark is kept." in press(client, dispute, "remark", text="Provider was down.")
    answer_page = page_of(dispute, "answer")
    at_first = client.get(answer_page).context["form"]
    assert not at_first["to_reporter"].value(), "Nothing is claimed that nobody has looked into."
    proposed = client.post(answer_page, {"fill": "fair", "expected": "1", "state": "dismissed"})
    form = proposed.context["form"]
    assert game.commitment in form["to_reporter"].value()
    assert form["state"].value() == "dismissed", "What was chosen stays."
    dispute.refresh_from_db()
    assert not dispute.is_settled, "Filling in sends nothing."
    page = carry_out(
        client,
        answer_page,
        {
            "expected": dispute.revision,
            "state": "resolved",
            "to_reporter": "It is done.",
            "to_opponent": "Not to be sent.",
        },
        follow=True,
    ).content.decode()
    assert "the answer is on its way" in page
    dispute.refresh_from_db()
    assert (dispute.state, dispute.resolution) == ("resolved", "It is done.")
    assert dispute.word_to_opponent == "", "Unless it is ticked, nobody else is told."
    assert Letter.objects.filter(kind="dispute-settled").count() == 1
    assert "open again" in press(client, dispute, "reopen")


@pytest.mark.words
def test_proposed_words_are_in_the_language_of_each_reader(
    client: Client, game: Game, ada: User, bruno: User, olga: User
) -> None:
    User.objects.filter(pk=ada.pk).update(language="fr")
    User.objects.filter(pk=bruno.pk).update(language="it")
    dispute = reported(game, game.seats.get(user=ada).number)
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    client.force_login(olga)
    Letter.objects.filter(kind="your-turn").update(status="failed")
    if game.to_move != dispute.seat:
        turn = Letter.objects.get(kind="your-turn")
        Letter.objects.filter(pk=turn.pk).update(
            key=turn.key.replace(f":{game.to_move}:", f":{dispute.seat}:", 1)
        )
    form = client.post(page_of(dispute, "answer"), {"fill": "lost-mail"}).context["form"]
    assert "Une lettre avec votre tour" in form["to_reporter"].value()
    assert "Una lettera per Ada" in form["to_opponent"].value()
    assert "French" in form["to_reporter"].label
    assert "Italian" in form["to_opponent"].label


def test_what_was_typed_is_kept_when_somebody_was_faster(
    client: Client, game: Game, olga: User, omar: User
) -> None:
    dispute = reported(game)
    dispute = take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    sent = {"expected": dispute.revision, "state": "resolved", "to_reporter": "A long answer."}
    take(operator=omar, dispute=dispute.pk, expected=dispute.revision)
    client.force_login(olga)
    shown = client.post(page_of(dispute, "answer"), sent).content.decode()
    assert "This report has changed since you opened it" in shown
    assert "A long answer." in shown
    assert not Letter.objects.filter(kind="dispute-settled").exists()


def test_an_opponent_who_is_to_be_told_is_told_something(
    client: Client, game: Game, olga: User
) -> None:
    dispute = reported(game)
    dispute = take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    client.force_login(olga)
    sent = {"expected": dispute.revision, "state": "resolved", "to_reporter": "Done."}
    shown = client.post(page_of(dispute, "answer"), {**sent, "tell_opponent": "on"})
    assert "Write what they are to be told." in shown.content.decode()
    fields = {"tell_opponent": "on", "to_opponent": "So it is."}
    carry_out(client, page_of(dispute, "answer"), {**sent, **fields})
    assert Letter.objects.filter(kind="dispute-settled").count() == 2


def test_stopping_the_clocks_says_whom_no_letter_reaches(
    client: Client, game: Game, ada: User, olga: User
) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    dispute = reported(game, asks_hold=True)
    client.force_login(olga)
    held = press(client, dispute, "hold", seq=game.seq, reason="We look into it.")
    assert "Told by letter: Bruno." in held
    assert "Told by letter: Ada" not in held


def test_the_clocks_are_stopped_and_notes_erased_from_the_report(
    client: Client, game: Game, olga: User
) -> None:
    dispute = reported(game, asks_hold=True)
    write_note(seat=game.seats.get(number=1), ply=0, text="You potato!")
    client.force_login(olga)
    held = press(client, dispute, "hold", seq=game.seq, reason="We look into it.")
    assert "The clocks stand still. Told by letter: Ada and Bruno." in held
    again = press(client, dispute, "hold", seq=game.seq, reason="We look into it.")
    assert "The game has moved on since." in again
    note = game.notes.get()
    assert "Say why" in press(client, dispute, "erase-note", note=note.pk, reason=" ")
    assert game.notes.exists()
    assert "The note is erased." in press(
        client, dispute, "erase-note", note=note.pk, reason="An insult."
    )
    assert not game.notes.exists()


def test_who_may_only_look_changes_nothing(client: Client, game: Game, rita: User) -> None:
    dispute = reported(game)
    client.force_login(rita)
    assert client.get(LIST).status_code == 200
    shown = client.get(page_of(dispute)).content.decode()
    assert WORDS in shown
    assert "Take it" not in shown
    assert client.post(page_of(dispute, "act"), {"act": "take", "expected": 0}).status_code == 403
    assert client.get(page_of(dispute, "answer")).status_code == 403
    assert client.post(page_of(dispute), {"state": "resolved"}).status_code == 403
    dispute.refresh_from_db()
    assert dispute.state == "open"


def test_who_deals_with_reports_does_not_stop_clocks_by_that(
    client: Client, game: Game, omar: User
) -> None:
    dispute = reported(game, asks_hold=True)
    client.force_login(omar)
    assert "Stop the clocks" not in client.get(page_of(dispute)).content.decode()
    sent = {"act": "hold", "expected": 0, "seq": game.seq, "reason": "We look into it."}
    assert client.post(page_of(dispute, "act"), sent).status_code == 403


@pytest.mark.words
def test_players_and_outsiders_see_no_reports(client: Client, game: Game, ada: User) -> None:
    dispute = reported(game)
    for person in (None, ada):
        if person:
            client.force_login(person)
        for address in (
            LIST,
            page_of(dispute),
            page_of(dispute, "answer"),
            page_of(dispute, "act"),
        ):
            assert client.get(address).status_code in (302, 403)
            assert client.post(address).status_code in (302, 403)


def test_an_operator_does_not_read_what_is_reported_about_their_own_game(
    client: Client, game: Game, bruno: User
) -> None:
    number = 1 - game.seats.get(user=bruno).number
    dispute = reported(game, number)
    User.objects.filter(pk=bruno.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=bruno.pk))
    assert str(game.public_id) not in client.get(LIST).content.decode()
    for page in ("change", "answer"):
        assert client.get(page_of(dispute, page)).status_code in (403, 404)
    sent = {"act": "take", "expected": dispute.revision}
    assert client.post(page_of(dispute, "act"), sent).status_code in (403, 404)


def test_getting_a_page_does_nothing(client: Client, game: Game, olga: User) -> None:
    dispute = reported(game)
    client.force_login(olga)
    assert client.get(page_of(dispute, "act") + "?act=take&expected=0").status_code == 405
    dispute.refresh_from_db()
    assert dispute.state == "open"


@pytest.mark.only_on("postgresql")
def test_the_queue_is_found_by_its_index(game: Game) -> None:
    row = {"game": game, "seat": 0, "topic": "mail", "text": "x", "ply": 0, "channel": "link"}
    now = timezone.now()
    Dispute.objects.bulk_create(
        Dispute(**row, reported_at=now, state="resolved", settled_at=now - timedelta(hours=hour))
        for hour in range(3000)
    )
    reported(game)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE duel_dispute")
    waiting = Dispute.objects.filter(state__in=["open", "assigned"]).order_by("reported_at", "pk")
    assert "duel_dispute_unsettled" in waiting[:51].explain()
    settled = Dispute.objects.filter(state__in=["resolved", "dismissed"])
    assert "duel_dispute_settled" in settled.order_by("-settled_at", "-pk")[:51].explain()


def test_what_no_database_stores_is_left_out_of_remarks_and_reasons(
    client: Client, game: Game, olga: User
) -> None:
    dispute = reported(game)
    write_note(seat=game.seats.get(number=1), ply=0, text="You\0 potato!")
    client.force_login(olga)
    press(client, dispute, "remark", text="See\0 below.")
    assert dispute.remarks.get().text == "See below."
    press(client, dispute, "erase-note", note=game.notes.get().pk, reason="An\0 insult.")
    assert not game.notes.exists()
    called = Letter.objects.filter(kind="dispute-opened")
    look = reverse("admin:mail_letter_look", args=[called[0].pk])
    assert client.post(look, {"reason": "\0"}).status_code == 400
