"""Further addresses of a person, and the ways by which their mail reaches us unproved."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.bots import OF_A_BOT, is_of_bot
from accounts.models import SenderAddress, SenderPath, User
from accounts.services.addresses import post_link
from accounts.tokens import ADD_SENDER, CONFIRM_PATH
from mail.addresses import normal_address
from mail.inbound.services import read_confirmed
from mail.models import Letter
from mail.reports.suppression import active_suppressions

MOST_QUESTIONS_A_DAY = 5
"""Of several mails on one day, only the first ones are asked about: they may all be forged."""

MOST_ADDRESSES = 5
_TAKEN = _("Nothing was changed: this address belongs to another account.")


def ask_whose_mail(*, person: User, mail: int, path: str) -> None:
    """Ask the person at the known address whether a mail is theirs; no clock waits for it."""
    questions = Letter.objects.filter(
        to=person.email, kind=CONFIRM_PATH.letter, created_at__gt=timezone.now() - timedelta(days=1)
    )
    if questions.count() < MOST_QUESTIONS_A_DAY:
        post_link(CONFIRM_PATH, person=person, to=person.email, address=path, mail=mail)


@transaction.atomic
def confirm_path(*, token: str) -> bool:
    """Return whether the mail is read now, as one that its writer has confirmed."""
    # From now on nobody is asked about mail that comes the same way. The mail counts from this
    # moment, as if it had come in just now.
    question = CONFIRM_PATH.read(token, lock=True)
    if question.address:
        SenderPath.objects.get_or_create(user=question.person, path=question.address)
    return read_confirmed(question.mail)


def remove_path(*, person: User, pk: str) -> None:
    """Ask about mail that comes this way again, if the path is this person's and still there."""
    for path in person.sender_paths.all():
        if str(path.pk) == pk:
            path.delete()


class SenderRefusedError(Exception):
    """Mail from the address cannot be believed to be this person's; the sentence says why."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def post_foreign_sender(*, person: User, address: str) -> int:
    """Return the key of the letter about mail from another address, with the link that adds it."""
    # How often a person is told is for the caller to decide.
    return post_link(ADD_SENDER, person=person, to=person.email, address=normal_address(address))


@transaction.atomic
def add_sender_address(*, token: str) -> SenderAddress | None:
    """Return the address that is believed from now on; None if it is the person's own already."""
    change = ADD_SENDER.read(token, lock=True)
    person, address = change.person, change.address
    if address == person.email:
        return None
    _refuse(person, address)
    row, _is_new = SenderAddress.objects.get_or_create(address=address, defaults={"user": person})
    if row.user_id != person.pk:
        raise SenderRefusedError(_TAKEN)
    return row


def remove_sender_address(*, person: User, pk: str) -> None:
    """Believe mail from that address no longer, if it is this person's and still there."""
    for sender in person.sender_addresses.all():
        if str(sender.pk) == pk:
            sender.delete()


def _refuse(person: User, address: str) -> None:
    if is_of_bot(address):
        raise SenderRefusedError(OF_A_BOT)
    if User.objects.filter(email=address).exists():
        raise SenderRefusedError(_TAKEN)
    if active_suppressions(address).exists():
        raise SenderRefusedError(
            _("Nothing was changed: letters to this address came back, or were complained about.")
        )
    others = SenderAddress.objects.filter(user=person).exclude(address=address)
    if others.count() >= MOST_ADDRESSES:
        raise SenderRefusedError(
            _("Nothing was changed: you have five further addresses already. Remove one first.")
        )
