"""Seats a newcomer after erasing what the former player wrote, for seats given away or deleted."""

from collections.abc import Collection
from datetime import datetime

from accounts.bots import bot_of
from accounts.models import User
from duel.models import FormerPlayer, Memo, Note, NoteDraft, Seat, StandingOrder
from duel.models.game import new_person_id
from duel.models.note import NOTE_LENGTH, recipients_in
from duel.notices.intents import cancel_waiting_letters, tell_of_bot
from duel.record.links import about_seat
from duel.record.log import Log
from engine.kinds import Channel, Kind
from mail.services import forget_mail_about

PLAYS_ON = User.Bot.JOURNEYMAN
"""The bot that plays on for somebody who has left, where that was agreed."""


def seat_newcomer(log: Log, seat: Seat, by: User, *, channel: Channel, now: datetime) -> None:
    """Give the seat to a person; all links of the player before are dead."""
    cancel_waiting_letters(log, now=now, seat=seat.number)
    forget_belongings(seat)
    person = new_person_id()
    log.append(Kind.REPLACE, seat=seat.number, text=person, channel=channel, time=now)
    seat.user = by
    seat.person = person
    seat.former_name = ""
    seat.taken_at = now
    seat.link_epoch += 1
    seat.taken_epoch = seat.link_epoch
    seat.clock_turn = None  # from this turn on with the new player's zone and quiet hours
    seat.save(
        update_fields=[
            *("user", "person", "former_name", "taken_at", "taken_epoch", "link_epoch"),
            "clock_turn",
        ]
    )


def save_former_player(seat: Seat, *, now: datetime) -> None:
    """Write down who has left the seat, in which another plays on from now."""
    if seat.user is not None:
        FormerPlayer.objects.create(game=seat.game, user=seat.user, replaced_at=now)


def let_bot_play_on(log: Log, seat: Seat, *, is_told: bool, now: datetime) -> None:
    """Have a bot play on for somebody who has left; tell them if it was not their act."""
    former, left = seat.user, len(log.entries)
    save_former_player(seat, now=now)
    seat_newcomer(log, seat, bot_of(PLAYS_ON), channel=Channel.CLOCK, now=now)
    if is_told and former is not None:
        tell_of_bot(log, former, entry=left)


def forget_belongings(seat: Seat) -> None:
    """Delete all that the player in the seat wrote; the game's row is locked."""
    forget_unsent(seat)
    _forget_notes(seat)
    forget_mail_about([about_seat(seat.game.public_id, seat.number)], waits=False)


def forget_unsent(seat: Seat) -> None:
    """Delete what the seat's player wrote for themselves: drafts, standing orders, the memo."""
    for belongings in (NoteDraft, StandingOrder, Memo):
        belongings.objects.filter(seat=seat).delete()
    seat.has_orders = seat.has_played_orders = seat.has_memo = False
    seat.save(update_fields=["has_orders", "has_played_orders", "has_memo"])


def _forget_notes(seat: Seat) -> None:
    """Delete notes of the seat's player and private ones to them; other recipients keep theirs."""
    notes = Note.objects.filter(game=seat.game)
    notes.filter(seat=seat.number).delete()
    for note in notes.exclude(recipients="").order_by("pk"):
        if note.is_for(seat.number):
            note.delete()
            if others := [number for number in note.readers if number != seat.number]:
                _keep_for(others, note)
    # A draft to them that another took back would be offered to the next player.
    for draft in NoteDraft.objects.filter(seat__game=seat.game).exclude(recipients=""):
        if seat.number in recipients_in(draft.recipients):
            draft.delete()


def _keep_for(readers: Collection[int], note: Note) -> None:
    """Keep the words of a note for these readers, after those that they have of that ply."""
    recipients = " ".join(map(str, readers))
    kept, is_new = Note.objects.get_or_create(
        game=note.game,
        seat=note.seat,
        ply=note.ply,
        recipients=recipients,
        defaults={"text": note.text, "written_at": note.written_at},
    )
    if not is_new:
        kept.text = f"{kept.text} {note.text}"[:NOTE_LENGTH]
        kept.save(update_fields=["text"])
