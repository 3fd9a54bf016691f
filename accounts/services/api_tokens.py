"""Personal tokens: made, found by what is sent, and revoked."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import ApiToken, User
from accounts.models.sign_in import NAME_LENGTH, PREFIX_LENGTH

MOST_TOKENS = 10
"""Tokens that a person can have at a time."""

NOTED_AGAIN_AFTER = timedelta(hours=1)
"""How long no further use of a token is noted after one was."""

_BEGINNING = "dp_"
_RANDOM_BYTES = 32
_REVOKED_KEPT = 20


class TooManyTokens(Exception):
    """The person has as many as one can have."""

    sentence = _("You have ten tokens already. Revoke one first.")

    def __str__(self) -> str:
        return str(self.sentence)


@sensitive_variables()
@transaction.atomic
def create_token(*, person: User, name: str) -> str:
    """Return a new token of the person's, which is shown now and never again."""
    User.objects.select_for_update().get(pk=person.pk)  # two at once would both be the tenth
    own = ApiToken.objects.filter(user=person)
    if own.filter(revoked_at=None).count() >= MOST_TOKENS:
        raise TooManyTokens
    old = own.exclude(revoked_at=None).order_by("-revoked_at", "-pk")[_REVOKED_KEPT:]
    ApiToken.objects.filter(pk__in=[each.pk for each in old]).delete()
    token = _BEGINNING + secrets.token_urlsafe(_RANDOM_BYTES)
    ApiToken.objects.create(
        user=person,
        name=" ".join(name.split())[:NAME_LENGTH],
        digest=_digest(token),
        prefix=token[:PREFIX_LENGTH],
    )
    return token


def revoke_token(*, person: User, pk: int) -> None:
    """Let a token of the person's open nothing any more."""
    ApiToken.objects.filter(user=person, pk=pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_tokens(*, person: User | None) -> int:
    """Return how many tokens of the person's (None: of all people) were good, and are no longer."""
    tokens = ApiToken.objects.filter(revoked_at=None)
    if person is not None:
        tokens = tokens.filter(user=person)
    return tokens.update(revoked_at=timezone.now())


@sensitive_variables()
def find_token(token: str) -> ApiToken | None:
    """Return the token that is sent, with its person, or None if it opens nothing."""
    if not token.startswith(_BEGINNING):
        return None
    found = ApiToken.objects.filter(digest=_digest(token), revoked_at=None)
    return found.select_related("user").first()


def note_use(token: ApiToken) -> None:
    """Write down that a token did something, unless that was done within the hour."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - NOTED_AGAIN_AFTER:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


@sensitive_variables()
def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
