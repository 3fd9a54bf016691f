"""The tasks that workers run for operators. Each can run twice without harm."""

from celery import shared_task

from support.letters.status import tell_operators


@shared_task(name="duel.tell_operators")
def tell_of_trouble() -> None:
    """Write to the operators if something is wrong, once a day however often it runs."""
    tell_operators()
