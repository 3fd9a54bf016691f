"""The keys with which the service signs the files of games."""

from django.db import models


class SigningKey(models.Model):
    """A key pair for Ed25519: one is in use, of the others only the public half is kept, for ever.

    Registered in no admin, so that no list, form or dump of games shows the private half.
    """

    public = models.CharField(max_length=64, unique=True, editable=False)
    # Erased when another key takes its place.
    private = models.BinaryField(null=True, editable=False)
    is_current = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["is_current"],
                condition=models.Q(is_current=True),
                name="duel_one_current_signing_key",
            ),
        ]

    def __str__(self) -> str:
        return self.public
