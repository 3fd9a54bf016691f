"""Mail that nothing proves to be a person's: they are asked, and its way to us is known then."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import SenderPath, User
from accounts.services.addresses import LinkIsDead
from accounts.tokens import ADDRESS_REQUEST_BYTES, path_key, read_path_token
from mail.inbound.services import read_confirmed
from mail.models import Letter
from mail.services import post

MOST_QUESTIONS_A_DAY = 5
"""Of several mails on one day, only the first ones are asked about: they may all be forged."""


def ask_whose_mail(*, person: User, mail: int, path: str) -> None:
    """Ask the person at the known address whether a mail in their name is theirs.

    The mail is not waited for: no clock stands still for a question.
    """
    asked = Letter.objects.filter(
        to=person.email, kind="unproved-mail", created_at__gt=timezone.now() - timedelta(days=1)
    )
    if asked.count() >= MOST_QUESTIONS_A_DAY:
        return
    request = secrets.token_hex(ADDRESS_REQUEST_BYTES)
    post(
        kind="unproved-mail",
        to=person.email,
        key=path_key(request),
        data={
            "person": person.pk,
            "epoch": person.link_epoch,
            "address": path,
            "mail": mail,
            "request": request,
        },
    )


@transaction.atomic
def confirm_path(*, token: str) -> bool:
    """Return whether the mail is read now, as one that its writer has confirmed.

    From now on nobody is asked about mail that comes the same way. The mail counts from this
    moment, as if it had come in just now.
    """
    question = read_path_token(token, lock=True)
    if question is None:
        raise LinkIsDead
    if question.address:
        SenderPath.objects.get_or_create(user=question.person, path=question.address)
    return read_confirmed(question.mail)


def remove_path(*, person: User, pk: int) -> None:
    """Ask about mail that comes this way again, if the path is this person's and still there."""
    SenderPath.objects.filter(user=person, pk=pk).delete()
