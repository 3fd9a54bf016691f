"""Programs that play have accounts of their own kind: nobody signs in as one or writes to it."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.translation import override

from accounts.bots import bot_of
from accounts.models import User
from accounts.services.sign_in import ask_for_sign_in, may_sign_in
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
