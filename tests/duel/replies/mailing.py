"""Players who answer by mail: raw mails that go the whole way in, and the answers they get."""

from datetime import datetime
from email.message import EmailMessage
from itertools import count

from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives

from duel.games.registry import presentation_of
from duel.models import Game, Seat
from duel.record.links import reply_key
from duel.record.log import read_log
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail, Letter
from mail.outbox.delivery import deliver

_numbers = count(1)


def numbered(game: Game, seat: Seat) -> list[str]:
    """The moves as the letter to this seat prints them, or nothing if it is not its turn."""
    game.refresh_from_db()
    if game.to_move != seat.number:
        return []
    course = read_log(game).course
    view = course.game.view(course.position, seat.number)
    return presentation_of(game).moves_in_order(view, course.game.legal(course.position))


def key_of(game: Game, seat: Seat, *, offer: int = 0) -> str:
    """The key of the letter that the seat has now."""
    game.refresh_from_db()
    seat.refresh_from_db(fields=["link_epoch"])
    return reply_key(seat, game.ply, numbered(game, seat), offer=offer)


def raw_mail(key: str, text: str, *, sender: str, message_id: str = "") -> bytes:
    """A mail as a plain mail program writes it."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = reply_address(key)
    message["Subject"] = "Re: Splendor Duel"
    message["Message-ID"] = message_id or f"<{next(_numbers)}@elsewhere.example>"
    message.set_content(text)
    return message.as_bytes()


def write(
    seat: Seat,
    text: str,
    *,
    key: str = "",
    sender: str = "",
    message_id: str = "",
    received_at: datetime | None = None,
    is_read: bool = True,
) -> InboundMail:
    """The mail of the seat's player that answers its present letter, received and read."""
    if not sender:
        assert seat.user is not None
        sender = seat.user.email
    key = key or key_of(seat.game, seat)
    raw = raw_mail(key, text, sender=sender, message_id=message_id)
    receipt = receive(raw, recipients=[reply_address(key)], way="smtp", received_at=received_at)
    assert receipt.pks
    if is_read:
        read_mail(receipt.pks[0])
    seat.game.refresh_from_db()
    return InboundMail.objects.get(pk=receipt.pks[0])


def answers(seat: Seat, kind: str = "reply-answer") -> list[EmailMultiAlternatives]:
    """The answers to this seat that wait, sent now."""
    assert seat.user is not None
    rows = Letter.objects.filter(kind=kind, to=seat.user.email, status="waiting").order_by("pk")
    outbox.outbox.clear()
    for letter in rows:
        deliver(letter.pk)
    return list(outbox.outbox)  # type: ignore[arg-type]


def answer(seat: Seat) -> EmailMultiAlternatives:
    """The one answer to this seat that waits."""
    (letter,) = answers(seat)
    return letter
