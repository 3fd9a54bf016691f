"""Invitations that are answered by mail."""

import re

import pytest
from django.test import Client

from accounts.models import User
from duel.lobby.invitations import invitation_key
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.words.terms import Terms
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail, Letter
from mail.outbox.delivery import deliver
from tests.duel.replies.mailing import raw_mail

STRANGER = "new@elsewhere.example"


def invite(by: User, address: str) -> Game:
    return propose(by=by, terms=Terms(), invite=[address])


def write(game: Game, text: str, *, sender: str) -> InboundMail:
    key = invitation_key(game.seats.get(number=1))
    raw = raw_mail(key, text, sender=sender)
    pk = receive(raw, recipients=[reply_address(key)], way="smtp").pks[0]
    assert pk is not None
    read_mail(pk)
    game.refresh_from_db()
    return InboundMail.objects.get(pk=pk)


def the_answer(mailoutbox: list[object]) -> str:
    mailoutbox.clear()
    deliver(Letter.objects.get(kind="invitation-reply", status="waiting").pk)
    return str(mailoutbox[0].body)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["accept", "oui", "accetto", "I join, my word: rose"])
def test_a_player_accepts_by_mail(
    ada: User, bruno: User, text: str, mailoutbox: list[object]
) -> None:
    game = invite(ada, bruno.email)
    assert write(game, text, sender=bruno.email).outcome == "done"
    assert game.status == Status.RUNNING
    assert "rose" in game.seats.get(number=1).nonce or "rose" not in text
    assert "You have accepted" in the_answer(mailoutbox)


def test_an_invitation_is_declined_by_mail(
    ada: User, bruno: User, mailoutbox: list[object]
) -> None:
    game = invite(ada, bruno.email)
    assert write(game, "no, thanks", sender=bruno.email).outcome == "done"
    assert game.off_because == "declined"
    assert "declined" in the_answer(mailoutbox)


def test_somebody_new_is_led_to_the_page_that_asks_for_a_name(
    ada: User, mailoutbox: list[object]
) -> None:
    game = invite(ada, STRANGER)
    assert write(game, "yes", sender=STRANGER).outcome == "asked"
    assert game.status == Status.PROPOSED
    assert "/join/" in the_answer(mailoutbox)


def test_nobody_else_accepts(ada: User, bruno: User, eve: User) -> None:
    game = invite(ada, bruno.email)
    assert write(game, "accept", sender=eve.email).outcome == "foreign"
    assert game.status == Status.PROPOSED
    assert not Letter.objects.filter(kind="invitation-reply").exists()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "To play, open this page: it asks for your name, and that is all."),
        ("fr", "Pour jouer, ouvrez cette page : elle demande votre nom, et c’est tout."),
        ("it", "Per giocare, apri questa pagina: chiede il tuo nome, e nient’altro."),
    ],
)
def test_the_page_to_which_somebody_new_is_led_lets_them_play(
    ada: User, mailoutbox: list[object], client: Client, language: str, sentence: str
) -> None:
    User.objects.filter(pk=ada.pk).update(language=language)
    game = invite(ada, STRANGER)
    write(game, "yes", sender=STRANGER)
    body = the_answer(mailoutbox)
    assert sentence in " ".join(body.split())
    (address,) = re.findall(r"https?://[^/\s]+(/\S*/join/\S*|/join/\S*)", body)
    page = client.get(address)
    assert page.status_code == 200
    assert 'name="name"' in page.content.decode()
    client.post(address, {"name": "Nina", "language": language, "time_zone": "Europe/Rome"})
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    player = game.seats.get(number=1).user
    assert player is not None
    assert (player.name, player.email, player.language) == ("Nina", STRANGER, language)
