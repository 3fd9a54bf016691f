"""What players write to each other: operators read it if it is reported, or once they say why."""

import pytest
from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, Note, Seat
from duel.play.notes import write_note
from mail.models import Letter
from mail.services import post
from support.conflicts import has_seen_hidden
from support.people.personal_data import export_person
from support.roles import ADMIN, OPERATOR, READ_ONLY
from tests.duel.replies.mailing import write
from tests.duel.tables import begin
from tests.support.disputes.reports import report

WORDS = "I hide the blue card"


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A duel in which Ada has written to Bruno."""
    game = begin(ada, bruno)
    write_note(seat=seat_of(game, ada), ply=0, text=WORDS)
    return game


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.select_related("game", "user").get(user=person)


def someone(role: str) -> Client:
    """An operator of this role, signed in to the admin."""
    person = User.objects.create_user(f"{role}@duelpost.example", name="Paola", is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(person)
    return client


def page_of(client: Client, game: Game) -> str:
    address = reverse("admin:duel_game_change", args=[game.pk])
    return client.get(f"{address}?timeline=all").content.decode()


@pytest.mark.parametrize("role", [READ_ONLY, OPERATOR])
def test_no_page_shows_a_note_unasked(game: Game, bruno: User, role: str) -> None:
    client = someone(role)
    text = "He insults me."
    dispute = report(
        seat=seat_of(game, bruno), topic="abuse", text=text, asks_hold=False, channel="link"
    )
    shown = page_of(client, game)
    assert "Notes between the players" in shown
    assert "Ada wrote a note." in shown
    for name, *arguments in (
        ("support_dispute_change", dispute.pk),
        ("support_dispute_changelist",),
        ("duel_game_changelist",),
        ("accounts_user_change", bruno.pk),
        ("admin_logentry_changelist",),
        ("mail_letter_changelist",),
        ("index",),
    ):
        shown += client.get(reverse(f"admin:{name}", args=arguments), follow=True).content.decode()
    assert WORDS not in shown
    for name in ("duel_game", "support_dispute", "mail_letter", "mail_inboundmail"):
        found = client.get(reverse(f"admin:{name}_changelist"), {"q": "blue card"}, follow=True)
        assert game.public_id not in found.content.decode()


def test_read_only_operators_cannot_ask_for_it(game: Game) -> None:
    client = someone(READ_ONLY)
    assert "Read the notes" not in page_of(client, game)
    answer = client.post(reverse("admin:duel_game_notes", args=[game.pk]), {"reason": "curious"})
    assert answer.status_code == 403
    assert WORDS not in answer.content.decode()


def test_an_operator_reads_it_once_after_saying_why(game: Game) -> None:
    client = someone(OPERATOR)
    address = reverse("admin:duel_game_notes", args=[game.pk])
    refused = client.post(address, {"reason": " "})
    assert refused.status_code == 400
    assert WORDS not in refused.content.decode()
    assert client.get(address).status_code == 403
    shown = client.post(address, {"reason": "a threat was reported by phone"}).content.decode()
    assert WORDS in shown
    act = AuditEntry.objects.latest("pk")
    message = act.get_change_message()
    assert message == "saw what is hidden in notes: a threat was reported by phone"
    assert WORDS not in page_of(client, game)
    assert message in page_of(client, game), "The timeline tells it."
    assert has_seen_hidden(act.user, game), "They can take no seat in the game."


def test_who_has_read_a_players_mail_takes_no_seat_though_the_mail_is_deleted(
    game: Game, ada: User, bruno: User
) -> None:
    elsewhere = begin(ada, bruno)
    mail = write(seat_of(game, ada), "to Bruno: what a secret")
    client = someone(OPERATOR)
    reader = User.objects.get(email__startswith=OPERATOR)
    address = reverse("admin:mail_inboundmail_look", args=[mail.pk])
    client.post(address, {"reason": " "})
    assert not has_seen_hidden(reader, game)
    shown = client.post(address, {"reason": "Ticket 4"}, follow=True).content.decode()
    assert "what a secret" in shown
    mail.delete()
    assert has_seen_hidden(reader, game)
    assert not has_seen_hidden(reader, elsewhere)


@pytest.mark.parametrize("role", [READ_ONLY, OPERATOR])
def test_who_has_read_a_letter_takes_no_seat_though_the_letter_is_deleted(
    game: Game, ada: User, bruno: User, role: str
) -> None:
    elsewhere = begin(ada, bruno)
    topic = f"game:{game.public_id}"
    letter = Letter.objects.filter(topic=topic, kind="your-turn").first()
    assert letter is not None
    client = someone(role)
    reader = User.objects.get(email__startswith=role)
    client.post(reverse("admin:mail_letter_look", args=[letter.pk]), {"reason": "Ticket 4"})
    letter.delete()
    assert has_seen_hidden(reader, game) == (role == OPERATOR), "Others cannot read it."
    assert not has_seen_hidden(reader, elsewhere)


def test_who_has_read_a_daily_letter_takes_no_seat_in_its_readers_games(
    game: Game, ada: User, bruno: User, eve: User
) -> None:
    post(kind="digest", to=ada.email, key="digest:1", data={})
    elsewhere = begin(bruno, eve)
    client = someone(OPERATOR)
    letter = Letter.objects.get(kind="digest")
    client.post(reverse("admin:mail_letter_look", args=[letter.pk]), {"reason": "Ticket 4"})
    reader = User.objects.get(email__startswith=OPERATOR)
    assert has_seen_hidden(reader, game)
    assert not has_seen_hidden(reader, elsewhere)


def test_who_has_exported_what_is_kept_of_a_player_takes_no_seat(
    game: Game, ada: User, bruno: User, eve: User
) -> None:
    someone(ADMIN)
    reader = User.objects.get(email__startswith=ADMIN)
    elsewhere = begin(bruno, eve)
    data = export_person(operator=reader, person=ada, reason="She asked for it.")
    assert WORDS in str(data)
    assert has_seen_hidden(reader, game)
    assert not has_seen_hidden(reader, elsewhere)
    assert not has_seen_hidden(reader, begin(ada, eve)), "It began later."


@pytest.mark.parametrize(("role", "may"), [(READ_ONLY, False), (OPERATOR, True)])
def test_only_who_may_read_notes_is_led_to_them_from_a_report(
    game: Game, bruno: User, role: str, may: bool
) -> None:
    dispute = report(
        seat=seat_of(game, bruno), topic="abuse", text="Look.", asks_hold=False, channel="link"
    )
    page = someone(role).get(reverse("admin:support_dispute_change", args=[dispute.pk]))
    assert ("Read all of them, saying why" in page.content.decode()) == may


def test_who_plays_in_the_game_cannot_ask_for_it(game: Game, ada: User) -> None:
    ada.is_staff = ada.is_superuser = True
    ada.save()
    client = Client()
    client.force_login(ada)
    answer = client.post(reverse("admin:duel_game_notes", args=[game.pk]), {"reason": "mine"})
    assert WORDS not in answer.content.decode()
    assert not AuditEntry.objects.filter(change_message__contains="notes").exists()


def test_a_note_that_its_reader_reported_is_shown(game: Game, bruno: User) -> None:
    write_note(seat=seat_of(game, bruno), ply=0, text="a word of his")
    dispute = report(
        seat=seat_of(game, bruno),
        topic="abuse",
        text="This one.",
        asks_hold=False,
        channel="link",
        note=Note.objects.get(text=WORDS),
    )
    client = someone(READ_ONLY)
    page = client.get(reverse("admin:support_dispute_change", args=[dispute.pk])).content.decode()
    for shown in (page, page_of(client, game)):
        assert WORDS in shown
        assert "a word of his" not in shown


def test_mail_is_quoted_without_words_to_players(game: Game, ada: User, bruno: User) -> None:
    mover = game.seats.select_related("game", "user").get(is_to_move=True)
    other = bruno if mover.user == ada else ada
    write(mover, f"show\n\nto {other}: what a secret")
    write(mover, f"to {other}x: what a secret")
    write(mover, "what a secret this is")
    client = someone(OPERATOR)
    assert "wrote a mail, “show”" in page_of(client, game)
    assert "what a secret" not in page_of(client, game)
