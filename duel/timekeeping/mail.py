"""No clock beats a mail that came in time.

Sweeps, claims and replies call it. The time of a turn does not end while a mail of its player that
came before the deadline is unread, before a mailbox was polled once more, or while no mail can come
in. After some hours the game is held; it goes on when the mail was read, and the time for which it
lay there is given back.

Only a fault of ours makes a mail wait: one that cannot be read is answered at once, and no clock
waits for it (`mail.inbound.processing`). No hold lasts longer than `HELD_AT_MOST`.
"""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duel.clocks.turn_clock import LATEST_START, NOTHING, clock_of
from duel.errors import Refused
from duel.integrity.divergences import leaving_broken_games
from duel.models import Game, LogEntry, Outage, Status
from duel.notices.intents import notice_turn_again, tell
from duel.notices.kinds import MAIL_WAITS
from duel.record.clock import append_clock_start
from duel.record.events import is_for_mail
from duel.record.links import about_seat
from duel.record.log import Log, writing
from duel.timekeeping.front_door import have_answered_since, shut_doors
from engine.kinds import Channel, Kind
from engine.record import Entry, timestamp
from mail.inbound.heartbeats import good_poll_begun_after, ways_in_are_silent
from mail.inbound.selectors import mail_by_owners, unread_mail
from mail.models import InboundMail, Sweep

logger = structlog.get_logger(__name__)

HELD_AFTER = timedelta(hours=2)
"""How long a mail may wait to be read before its game is held."""

HELD_AT_MOST = timedelta(hours=24)
"""How long a game is held for a mail; then it goes on without it."""

SILENT_AT_MOST = timedelta(hours=12)
"""How long turns wait for silent ways in, and how much is given back at most."""

BATCH = 200
"""How many held games one sweep processes."""

PROMPT = timedelta(minutes=1)
"""A mail that is read within it has cost nobody any time."""

SILENCE = "silence"
"""The sweep's row of this name holds the moment from which no mail could come in."""


class MailIsWaiting(Refused):
    """Nobody wins by the clock while a mail of the late player has not been read."""

    code = "mail_is_waiting"
    sentence = _(
        "A mail of the player who is out of time has come in and is about to be read. "
        "Please try again in a few minutes."
    )


class NoMailComesIn(Refused):
    """Nobody wins by the clock while a mail of the late player could not reach us."""

    code = "no_mail_comes_in"
    sentence = _(
        "Mail cannot reach us at the moment, so nobody can claim the game. Please try again later."
    )


class NobodyReachesUs(Refused):
    """Nobody wins by the clock while the late player could not reach the site."""

    code = "nobody_reaches_us"
    sentence = _(
        "Not everybody can reach this site at the moment, so nobody can claim the game. Please try "
        "again later."
    )


def refuse_while_mail_may_wait(log: Log, *, late: int, now: datetime) -> None:
    """Raise if a mail of the seat that is out of time waits to be read, or may lie elsewhere."""
    if waiting_mail(log, seat=late, received_before=now) is not None:
        raise MailIsWaiting
    since = ways_in_are_silent(now)
    if since is not None and now < since + SILENT_AT_MOST:
        raise NoMailComesIn
    if shut_doors(now):
        raise NobodyReachesUs


def time_may_end(log: Log, *, deadline: datetime, now: datetime) -> bool:
    """Return whether the time of the turn may end now; hold the game if it waits too long."""
    if mail_of_turn_waits(log, deadline=deadline, now=now):
        return False
    if now >= deadline + SILENT_AT_MOST:
        return True
    if not have_answered_since(deadline):
        return False
    return good_poll_begun_after(deadline) and ways_in_are_silent(now) is None


def mail_of_turn_waits(log: Log, *, deadline: datetime, now: datetime) -> bool:
    """Return whether a mail of the seat to move came in time and was not read yet."""
    mail = waiting_mail(log, seat=log.history.turn.seat, received_before=deadline)
    if mail is not None and mail.received_at + HELD_AFTER <= now and not log.course.stopped:
        log.append(Kind.HOLD, channel=Channel.CLOCK, time=now)
        tell(log, MAIL_WAITS, to=log.course.playing, now=now)
        logger.error("game_is_held_for_a_mail", game=log.game.pk, mail=mail.pk)
    return mail is not None


def waiting_mail(log: Log, *, seat: int, received_before: datetime) -> InboundMail | None:
    """Return the oldest mail of the seat that came in before this moment and is not read yet.

    Mail from before the game was resumed no longer counts: an operator decided that, or the game
    had waited long enough.
    """
    resumed = [each for each in log.entries if each.kind == Kind.RESUME]
    return unread_mail(
        about_seat(log.game.public_id, seat),
        received_before=received_before,
        received_after=datetime.fromisoformat(resumed[-1].time) if resumed else None,
    )


def unread_mail_of_game(game: Game) -> InboundMail | None:
    """Return the oldest mail of any seat of the game that waits to be read."""
    abouts = [about_seat(game.public_id, number) for number in range(game.seat_count)]
    now = timezone.now()
    found = (unread_mail(about, received_before=now) for about in abouts)
    return min(filter(None, found), key=lambda mail: mail.received_at, default=None)


def give_back_wait(public_id: str, *, seat: int, received_at: datetime, mail: int) -> None:
    """Give the player to move the time for which a mail of the seat lay unread, beyond a minute.

    Its writer was waiting for the answer; if it was a move, the next turn began when it came in,
    and nobody could know. A game that was held for it goes on. `mail` is the one being read.
    """
    now = timezone.now()
    if now - received_at <= PROMPT:
        return
    with writing(public_id) as log:
        if log.course.outcome is not None:
            return
        goes_on = _can_go_on(log, besides=mail, now=now)
        _give_back(log, seat, received_at=received_at, goes_on=goes_on, now=now)


