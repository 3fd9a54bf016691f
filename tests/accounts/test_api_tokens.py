"""Personal tokens: shown once, kept as a hash, ten at most, and revoked for good."""

import hashlib
import re

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services.api_tokens import (
    MOST_TOKENS,
    TooManyTokens,
    create_token,
    find_token,
    revoke_token,
    revoke_tokens,
)

pytestmark = [pytest.mark.django_db]

PAGE = "/account/tokens/"


@pytest.fixture
def own(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def test_of_a_token_only_its_hash_and_its_beginning_are_kept(ada: User) -> None:
    token = create_token(person=ada, name="  my   script ")
    kept = ApiToken.objects.values().get()
    assert kept["digest"] == hashlib.sha256(token.encode()).hexdigest()
    assert kept["name"] == "my script"
    assert token.startswith(kept["prefix"])
    assert token not in repr(kept)


def test_a_token_is_shown_once(own: Client) -> None:
    shown = own.post(PAGE, {"name": "script"})
    found = re.search(r"dp_[\w-]{30,}", shown.content.decode())
    assert found
    assert find_token(found[0]) is not None
    assert "no-store" in shown["Cache-Control"]
    again = own.get(PAGE).content.decode()
    assert "script" in again
    assert found[0] not in again


def test_the_page_is_for_those_who_are_signed_in(own: Client) -> None:
    assert Client().get(PAGE).status_code == 302
    assert own.get(PAGE).status_code == 200


def test_nobody_has_more_than_ten_at_a_time(own: Client, ada: User, bruno: User) -> None:
    for number in range(MOST_TOKENS):
        create_token(person=ada, name=str(number))
    with pytest.raises(TooManyTokens):
        create_token(person=ada, name="one more")
    refused = own.post(PAGE, {"name": "one more"})
    assert refused.status_code == 422
    assert "ten tokens" in refused.content.decode()
    create_token(person=bruno, name="of another")
    revoke_token(person=ada, pk=ApiToken.objects.filter(user=ada)[0].pk)
    create_token(person=ada, name="one more")
    assert ApiToken.objects.filter(user=ada, revoked_at=None).count() == MOST_TOKENS


def test_a_revoked_token_is_refused(own: Client, ada: User) -> None:
    token = create_token(person=ada, name="script")
    kept = find_token(token)
    assert kept is not None
    assert own.post(PAGE, {"revoke": kept.pk}).status_code == 302
    assert find_token(token) is None
    headers = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/games", headers=headers).status_code == 401


@pytest.mark.parametrize("sent", ["", "x", "9" * 40, "-1"])
def test_what_names_no_token_revokes_none(sent: str, own: Client, ada: User) -> None:
    token = create_token(person=ada, name="script")
    assert own.post(PAGE, {"revoke": sent}).status_code == 302
    assert find_token(token) is not None


def test_nobody_revokes_what_is_anothers(own: Client, bruno: User) -> None:
    token = create_token(person=bruno, name="script")
    own.post(PAGE, {"revoke": ApiToken.objects.get().pk})
    assert find_token(token) is not None


def test_tokens_are_revoked_for_one_person_or_for_all(ada: User, bruno: User) -> None:
    tokens = [create_token(person=person, name="x") for person in (ada, bruno, bruno)]
    assert revoke_tokens(person=ada) == 1
    assert [find_token(token) is None for token in tokens] == [True, False, False]
    assert revoke_tokens(person=None) == 2
    assert not any(find_token(token) for token in tokens)


def test_tokens_go_with_their_person(ada: User) -> None:
    create_token(person=ada, name="script")
    ada.delete()
    assert not ApiToken.objects.exists()
