"""The rows of this room."""

from mail.models.inbound import Heartbeat, InboundMail, OutcomeCode, PolledFolder
from mail.models.outbox import Letter, Sweep
from mail.models.reports import DeliveryEvent, Mute, Suppression

__all__ = [
    "DeliveryEvent",
    "Heartbeat",
    "InboundMail",
    "Letter",
    "Mute",
    "OutcomeCode",
    "PolledFolder",
    "Suppression",
    "Sweep",
]