def end_holds(*, now: datetime) -> int:
    """Return how many games were resumed: their mail was unreadable, deleted or waited too long."""
    resumed = LogEntry.objects.filter(
        game=OuterRef("game"), seq__gt=OuterRef("seq"), kind=Kind.RESUME
    )
    held = LogEntry.objects.filter(
        ~Exists(resumed), game=OuterRef("pk"), kind=Kind.HOLD, channel=Channel.CLOCK
    )
    games = Game.objects.filter(Exists(held), status=Status.RUNNING, alarm_at__isnull=True)
    ended = 0
    for public_id in list(games.order_by("pk").values_list("public_id", flat=True)[:BATCH]):
        with leaving_broken_games(), writing(public_id) as log:
            ended += _end_hold(log, now=now)
    return ended


def _end_hold(log: Log, *, now: datetime) -> bool:
    hold = hold_for_mail(log)
    if hold is None or log.course.outcome is not None:
        return False
    held_at = datetime.fromisoformat(hold.time)
    seat = _seat_held_for(log, hold)
    mail = waiting_mail(log, seat=seat, received_before=now)
    if mail is not None and now < held_at + HELD_AT_MOST:
        return False
    received_at = min(mail.received_at if mail else now, held_at - HELD_AFTER)
    logger.error("hold_for_a_mail_has_ended", game=log.game.pk, mail=mail.pk if mail else None)
    _give_back(log, seat, received_at=received_at, goes_on=True, now=now)
    return True


def _give_back(log: Log, seat: int, *, received_at: datetime, goes_on: bool, now: datetime) -> None:
    if log.history.turn.since + LATEST_START <= now:
        append_clock_start(log, why="late", at=now)
    if goes_on:
        log.append(Kind.RESUME, channel=Channel.CLOCK, time=now)
    lost = int(_unread_time(log, seat, received_at=received_at, now=now).total_seconds())
    whose = log.history.turn.seat
    if lost > 0 and whose not in log.left_at:
        log.append(Kind.EXTEND, seat=whose, text=str(lost), channel=Channel.CLOCK, time=now)
    if goes_on and log.course.flagged is None:
        notice_turn_again(log, now=now)


def hold_for_mail(log: Log) -> Entry | None:
    """Return the entry by which the service, not an operator, holds the game, if it does."""
    last = _last_stop(log)
    return last if last and last.kind == Kind.HOLD and is_for_mail(last) else None


def _last_stop(log: Log) -> Entry | None:
    """Return the entry that last stopped the clocks or let them go on."""
    stops = (Kind.HOLD, Kind.PAUSE, Kind.RESUME)
    return next((each for each in reversed(log.entries) if each.kind in stops), None)


def _can_go_on(log: Log, *, besides: int, now: datetime) -> bool:
    """Return whether the game is held for mail, and only that one is unread."""
    hold = hold_for_mail(log)
    if hold is None:
        return False
    about = about_seat(log.game.public_id, _seat_held_for(log, hold))
    return unread_mail(about, received_before=now, besides=besides) is None


def _seat_held_for(log: Log, hold: Entry) -> int:
    """Return the seat for whose mail the game is held: of the next move, or to move now."""
    since = (each for each in log.entries if each.seq > hold.seq and each.kind == Kind.MOVE)
    return next((move.seat for move in since), log.history.turn.seat) or 0


def _unread_time(log: Log, seat: int, *, received_at: datetime, now: datetime) -> timedelta:
    """Return how long the mail lay unread, without what was given back already.

    Nothing if the clock did not run meanwhile. A player who is out of time gets what was left when
    it came in, if anything was.
    """
    turn = log.history.turn
    move = next((each for each in reversed(log.entries) if each.kind == Kind.MOVE), None)
    was_played = move and (move.seat, move.time) == (seat, timestamp(received_at))
    if not was_played and not (turn.seat == seat and turn.since < received_at):
        return NOTHING
    clock = clock_of(log)
    if clock is None:
        return NOTHING
    if log.course.flagged is not None:
        return clock.time_left(received_at)
    given_at = (
        datetime.fromisoformat(each.time)
        for each in log.entries
        if (each.kind, each.channel, each.seat) == (Kind.EXTEND, Channel.CLOCK, turn.seat)
    )
    since = max([received_at, *given_at])
    if not was_played:  # nobody gains by writing many mails
        since = max(since, _last_read(log, seat) or since)
        if now - since <= PROMPT:
            return NOTHING
    return now - since if clock.time_used(now) > clock.time_used(since) else NOTHING


def _last_read(log: Log, seat: int) -> datetime | None:
    """Return when an earlier mail of the same player was read; later ones waited until then."""
    own = mail_by_owners([about_seat(log.game.public_id, seat)])
    last: datetime | None = own.aggregate(last=Max("read_at"))["last"]
    return last


@transaction.atomic
def save_silence(*, now: datetime) -> None:
    """Write down since when no mail can come in; when it can again, that is given back to all."""
    since = ways_in_are_silent(now)
    noted = Sweep.objects.select_for_update().filter(name=SILENCE).first()
    if since is not None:
        if noted is None:
            Sweep.objects.create(name=SILENCE, ran_at=since)
            logger.error("no_mail_can_come_in", since=since.isoformat())
    elif noted is not None:
        # Only the end of a long one: it has just ended, so all deadlines follow.
        began_at = max(noted.ran_at, now - SILENT_AT_MOST)
        Outage.objects.get_or_create(began_at=began_at, defaults={"ended_at": now})
        logger.warning("silence_given_back", since=began_at.isoformat())
        noted.delete()
