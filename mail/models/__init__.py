"""The rows of this room."""

from mail.models.outbox import Letter, Sweep
from mail.models.reports import DeliveryEvent, Suppression
from mail.models.wishes import Mute

__all__ = ["DeliveryEvent", "Letter", "Mute", "Suppression", "Sweep"]
