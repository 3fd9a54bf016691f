"""A task for the tests alone, by which they see that the worker shares their world."""

from celery import shared_task
from django.contrib.auth import get_user_model


@shared_task(name="tests.rename")
def rename(pk: int, name: str) -> None:
    """Give the person another name."""
    get_user_model().objects.filter(pk=pk).update(name=name)
