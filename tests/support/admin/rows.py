"""A row for every table that the admin shows, as many as a test wants."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.auth.models import Group
from django.db.models import Model
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.models import Divergence, Game, Outage
from mail.addresses import message_id
from mail.models import DeliveryEvent, Heartbeat, InboundMail, Letter, Mute, Suppression, Sweep
from support.models import Dispute
from tests.duel.tables import begin


def row_of(model: type[Model], number: int) -> Model:
    """The row of that number; who shows another table adds here how to make one."""
    assert model in _MAKERS, (
        f"tests/support/admin/rows.py does not know how to make a {model.__name__}."
    )
    return _MAKERS[model](number)


def _somebody(name: str) -> User:
    return User.objects.create_user(f"{name}@duelpost.example", name=name.capitalize())


def _person(number: int) -> User:
    return _somebody(f"person{number}")


def _game(number: int, about: str = "game") -> Game:
    return begin(_somebody(f"{about}{number}first"), _somebody(f"{about}{number}second"))


def _letter(number: int) -> Letter:
    key = f"test:{number}"
    return Letter.objects.create(
        key=key, kind="test", to=f"reader{number}@duelpost.example", message_id=message_id(key)
    )


def _event(number: int) -> DeliveryEvent:
    letter = _letter(3000 + number)
    return DeliveryEvent.objects.create(
        key=f"event:{number}",
        letter=letter,
        provider="test",
        address=letter.to,
        kind=DeliveryEvent.Kind.BOUNCED,
        is_final=True,
        happened_at=timezone.now(),
    )


def _suppression(number: int) -> Suppression:
    return Suppression.objects.create(
        address=f"gone{number}@duelpost.example", reason="bounced", since=timezone.now()
    )


def _mute(number: int) -> Mute:
    return Mute.objects.create(address=f"quiet{number}@duelpost.example", kind="test")


def _sweep(number: int) -> Sweep:
    return Sweep.objects.create(name=f"sweep{number}", ran_at=timezone.now())


def _heartbeat(number: int) -> Heartbeat:
    return Heartbeat.objects.create(name=f"way{number}", trouble="The server hung up.")


def _mail(number: int) -> InboundMail:
    return InboundMail.objects.create(
        way=InboundMail.Way.SMTP,
        digest=f"{number:064}",
        sender=f"writer{number}@duelpost.example",
        family="test",
        about=f"test:{number}",
        raw=b"Subject: Re: Your turn\r\n\r\n7\r\n",
    )


def _outage(number: int) -> Outage:
    began_at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)
    return Outage.objects.create(began_at=began_at, ended_at=began_at + timedelta(hours=1))


def _divergence(number: int) -> Divergence:
    now = timezone.now()
    return Divergence.objects.create(
        game=_game(number, "divergence"), problems="Entry 3 differs.", found_at=now, seen_at=now
    )


def _dispute(number: int) -> Dispute:
    game = _game(number, "dispute")
    return Dispute.objects.create(
        game=game,
        seat=0,
        reporter=game.seats.get(number=0).user,
        topic=Dispute.Topic.OTHER,
        text="Something is wrong.",
        ply=0,
        channel="web",
        reported_at=timezone.now(),
    )


def _act(number: int) -> AuditEntry:
    operator = _somebody(f"olga{number}")
    note_act(operator, operator, f"did something {number}", reason="a test")
    return AuditEntry.objects.latest("pk")


def _group(number: int) -> Group:
    return Group.objects.create(name=f"group {number}")


_MAKERS: dict[type[Model], Callable[[int], Model]] = {
    AuditEntry: _act,
    DeliveryEvent: _event,
    Dispute: _dispute,
    Divergence: _divergence,
    Game: _game,
    Group: _group,
    Heartbeat: _heartbeat,
    InboundMail: _mail,
    Letter: _letter,
    Mute: _mute,
    Outage: _outage,
    Suppression: _suppression,
    Sweep: _sweep,
    User: _person,
}
