"""What an operator shows besides the mailed link: a code of an app, or one of a printed list."""

from django.db import models

from accounts.models.person import User


class SecondFactor(models.Model):
    """The secret that a person's app and we share. In no admin, list or dump of people."""

    user = models.OneToOneField(User, models.CASCADE, related_name="second_factor")
    secret = models.BinaryField(editable=False)
    # It counts once its owner has shown the first code.
    confirmed_at = models.DateTimeField(null=True, blank=True)
    # The half minute of the newest code that was taken: none is taken twice.
    last_counter = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """A code for the day the phone is lost; only its hash is kept, and it is good once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="accounts_recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"
