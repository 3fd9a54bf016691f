"""The addresses of bots, which are nobody else's."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

BOT_DOMAIN = "bots.invalid"
"""No letter can be sent there, and nobody can prove that an address of it is theirs."""

OF_A_BOT = _("An address at bots.invalid is a bot's: nobody reads what is sent there.")


def is_of_bot(address: str) -> bool:
    """Return whether the address lies where only bots have theirs."""
    return address.strip().lower().endswith(f"@{BOT_DOMAIN}")


def refuse_address_of_bot(address: str) -> None:
    """Raise ValidationError for an address that no person can have."""
    if is_of_bot(address):
        raise ValidationError(OF_A_BOT)
