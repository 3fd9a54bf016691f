"""Letting time pass for one game, so that its clock can be tried out without waiting for days.

The times in the log are hashed, so its chain is written anew: what letters have printed of it
before no longer fits. That is why only the command of the embedded service does this.
"""

from datetime import datetime, timedelta

from django.apps import apps
from django.db.models import QuerySet

from duel.append_only import open_to_alteration
from duel.errors import NotRunning
from duel.log import header_of, locked_game, stored_entries, writing
from duel.models import Game, LogEntry, Notice, Status
from engine.record import Entry, Header, next_entry


def age_game(*, public_id: str, hours: int) -> Game:
    """Return the running game, after everything in it has happened so many hours earlier."""
    by = timedelta(hours=hours)
    with open_to_alteration(apps.get_app_config("duel")):
        game = locked_game(public_id)
        if game.status != Status.RUNNING or game.began_at is None:
            raise NotRunning
        game.proposed_at -= by
        game.began_at -= by
        previous: Header | Entry = header_of(game, list(game.seats.order_by("number")))
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
            # Past the manager, which refuses to alter entries.
            QuerySet(LogEntry).filter(game=game, seq=entry.seq).update(
                time=time, prev_hash=previous.prev_hash, hash=previous.hash
            )
        game.head = previous.hash
        game.save(update_fields=["proposed_at", "began_at", "head"])
        for notice in Notice.objects.filter(game=game):
            notice.created_at -= by
            notice.save(update_fields=["created_at"])
        with writing(public_id, always_derive=True) as log:
            pass
    return log.game
