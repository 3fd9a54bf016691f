"""Reports for the tests, and the address of the page on which they are written."""

from typing import Any

from django.urls import reverse

from duel.models import Game, Seat
from duel.record.links import Link, Purpose, link_token
from duel.seats import reporting
from support.models import Dispute

WORDS = "The letter about turn 7 never came."


def trouble_address(game: Game, seat: Seat) -> str:
    """The page of this seat, as a letter of the current ply would hold it."""
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TROUBLE, link, epoch=seat.link_epoch)
    return reverse("duel:trouble", args=[token])


def report(**fields: Any) -> Dispute:
    """What a player reports, as operators have it."""
    received = reporting.report(**fields)
    assert isinstance(received, Dispute)
    return received


def reported(game: Game, number: int = 0, **changes: Any) -> Dispute:
    """A report by the seat of this number."""
    fields: dict[str, Any] = {
        "topic": "mail",
        "text": WORDS,
        "asks_hold": False,
        "channel": "link",
    } | changes
    return report(seat=game.seats.get(number=number), **fields)
