"""Bots in the admin: shown as such, found by a filter, and nothing can be done to them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.bots import bot_of
from accounts.models import User
from accounts.services.authority import ActRefused
from duel.lobby.proposals import propose
from duel.words.terms import Terms
from support.admin.person_acts import ACTS
from support.people.merging import merge_accounts
from support.people.personal_data import export_person
from support.people.services import delete_for
from support.people.suspension import GameFate, suspend
from tests.support.admin.staff import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture(autouse=True)
def _signed_in(client: Client, olga: User) -> None:
    """Olga may do everything."""
    User.objects.filter(pk=olga.pk).update(is_superuser=True)
    client.force_login(olga)


def test_lists_say_which_are_bots_and_show_them_alone(
    client: Client, olga: User, ada: User
) -> None:
    bot_of("apprentice")
    people = reverse("admin:accounts_user_changelist")
    assert '<td class="field-standing">bot</td>' in client.get(people).content.decode()

    page = client.get(people, {"standing": "bots"}).content.decode()

    assert "Apprentice (bot)" in page
    assert ada.email not in page


def test_the_page_of_a_bot_offers_nothing_to_do(client: Client, olga: User, ada: User) -> None:
    game = propose(by=ada, terms=Terms(), bots=["apprentice"])

    page = client.get(page_of(bot_of("apprentice"))).content.decode()

    assert "This is a bot, and part of the program" in page
    assert "Last seen" not in page
    assert "person-acts" not in page
    assert reverse("admin:duel_game_change", args=[game.pk]) in page


@pytest.mark.parametrize("act", ACTS)
def test_no_act_is_carried_out_on_a_bot(client: Client, olga: User, act: str) -> None:
    bot = bot_of("apprentice")
    before = User.objects.filter(pk=bot.pk).values().get()
    fields = {"reason": "why not", "confirm": "on", "told": "x", "games": "hold", "name": bot.name}

    page = client.post(reverse("admin:accounts_user_act", args=[bot.pk, act]), fields)

    assert page.status_code == 200
    assert "This is a bot" in page.content.decode()
    assert User.objects.filter(pk=bot.pk).values().get() == before


def test_services_refuse_it_too(olga: User, ada: User) -> None:
    bot = bot_of("apprentice")
    with pytest.raises(ActRefused, match="This is a bot"):
        suspend(
            person=bot,
            games=GameFate.HOLD,
            message_to_players="Why.",
            operator=olga,
            reason="why not",
        )
    with pytest.raises(ActRefused, match="This is a bot"):
        delete_for(person=bot, operator=olga, reason="why not")
    with pytest.raises(ActRefused, match="This is a bot"):
        export_person(person=bot, operator=olga, reason="why not")
    for kept, merged in ((ada, bot), (bot, ada)):
        with pytest.raises(ActRefused, match="This is a bot"):
            merge_accounts(operator=olga, kept=kept, merged=merged, reason="why not")
    assert User.objects.filter(pk=bot.pk).exists()


def test_the_page_of_a_game_has_no_address_of_a_bot(client: Client, olga: User, ada: User) -> None:
    game = propose(by=ada, terms=Terms(), bots=["apprentice"])

    page = client.get(reverse("admin:duel_game_change", args=[game.pk])).content.decode()

    players = page.partition("Address</th>")[2].partition("</tr>")[0]
    assert ada.email in players
    assert "bots.invalid" not in players
