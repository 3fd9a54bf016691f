"""Mail with a good key that nothing proves to be its player's: they are asked about each way."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import SenderPath, User
from accounts.services.preferences import revoke_links
from accounts.services.senders import MOST_QUESTIONS_A_DAY
from accounts.tokens import preferences_url
from duel.lobby.invitations import invitation_key
from duel.lobby.proposals import propose
from duel.models import Game, LogEntry, Seat, Status
from duel.words.terms import Terms
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail, Letter
from tests.accounts.conftest import path_of
from tests.duel.letter_links import mover
from tests.duel.replies.mailing import answers, key_of, raw_mail
from tests.duel.replies.test_moves import quiet_number
from tests.duel.tables import begin

OURS = "mx.ours.example"
SOFTFAIL = f"Authentication-Results: {OURS}; spf=softfail smtp.mailfrom=duelpost.example"
PASS = f"Authentication-Results: {OURS}; dmarc=pass header.from=duelpost.example"


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


@pytest.fixture(autouse=True)
def _our_server(settings: Any) -> None:
    settings.INBOUND_AUTHSERV = OURS


def write(
    seat: Seat, text: str, *, network: str = "203.0.113.7", said: str = SOFTFAIL
) -> InboundMail:
    """The mail of the seat's player as our server hands it on, received and read."""
    assert seat.user is not None
    key = key_of(seat.game, seat)
    head = f"Received: from x (x [{network}]) by {OURS}\r\n{said}\r\n" if said else ""
    raw = head.encode() + raw_mail(key, text, sender=seat.user.email)
    pk = receive(raw, recipients=[reply_address(key)], way="smtp").pks[0]
    assert pk is not None
    return _read(pk, seat)


def _read(pk: int, seat: Seat) -> InboundMail:
    read_mail(pk)
    seat.game.refresh_from_db()
    return InboundMail.objects.get(pk=pk)


def link_in(seat: Seat) -> str:
    """Where the link in the one question to the player leads."""
    (letter,) = answers(seat, "unproved-mail")
    return path_of(next(line for line in str(letter.body).splitlines() if "/me/path/" in line))


@pytest.mark.parametrize("said", [SOFTFAIL, "", f"Authentication-Results: {OURS}; dmarc=temperror"])
def test_the_first_mail_by_a_new_way_is_asked_back_and_read_once_confirmed(
    game: Game, said: str
) -> None:
    seat = mover(game)
    mail = write(seat, str(quiet_number(game, seat)), said=said)
    assert (mail.outcome, game.ply) == ("unconfirmed", 0)
    path = link_in(seat)
    assert Client().get(path).status_code == 200
    assert Client().head(path).status_code == 200
    assert InboundMail.objects.get().outcome == "unconfirmed"
    assert "is being read now" in Client().post(path).content.decode()
    assert _read(mail.pk, seat).outcome == "played"
    assert seat.game.ply > 0
    assert "was read before" in Client().post(path).content.decode()


def test_the_question_quotes_the_mail_and_goes_to_the_known_address(game: Game) -> None:
    seat = mover(game)
    write(seat, "resign\n<b>now</b>")
    (letter,) = answers(seat, "unproved-mail")
    assert seat.user is not None
    assert letter.to == [seat.user.email]
    assert "> resign\n> <b>now</b>" in letter.body
    assert "<b>now</b>" not in str(letter.alternatives[0][0])


def test_later_mail_by_a_confirmed_way_counts_and_by_another_way_does_not(game: Game) -> None:
    seat = mover(game)
    mail = write(seat, "show")
    Client().post(link_in(seat))
    assert _read(mail.pk, seat).outcome == "shown"
    assert write(seat, "show", network="203.0.113.99").outcome == "shown"
    assert write(seat, "show", network="198.51.100.1").outcome == "unconfirmed"


