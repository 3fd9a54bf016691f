"""Makes games older and letters come back, to try out clocks without waiting for days.

Only the command of the embedded service calls it: as times are hashed, the chain of the log is
written anew, and no longer fits what letters have printed of it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.apps import apps
from django.db.models import F, QuerySet
from django.utils import timezone

from duel.errors import GameIsOver, NotRunning
from duel.integrity.append_only import open_to_alteration
from duel.integrity.beginnings import digest_of
from duel.models import Beginning, Game, LinkUse, LogEntry, Notice, Seat, Status
from duel.models.game import TURN_KINDS
from duel.record.log import writing
from duel.record.reading import header_of, locked_game, stored_entries
from duel.record.selectors import find_by_public_id
from duel.timekeeping.sweeps import SWEEP
from engine.record import Entry, Header, next_entry
from mail.models import DeliveryEvent, Letter, Sweep
from mail.reports.events import Report, record

_MOMENTS = ("moved_at", "unsent_since", "unsent_until", "known_moved_at", "known_deadline")
"""Columns of moments: a turn that can be taken back becomes final so much earlier."""


def age_game(*, public_id: str, hours: int) -> Game:
    """Return the running game, after everything in it has happened so many hours earlier."""
    by = timedelta(hours=hours)
    with open_to_alteration(apps.get_app_config("duel")):
        game = locked_game(public_id)
        if game.status == Status.OVER:
            raise GameIsOver
        if game.status != Status.RUNNING or game.began_at is None:
            raise NotRunning
        game.proposed_at -= by
        game.began_at -= by
        seats = list(game.seats.order_by("number"))
        _begin_earlier(game, seats)
        heads: dict[str, str] = {}
        previous: Header | Entry = header_of(game, seats)
        for entry in stored_entries(game.entries.order_by("seq")):
            time = datetime.fromisoformat(entry.time) - by
            previous = next_entry(
                previous,
                kind=entry.kind,
                seat=entry.seat,
                person=entry.person,
                text=entry.text,
                channel=entry.channel,
                time=time,
                state_hash=entry.state_hash,
            )
            heads[entry.hash] = previous.hash
            # Past the manager, which refuses to alter entries.
            QuerySet(LogEntry).filter(game=game, seq=entry.seq).update(
                time=time, prev_hash=previous.prev_hash, hash=previous.hash
            )
            if entry.seq == game.known_seq:
                game.known_head = previous.hash
        game.head = previous.hash
        for name in _MOMENTS:
            moment = getattr(game, name)
            setattr(game, name, moment - by if moment else None)
        game.save(update_fields=["proposed_at", "began_at", "head", "known_head", *_MOMENTS])
        _age_traces(game, by)
        _mail_other_heads(game, heads)
        with writing(public_id, always_derive=True) as log:
            pass
    return log.game


def _begin_earlier(game: Game, seats: Sequence[Seat]) -> None:
    row = Beginning.objects.get(game=game)
    digest = digest_of(game, seats, row.persons)
    QuerySet(Beginning).filter(pk=row.pk).update(began_at=game.began_at, digest=digest)


def _mail_other_heads(game: Game, heads: Mapping[str, str]) -> None:
    """Replace the heads that letters have carried by those of the new chain."""
    for notice in Notice.objects.filter(game=game, head__in=list(heads)):
        Notice.objects.filter(pk=notice.pk).update(head=heads[notice.head])


def _age_traces(game: Game, by: timedelta) -> None:
    """Age notices, letters and uses of links for operators; waiting letters are due earlier."""
    Notice.objects.filter(game=game).update(
        created_at=F("created_at") - by, not_before=F("not_before") - by
    )
    LinkUse.objects.filter(game=game).update(first_at=F("first_at") - by, last_at=F("last_at") - by)
    # A letter that is being sent is left to its worker, who finds it by the time of the claim.
    letters = Letter.objects.filter(key__startswith=f"{game.public_id}:").exclude(
        status=Letter.Status.SENDING
    )
    DeliveryEvent.objects.filter(letter__in=letters).update(happened_at=F("happened_at") - by)
    letters.update(
        created_at=F("created_at") - by,
        not_before=F("not_before") - by,
        next_attempt_at=F("next_attempt_at") - by,
        handed_at=F("handed_at") - by,
        sent_at=F("sent_at") - by,
        delivered_at=F("delivered_at") - by,
    )


def bounce_turn(*, public_id: str) -> Letter | None:
    """Return the letter that brought the turn of this game and has come back just now.

    None if none has left. It is reported as by a mail provider, which may take days: so the last
    letter of a game that the clock has ended can come back as well.
    """
    game = find_by_public_id(public_id)
    if game.began_at is None:
        raise NotRunning
    notices = Notice.objects.filter(game=game, ply=game.ply, kind__in=TURN_KINDS)
    if game.to_move is not None:
        notices = notices.filter(seat=game.to_move)
    sent = Letter.objects.filter(
        key__in=list(notices.values_list("key", flat=True)), status=Letter.Status.SENT
    )
    letter = sent.order_by("-sent_at").first()
    if letter is not None:
        record(
            Report(
                key=f"tried-out:{letter.token}",
                provider="embedded",
                kind=DeliveryEvent.Kind.BOUNCED,
                happened_at=timezone.now(),
                address=letter.to,
                token=letter.token,
                reason="bounced",
                is_final=True,
            )
        )
    return letter


def age_heartbeat(*, hours: int) -> None:
    """Move the last sign of life of the service so many hours back."""
    ran_at = timezone.now() - timedelta(hours=hours)
    Sweep.objects.update_or_create(name=SWEEP, defaults={"ran_at": ran_at})
