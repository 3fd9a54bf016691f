"""Programs that play have accounts of their own kind: nobody signs in as one or writes to it."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.translation import override

from accounts.bots import bot_of
from accounts.forms import AddressForm, NewAddressForm
from accounts.models import User
from accounts.services.senders import (
    SenderRefusedError,
    add_sender_address,
    post_foreign_sender,
)
from accounts.services.sign_in import ask_for_sign_in, may_sign_in
from accounts.tokens import ADD_SENDER
from mail.models import Letter
from mail.outbox.delivery import deliver


@pytest.mark.parametrize("level", User.Bot.values)
def test_there_is_one_account_for_each_level(db: None, level: str) -> None:
    bot = bot_of(level)

    assert bot_of(level) == bot
    assert bot.is_bot
    assert not bot.has_usable_password()
    assert not bot.is_active


def test_an_unknown_level_has_no_account(db: None) -> None:
    with pytest.raises(ValueError, match="grandmaster"):
        bot_of("grandmaster")
    assert not User.objects.exists()


def test_everybody_reads_that_it_is_one_in_their_own_language(db: None) -> None:
    bot = bot_of("journeyman")

    assert str(bot) == "Journeyman (bot)"
    with override("fr"):
        assert str(bot) == "Compagnon (bot)"


@pytest.mark.parametrize("change", [{"is_active": True}, {"is_staff": True}])
def test_the_database_refuses_a_bot_that_could_sign_in(db: None, change: dict[str, bool]) -> None:
    bot = bot_of("master")

    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=bot.pk).update(**change)


def test_nobody_is_sent_a_letter_to_sign_in_as_one(client: Client, ada: User) -> None:
    bot = bot_of("apprentice")

    ask_for_sign_in(address=bot.email, network="127.0.0.1", language="en")

    letter = Letter.objects.get(to=bot.email)
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.DROPPED
    assert not may_sign_in(bot.email)


def test_people_are_no_bots(ada: User) -> None:
    assert not ada.is_bot
    assert not User(email="new@duelpost.example").is_bot


@pytest.mark.parametrize("form", [AddressForm, NewAddressForm])
def test_no_person_can_have_an_address_where_bots_have_theirs(form: type[AddressForm]) -> None:
    asked = form({"address": "Me@Bots.Invalid", "new-address": "Me@Bots.Invalid"})

    assert asked.errors["address"] == [
        "An address at bots.invalid is a bot's: nobody reads what is sent there."
    ]


def test_nobody_is_taken_in_with_such_an_address(db: None) -> None:
    with pytest.raises(ValidationError, match="is a bot's"):
        User.objects.create_user("somebody@bots.invalid", name="Somebody")


def test_mail_from_such_an_address_is_nobodys(ada: User) -> None:
    post_foreign_sender(person=ada, address="apprentice@bots.invalid")
    letter = Letter.objects.get(kind="foreign-sender")
    url = ADD_SENDER.url(ada, "apprentice@bots.invalid", request=letter.data["request"])

    with pytest.raises(SenderRefusedError, match="is a bot's"):
        add_sender_address(token=url.rpartition("/")[2])