def test_confirmed_ways_are_listed_and_removed_by_their_owner_alone(game: Game, eve: User) -> None:
    seat = mover(game)
    assert seat.user is not None
    path = SenderPath.objects.create(user=seat.user, path="203.0.113.0/24")
    remove = {"act": "remove-path", "path": str(path.pk)}
    link = path_of(preferences_url(seat.user))
    assert path.path not in Client().get(link).content.decode()
    assert Client().post(link, remove).status_code == 400
    stranger, owner = Client(), Client()
    stranger.force_login(eve)
    assert path.path not in stranger.post("/me/", remove).content.decode()
    owner.force_login(seat.user)
    assert path.path in owner.get("/me/").content.decode()
    for pk in ("", "x", "9" * 40, "-1"):
        assert path.path in owner.post("/me/", {**remove, "path": pk}).content.decode()
    answer = owner.post("/me/", remove).content.decode()
    assert "We ask you again" in answer
    assert path.path not in answer
    assert write(seat, "7").outcome == "unconfirmed", "It is asked about again."


def test_a_way_by_which_proved_mail_came_is_known(game: Game) -> None:
    seat = mover(game)
    assert write(seat, "show", said=PASS).outcome == "shown"
    assert write(seat, "help").outcome == "helped"
    assert not SenderPath.objects.exists()


def test_a_way_that_another_player_confirmed_counts_for_them_alone(game: Game) -> None:
    seat = mover(game)
    other = game.seats.select_related("game", "user").exclude(pk=seat.pk).get()
    write(seat, "show")
    Client().post(link_in(seat))
    assert write(other, "show").outcome == "unconfirmed"


def test_where_no_way_is_known_each_mail_is_asked_about(game: Game) -> None:
    seat = mover(game)
    mail = write(seat, "show", said="")
    Client().post(link_in(seat))
    assert _read(mail.pk, seat).outcome == "shown"
    assert write(seat, "help", said="").outcome == "unconfirmed"


def test_nobody_is_asked_where_no_server_checks_senders(game: Game, settings: Any) -> None:
    settings.INBOUND_AUTHSERV = ""
    seat = mover(game)
    assert write(seat, str(quiet_number(game, seat))).outcome == "played"


def test_a_flood_of_forged_mail_asks_a_few_times_a_day(game: Game) -> None:
    seat = mover(game)
    for number in range(MOST_QUESTIONS_A_DAY + 3):
        assert write(seat, "resign", network=f"198.51.{number}.1").outcome == "unconfirmed"
    assert Letter.objects.filter(kind="unproved-mail").count() == MOST_QUESTIONS_A_DAY


def test_a_question_holds_no_clock_and_its_answer_gives_no_time_back(game: Game) -> None:
    seat = mover(game)
    before = game.deadline
    mail = write(seat, "show")
    path = link_in(seat)
    assert mail.status == "read"
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        Client().post(path)
        assert _read(mail.pk, seat).outcome == "shown"
    assert seat.game.deadline == before
    assert not LogEntry.objects.filter(game=game, kind="extend").exists()


def test_the_link_dies_with_the_others_and_after_a_week(game: Game) -> None:
    seat = mover(game)
    assert seat.user is not None
    write(seat, "show")
    path = link_in(seat)
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1)):
        assert Client().post(path).status_code == 410
    assert Client().post(path.replace("/path/", "/sender/")).status_code == 410
    revoke_links(person=seat.user)
    assert Client().post(path).status_code == 410
    assert not SenderPath.objects.exists()


def test_an_invitation_is_not_answered_by_unproved_mail(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    key = invitation_key(game.seats.get(number=1))
    for text in ("accept", "decline"):
        raw = raw_mail(key, text, sender=bruno.email)
        pk = receive(raw, recipients=[reply_address(key)], way="smtp").pks[0]
        assert pk is not None
        read_mail(pk)
        assert InboundMail.objects.get(pk=pk).outcome == "asked"
    game.refresh_from_db()
    assert game.status == Status.PROPOSED
