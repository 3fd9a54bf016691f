"""Who was deleted, so that a restored backup does not have them again."""

from django.db import models

from duel.models.append_only import AppendOnly


class Erasure(AppendOnly):
    """The random id of a person whose account was deleted. Append-only, and no more than that."""

    person = models.CharField(max_length=12, unique=True)

    class Meta(AppendOnly.Meta):
        default_permissions = ()

    def __str__(self) -> str:
        return self.person
