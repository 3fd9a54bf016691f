"""Writes the notices that an act calls for, and posts their letters, in the act's transaction.

Services call it. At every ply of a running game there is a notice for the seat to move, so that no
game waits for a player without a letter: `your-turn` when the turn has passed to them,
`turn-goes-on` when they are in the middle of it. Bots get none and find their turns by themselves.

A letter has its notice's key, so it is posted once, and holds only the ids of the notice and its
reader: what it says, and whether that is still true, is decided when it is built.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from duel.clocks.turn_clock import deadline_mark
from duel.integrity.broken_table import Table
from duel.models import AnyGame, Game, Notice, Seat
from duel.models.game import notice_key
from duel.notices.kinds import (
    GAME_OVER,
    INVITATION,
    OPERATOR_DECISION,
    OWN_TIME_IS_UP,
    REACHED_AGAIN,
    REMINDER,
    SEAT_LEFT,
    TIME_IS_UP,
    TURN_ASKED_FOR,
    TURN_GOES_ON,
    YOUR_TURN,
    Cause,
    kinds_cancelled_by,
)
from duel.record.events import how_left
from duel.record.finality import final_at, is_waiting
from duel.record.log import Log
from duel.record.reading import notices_waiting
from duel.words.naming import others
from engine.kinds import ADVANCES
from lib.statements import insert, update_several
from mail.models import Letter
from mail.services import are_under_way, cancel_letters, hasten, new_letter, post, post_all

ABOUT_LATENESS = kinds_cancelled_by(Cause.CLOCK_STOPPED)

_OF_ANOTHER_PLY = kinds_cancelled_by(Cause.OTHER_PLY)

GOES_ON_AFTER = timedelta(minutes=10)
"""How long somebody may pause within a turn before a letter brings the rest of it."""


def tell(
    log: Log,
    kind: str,
    *,
    to: Iterable[int],
    now: datetime,
    mark: int | None = None,
    not_before: datetime | None = None,
) -> None:
    """Tell seats something by letters, once for each `mark`, or else for each number of entries."""
    mark = len(log.entries) if mark is None else mark
    ply = log.course.ply
    readers = [seat for seat in to if not log.seats[seat].is_bot]
    notices = _write(
        log.game, readers, kind=kind, ply=ply, mark=mark, now=now, not_before=not_before
    )
    post_letters(notices, log.seats)


def notice_turn(log: Log, *, now: datetime, not_before: datetime | None = None) -> None:
    """Tell the seat to move that the turn has passed to it."""
    _tell_mover(log, kind=YOUR_TURN, now=now, not_before=not_before)


def notice_turn_after_bot(log: Log, *, now: datetime) -> None:
    """Tell the seat to move of the turn that a bot has passed to it, unless it moves before.

    A player who sits at the table with a bot needs no letters. The first one comes at once.
    """
    mover = log.course.position.to_move
    has_moved = any(each.kind in ADVANCES and each.seat == mover for each in log.entries)
    wait = timedelta(seconds=settings.BOT_LETTER_SECONDS if has_moved else 0)
    _tell_mover(log, kind=YOUR_TURN, now=now, not_before=now + wait)


def notice_goes_on(log: Log, *, now: datetime) -> None:
    """Remind the seat to move, if it makes a long pause, that its turn goes on."""
    _tell_mover(log, kind=TURN_GOES_ON, now=now, not_before=now + GOES_ON_AFTER)


def notice_end(log: Log, *, now: datetime) -> None:
    """Tell every seat that the game is over."""
    tell(log, GAME_OVER, to=_all_seats(log), now=now)


def notice_reminder(log: Log, *, deadline: datetime, now: datetime) -> None:
    """Remind the seat to move of its deadline, once for each that it has had."""
    tell(log, REMINDER, to=[log.history.turn.seat], mark=deadline_mark(deadline), now=now)


def notice_time_is_up(log: Log, *, now: datetime) -> None:
    """Tell all that the seat to move is out of time, and what each of them can do about it."""
    late = log.history.turn.seat
    tell(log, TIME_IS_UP, to=_others_who_play(log, late), now=now)
    tell(log, OWN_TIME_IS_UP, to=[late], now=now)


def notice_reached_again(log: Log, *, now: datetime) -> None:
    """Tell the others that letters to the seat to move arrive again, and its clock goes on."""
    tell(log, REACHED_AGAIN, to=_others_who_play(log, log.history.turn.seat), now=now)


def notice_decision(log: Log, *, now: datetime) -> None:
    """Tell every seat what an operator has just decided."""
    tell(log, OPERATOR_DECISION, to=_all_seats(log), now=now)


def tell_of_bot(log: Log, former: User, *, entry: int) -> None:
    """Tell somebody who has left by this entry that a bot plays on in their seat."""
    left = log.entry(entry)
    post(
        kind=SEAT_LEFT,
        to=former.email,
        key=notice_key(log.game.public_id, left.seat or 0, SEAT_LEFT, entry),
        data={
            "game": log.game.pk,
            "seat": left.seat,
            "person": former.pk,
            "how": how_left(log, left),
        },
        topic=topic_of(log.game),
    )


def notice_turn_again(log: Log, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the position is the same, but not the rest."""
    seat, ply = log.course.position.to_move, log.course.ply
    if seat is None or log.course.outcome is not None or log.seats[seat].is_bot:
        return
    cancel_waiting_letters(
        log, now=now, seat=seat, kinds=kinds_cancelled_by(Cause.TURN_BROUGHT_ANEW)
    )
    # The letter of this ply has a key already, and a later ply may be what the seq is now.
    kind, seq = f"{YOUR_TURN}:again:{ply}", len(log.entries)
    notice = Notice.objects.create(
        game=log.game,
        seat=seat,
        kind=YOUR_TURN,
        ply=ply,
        key=notice_key(log.game.public_id, seat, kind, seq),
        created_at=now,
        not_before=final_for(log.game, seat),
    )
    post_letters([notice], log.seats)


