"""The rows of this room."""

from mail.models.inbound import Heartbeat, InboundMail, PolledFolder
from mail.models.outbox import Letter, Sweep
from mail.models.reports import DeliveryEvent, Suppression
from mail.models.wishes import Mute

__all__ = [
    "DeliveryEvent",
    "Heartbeat",
    "InboundMail",
    "Letter",
    "Mute",
    "PolledFolder",
    "Suppression",
    "Sweep",
]
