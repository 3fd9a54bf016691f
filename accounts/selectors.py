"""Finding people."""

from django.db.models import Q, QuerySet

from accounts.models import User, normal_address


def find_people(text: str) -> QuerySet[User]:
    """Return the people whose address or name begins like this, found through indexes."""
    begins = Q(email__startswith=normal_address(text)) | Q(name__istartswith=text.strip())
    return User.objects.filter(begins)
