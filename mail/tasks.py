"""What the workers do for letters. Every task can run twice without harm."""

from celery import shared_task
from django.db import transaction

from mail import delivery, sweeps


@shared_task(name="mail.send_letter")
def send_letter(pk: int) -> None:
    """Send this letter if it is due and nobody else is at it."""
    delivery.deliver(pk)


def hand_over(pk: int) -> None:
    """Let a worker come for this letter as soon as the transaction is committed.

    The letter is safe in the database, so a broker that is away must not break the caller's
    request: the sweep finds the letter.
    """

    def send() -> None:  # what Django calls "robust" needs a function with a name
        send_letter.delay(pk)

    transaction.on_commit(send, robust=True)


@shared_task(name="mail.sweep_letters")
def sweep_letters() -> None:
    """Hand over all letters that are due and that no worker came for; clean up."""
    for pk in sweeps.strays():
        send_letter.delay(pk)
    sweeps.delete_settled()
    sweeps.delete_stray_reports()
    sweeps.mark("letters")
