"""Reads and answers a mail that answers an invitation; the worker for mail calls it."""

from dataclasses import replace
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import is_known_path
from duel.errors import NotProposed, Refused
from duel.games.registry import title_of
from duel.lobby.invitations import invitation_url
from duel.lobby.joining import accept_letter, decline_letter
from duel.models import Seat, Status
from duel.notices.kinds import INVITATION_REPLY, builds
from duel.record.links import INVITATION
from duel.replies.problems import unreadable_sentence
from duel.replies.routes import route_to_invitation
from duel.replies.words.asks import AskKind
from duel.replies.words.reading import parse_reply
from mail.inbound.registry import Outcome, ReceivedMail, reads_replies
from mail.models import InboundMail, OutcomeCode
from mail.registry import Draft
from mail.sending.rendering import render
from mail.services import post

_YES = (AskKind.YES, AskKind.ACCEPT, AskKind.JOIN)
_NO = (AskKind.NO, AskKind.DECLINE)


def answer_unreadable(received: ReceivedMail) -> Outcome:
    """Tell the writer of a mail that broke its reader that it was not read."""
    seat = _seat_in(received) if received.is_owner else None
    if seat is None or received.is_authentic is False:
        return Outcome(OutcomeCode.UNREADABLE)
    reader = _reader(seat)
    with translation.override(_language(seat, reader)):
        outcome = _answer_with(OutcomeCode.UNREADABLE, received, unreadable_sentence())
    _post_answer(received, seat, reader, mark=f"{OutcomeCode.UNREADABLE}:{received.pk}")
    return outcome


@reads_replies(
    INVITATION,
    name="invitation",
    resolve=route_to_invitation,
    answer_unreadable=answer_unreadable,
)
def read_invitation_reply(received: ReceivedMail) -> Outcome:
    """Return what became of a mail to the reply address of an invitation.

    It counts only from the invited address, or one that is believed to be of the same person.
    Somebody without an account is led to the page, which asks for a name.
    """
    if not received.is_owner or received.is_authentic is False:
        return Outcome("foreign")
    seat = _seat_in(received)
    if seat is None:
        return _answer_with("refused", received, str(NotProposed()))
    reader = _reader(seat)
    with translation.override(_language(seat, reader)):
        outcome = _act(received, seat, reader)
    if outcome.code != "thanks":
        _post_answer(received, seat, reader, mark=str(received.repeats or received.pk))
    return outcome


def _post_answer(received: ReceivedMail, seat: Seat, reader: User | None, *, mark: str) -> None:
    to = reader.email if reader else seat.invited_address
    key = f"{received.about}:{INVITATION_REPLY}:{mark}"
    data = {"mail": received.pk, "seat": seat.pk, "person": reader.pk if reader else None}
    post(kind=INVITATION_REPLY, to=to, key=key, data=data)


@builds(INVITATION_REPLY)
def invitation_reply(data: dict[str, Any]) -> Draft | None:
    """Return the answer to a mail that answered an invitation."""
    mail = InboundMail.objects.filter(pk=data["mail"]).first()
    seat = Seat.objects.select_related("game", "user").filter(pk=data["seat"]).first()
    if mail is None or seat is None:
        return None
    is_open = bool(seat.invited_address) and seat.game.status == Status.PROPOSED
    reader = User.objects.filter(pk=data.get("person") or 0).first() or _reader(seat)
    language = _language(seat, reader)
    with translation.override(language):
        context = {
            "said": mail.reading.get("said", []),
            "game": title_of(seat.game),
            "accept_url": invitation_url(seat) if is_open else "",
        }
        return replace(render("invitation_reply", context, language), answers=mail.message_id)


def _act(received: ReceivedMail, seat: Seat, reader: User | None) -> Outcome:
    parsed = parse_reply(
        received.text,
        language=_language(seat, reader),
        names=[],
        seat=seat.number,
        today=timezone.localdate(received.received_at),
    )
    if parsed.thanks:
        return Outcome("thanks")
    kind, code = parsed.ask.kind if parsed.ask else None, "asked"
    is_proved = not received.is_unproved or (
        reader is not None and is_known_path(reader, sender=received.sender, path=received.path)
    )
    try:
        if not is_proved:
            sentence = gettext(
                "Nothing proves that this email is from you. Please answer on this page."
            )
        elif parsed.ask is not None and kind in _YES and reader is not None:
            accept_letter(seat=seat, word=parsed.ask.word)
            code = "done"
            sentence = gettext("You have accepted. A letter comes with each turn of yours.")
        elif kind in _NO:
            decline_letter(seat=seat)
            code, sentence = "done", gettext("You have declined the invitation.")
        elif kind in _YES:
            sentence = gettext("To play, open this page: it asks for your name, and that is all.")
        else:
            sentence = gettext("Please answer “accept” or “decline”, or open this page.")
    except Refused as refusal:
        code, sentence = "refused", str(refusal)
    return _answer_with(code, received, sentence)


def _answer_with(code: str, received: ReceivedMail, sentence: str) -> Outcome:
    return Outcome(code, {"said": [sentence], "quote": received.text[:200]})


def _seat_in(received: ReceivedMail) -> Seat | None:
    """Return the seat that the mail is about, or None if it was freed since the mail came."""
    seat = Seat.objects.select_related("game", "user").filter(pk=received.number("seat")).first()
    if seat is None or received.facts.get("epoch", seat.link_epoch) != seat.link_epoch:
        return None
    return seat


def _reader(seat: Seat) -> User | None:
    return seat.user or User.objects.filter(email=seat.invited_address, is_active=True).first()


def _language(seat: Seat, reader: User | None) -> str:
    inviter = seat.game.seats.select_related("user").get(number=0).user
    return (reader or inviter or User()).language
