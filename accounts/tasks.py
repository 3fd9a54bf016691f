"""What the workers do for this room. Every task can run twice without harm."""

from celery import shared_task

from accounts.models.sign_in import SessionStore
from accounts.services.addresses import delete_old_changes
from accounts.services.sign_in import delete_old_requests


@shared_task(name="accounts.clean_up")
def clean_up() -> None:
    """Delete sign-ins, sessions and changes of address that are long over."""
    delete_old_requests()
    SessionStore.clear_expired()
    delete_old_changes()
