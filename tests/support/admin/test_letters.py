"""Letters about games in the admin: nothing of them opens anything or tells hidden cards."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.addresses import ask_to_confirm
from accounts.services.sign_in import ask_for_sign_in
from duel.lobby.proposals import propose
from duel.models import Game
from duel.play.moves import resign
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from mail.previews import Secrecy, look_at, secrecy_of
from mail.registry import builder_of, kinds
from tests.duel.letters.kinds import KINDS, draft_of, your_turn
from tests.duel.letters.outbox import play_to_a_handover
from tests.duel.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.words]
Make = Callable[[Game], Letter]
_SIGNED = re.compile(r"://[^/\s\"'<>]+/[^\s\"'<>)]*?([\w.:-]{12,})")


def look_page(letter: Letter) -> str:
    return reverse("admin:mail_letter_look", args=[letter.pk])


def tokens_of(letter: Letter) -> set[str]:
    """Every signed part of an address in the letter as its reader gets it."""
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    return set(_SIGNED.findall(draft.text + draft.html))


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_no_letter_about_a_game_shows_a_link_even_when_revealed(table: Game, make: Make) -> None:
    letter = make(table)
    tokens = tokens_of(letter)
    assert tokens
    shown = look_at(letter)
    assert shown is not None
    whole = shown.subject + shown.text + shown.html
    assert not [token for token in tokens if token in whole]
    assert "://" not in whole


def test_no_letter_about_oneself_or_an_invitation_shows_a_link(ada: User) -> None:
    ask_to_confirm(person=ada, address="new@duelpost.example")
    propose(by=ada, terms=Terms(), invite=["carla@duelpost.example"])
    letters = list(Letter.objects.all())
    assert {letter.kind for letter in letters} == {"confirm-address", "invitation"}
    for letter in letters:
        shown = look_at(letter)
        assert shown is not None
        assert secrecy_of(letter.kind) is Secrecy.OPEN
        assert tokens_of(letter)
        assert "://" not in shown.subject + shown.text + shown.html


def test_only_letters_that_tell_nothing_hidden_are_open() -> None:
    """A new kind of letter is hidden until somebody has looked whether it can be open."""
    of_secrecy = {kind: secrecy_of(kind) for kind in kinds()}
    assert {kind for kind, how in of_secrecy.items() if how is Secrecy.KEY} == {
        "bot-game",
        "sign-in",
    }
    assert {kind for kind, how in of_secrecy.items() if how is Secrecy.OPEN} == {
        "address-changed",
        "address-restored",
        "address-to-change",
        "confirm-address",
        "invitation",
        "let-in-again",
        "person-added",
        "suspended",
        "test",
    }


def test_the_code_of_a_sign_in_letter_is_shown_to_nobody(
    client: Client, olga: User, ada: User
) -> None:
    ask_for_sign_in(address=ada.email, network="x", language="en")
    letter = Letter.objects.get()
    draft = draft_of(letter)
    client.force_login(olga)
    for answer in (client.get(look_page(letter)), client.post(look_page(letter), {"reason": "x"})):
        code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", draft.text)
        assert code is not None
        assert code[0] not in answer.content.decode()


def test_a_letter_with_a_turn_is_hidden_until_revealed_and_then_as_it_was(
    client: Client, operator: User, table: Game
) -> None:
    letter = your_turn(table)
    then = draft_of(letter)
    words = next(line for line in then.text.splitlines() if len(line) > 30 and "://" not in line)
    play_to_a_handover(table, least=3)
    assert builder_of(letter.kind)(letter.data) is None
    assert words not in client.get(look_page(letter)).content.decode()
    shown = client.post(look_page(letter), {"reason": "dispute 7"}, follow=True).content.decode()
    assert "As it was written then" in shown
    look = look_at(letter)
    assert look is not None
    assert look.subject == then.subject
    board = [line for line in then.text.splitlines() if re.match(r"\s*[1-5] ", line)]
    assert all(line in look.text for line in board)


def test_a_turn_of_a_game_that_is_over_can_still_be_looked_at(table: Game) -> None:
    letter = your_turn(table)
    resign(public_id=table.public_id, seat=0, channel=Channel.WEB)
    assert look_at(letter) is not None


def test_who_plays_in_a_game_reads_none_of_its_letters(client: Client, ada: User) -> None:
    oscar = User.objects.create_superuser("oscar@duelpost.example", name="Oscar")
    client.force_login(oscar)
    table = begin(oscar, ada)
    play_to_a_handover(table, least=2)
    letters = Letter.objects.filter(topic=f"game:{table.public_id}")
    assert letters
    for letter in letters:
        answer = client.post(look_page(letter), {"reason": "x"})
        assert answer.status_code == 400
        assert (
            client.get(reverse("admin:mail_letter_look_html", args=[letter.pk])).status_code == 403
        )


def test_who_plays_against_somebody_reads_no_daily_letter_of_theirs(
    client: Client, ada: User, bruno: User
) -> None:
    oscar = User.objects.create_superuser("oscar@duelpost.example", name="Oscar")
    client.force_login(oscar)
    begin(oscar, ada)
    begin(ada, bruno)
    letter = Letter.objects.create(
        key="digest:1", kind="digest", to=ada.email, data={"person": ada.pk}, message_id="<1@x>"
    )
    assert client.post(look_page(letter), {"reason": "x"}).status_code == 400
