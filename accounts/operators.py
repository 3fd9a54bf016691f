"""Who runs this service: people who may enter the admin, by what they may do there."""

from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet

from accounts.models import User


def operators_who_may(permission: str) -> QuerySet[User]:
    """Return the active operators who have a permission such as `support.change_dispute`."""
    return ModelBackend().with_perm(permission).filter(is_staff=True).order_by("pk")
