"""Who sat in a seat at which time, as seats change hands; the players' timeline calls it."""

from datetime import datetime
from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext

from duel.record.read_only_log import ReadOnlyLog
from duel.record.selectors import player_names
from engine.kinds import Kind
from engine.record import Entry


class Sitters:
    """The table as one seat's player may know it at any moment; former players stay unnamed."""

    def __init__(self, log: ReadOnlyLog, seat: int) -> None:
        self.seat = seat
        self.names = player_names(log.seats)
        persons = {each.number: each.person for each in log.seats}
        self._came: dict[int, Entry] = {
            entry.seat: entry
            for entry in log.entries
            if entry.kind == Kind.REPLACE
            and entry.seat is not None
            and entry.text == persons.get(entry.seat)
        }

    def came_at(self, seat: int) -> datetime | None:
        """Return when the player there took the seat; None if it was theirs from the first."""
        came = self._came.get(seat)
        return datetime.fromisoformat(came.time) if came else None

    def names_at(self, entry: Entry) -> list[str]:
        """Return the names of the players at the time of the entry."""
        return [
            self._predecessor(seat) if self._is_before(entry, seat) else name
            for seat, name in enumerate(self.names)
        ]

    def name_at(self, seat: int, moment: datetime) -> str:
        """Return the name of the player who sat there at that moment."""
        came_at = self.came_at(seat)
        is_later = came_at is not None and moment < came_at
        return self._predecessor(seat) if is_later else self.names[seat]

    def viewer_at(self, entry: Entry) -> int | None:
        """Return the reader's seat; None for what was written before it was theirs."""
        return None if self._is_before(entry, self.seat) else self.seat

    def capitalise(self, sentence: str) -> str:
        """Return the sentence with a capital where somebody without a name begins it."""
        return capfirst(sentence) if sentence.startswith(self._nameless) else sentence

    @cached_property
    def _nameless(self) -> tuple[str, ...]:
        """How players without a name are called."""
        return (gettext("a player who left"), *(self._predecessor(seat) for seat in self._came))

    def _is_before(self, entry: Entry, seat: int) -> bool:
        """Return whether the entry was written before the present player came."""
        came = self._came.get(seat)
        return came is not None and entry.seq < came.seq

    def _predecessor(self, seat: int) -> str:
        if seat == self.seat:
            return gettext("your predecessor")
        return gettext("%(name)s’s predecessor") % {"name": self.names[seat]}
