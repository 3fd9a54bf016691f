"""What the workers do for this room. Every task can run twice without harm."""

from celery import shared_task

from accounts.services.address_undo import delete_old_changes
from accounts.services.sign_in import delete_old_requests
from accounts.session_store import SessionStore


@shared_task(name="accounts.clean_up")
def clean_up() -> None:
    """Delete sign-ins, sessions and changes of address that are long over."""
    delete_old_requests()
    SessionStore.clear_expired()
    delete_old_changes()