def notice_turn_asked_for(log: Log, *, now: datetime) -> None:
    """Bring the seat to move a copy of the letter with its turn, at its wish; no clock changes."""
    mark = int(now.timestamp() * 1000)
    tell(log, TURN_ASKED_FOR, to=[log.history.turn.seat], mark=mark, now=now)


def cancel_waiting_letters(
    log: Table, *, now: datetime, seat: int | None = None, kinds: Iterable[str] = ()
) -> None:
    """Cancel waiting letters that an operator's decision makes untrue: of `kinds`, or of all."""
    notices = uncancelled(log.game, *(tuple(kinds) or kinds_cancelled_by(Cause.DECISION)))
    if seat is not None:
        notices = notices.filter(seat=seat)
    waiting = Letter.objects.filter(
        key__in=notices.order_by().values("key"), status=Letter.Status.WAITING
    )
    if cancelled := list(waiting.values_list("key", flat=True)):
        cancel_letters(cancelled)
        notices.filter(key__in=cancelled).update(cancelled_at=now)


def end_wait(log: Log) -> None:
    """Make the last turn final, and all that is written now: the player to move learns of it."""
    log.is_final_at_once = True
    if not is_waiting(log.game):
        return
    log.game.unsent_until = now = timezone.now()
    waiting = Notice.objects.filter(
        game=log.game,
        kind=YOUR_TURN,
        ply=log.course.ply,
        cancelled_at__isnull=True,
        not_before__gt=now,
    )
    hasten_letters(waiting)
    waiting.update(not_before=now)


def notice_invitations(game: Game, *, to: Iterable[int], now: datetime) -> None:
    """Tell seats that they are invited; without a topic, as unsubscribing stops all invitations."""
    for seat in Seat.objects.filter(game=game, number__in=to):
        # Its links count the invitations to a seat: each has letters of its own.
        mark = seat.link_epoch
        for notice in _write(game, [seat.number], kind=INVITATION, ply=0, mark=mark, now=now):
            post(
                kind=notice.kind,
                to=seat.invited_address,
                key=notice.key,
                data={"notice": notice.pk},
                edition=seat.link_epoch,
            )


def cancel_turn_notices(log: Log, *, after_ply: int, now: datetime) -> None:
    """Cancel the notices of plies that were taken back."""
    notices = uncancelled(log.game, *_OF_ANOTHER_PLY).filter(ply__gt=after_ply)
    cancel_letters_of(notices)
    notices.update(cancelled_at=now)


def cancel_invitations(game: Game, *, now: datetime, seat: int | None = None) -> None:
    """Cancel invitations to a game that will not begin, or to one of its seats alone."""
    notices = uncancelled(game, *kinds_cancelled_by(Cause.NO_GAME))
    if seat is not None:
        notices = notices.filter(seat=seat)
    notices.update(cancelled_at=now)


def _tell_mover(log: Log, *, kind: str, now: datetime, not_before: datetime | None) -> None:
    seat = log.course.position.to_move
    if seat is not None and log.course.outcome is None:
        ply = log.course.ply
        _cancel_earlier(log.game, ply, now=now)
        tell(log, kind, to=[seat], mark=ply, now=now, not_before=not_before)


def _cancel_earlier(game: Game, ply: int, *, now: datetime) -> None:
    """Cancel notices of an earlier ply that still wait: the game has gone on."""
    waiting = notices_waiting(game, before_ply=ply, kinds=_OF_ANOTHER_PLY, now=now)
    if waiting and cancel_letters([notice.key for notice in waiting]):
        for notice in waiting:
            notice.cancelled_at = now
        update_several([(notice, ["cancelled_at"]) for notice in waiting])


def _all_seats(log: Log) -> list[int]:
    return [seat.number for seat in log.seats]


def _others_who_play(log: Log, seat: int) -> list[int]:
    left = log.course.left
    return [other for other in others(_all_seats(log), seat) if other not in left]


def _write(
    game: Game,
    seats: Iterable[int],
    *,
    kind: str,
    ply: int,
    mark: int,
    now: datetime,
    not_before: datetime | None = None,
) -> list[Notice]:
    """Return the notices, written once; `mark` is the ply or, if that stays the same, the seq."""
    notices = [
        Notice(
            game=game,
            seat=seat,
            kind=kind,
            ply=ply,
            key=notice_key(game.public_id, seat, kind, mark),
            created_at=now,
            not_before=not_before,
        )
        for seat in seats
    ]
    if notices:
        insert(notices, or_find_by="key")
    return notices


def uncancelled(game: Game, *kinds: str) -> QuerySet[Notice]:
    """Return the notices of these kinds in a game that were not cancelled."""
    return Notice.objects.filter(game=game, kind__in=kinds, cancelled_at__isnull=True)


def final_for(game: Game, seat: int) -> datetime | None:
    """Return when the letter with the seat's turn may leave; None if at once."""
    return None if game.unsent_seat == seat else final_at(game)


def post_letters(notices: Iterable[Notice], seats: Sequence[Seat] | Mapping[int, Seat]) -> None:
    """Post the letters of these notices; bots and empty seats get none."""
    post_all(
        [
            new_letter(
                kind=notice.kind,
                to=seat.user.email,
                key=notice.key,
                data={"notice": notice.pk, "person": seat.user.pk},
                topic=topic_of(seat.game),
                # After a restore plies are reached, and told of, a second time.
                edition=seat.link_epoch,
                not_before=notice.not_before,
            )
            for notice in notices
            if (seat := seats[notice.seat]).user is not None and not seat.is_bot
        ]
    )


def topic_of(game: AnyGame) -> str:
    """Return what the letters about a game are muted by."""
    return f"game:{game.public_id}"


def cancel_letters_of(notices: QuerySet[Notice]) -> int:
    """Return how many letters of these notices were cancelled, as they still waited."""
    # Keys, not a subquery: for one the database may look through every letter that waits.
    keys = list(notices.values_list("key", flat=True))
    return cancel_letters(keys) if keys else 0


def letters_wait(notices: QuerySet[Notice]) -> bool:
    """Return whether no letter of these notices is being sent or was sent."""
    return not are_under_way(list(notices.values_list("key", flat=True)))


def hasten_letters(notices: QuerySet[Notice]) -> None:
    """Make the letters of these notices leave at once."""
    for key in notices.values_list("key", flat=True):
        hasten(key)
