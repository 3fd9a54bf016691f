"""Entries of the log in sentences to one player; moves have the sentences of their games."""

from collections.abc import Callable

from django.utils.translation import gettext

from duel.games.stories import leaving_sentence
from duel.perspective.clock_words import giver_in
from duel.record.events import how_left, is_for_mail
from duel.record.read_only_log import ReadOnlyLog
from duel.timeline.entries import entry_sentence, start_words
from duel.timeline.sitters import Sitters
from duel.words.naming import duration
from engine.kinds import BOT, OUT, SCORE, Channel, Kind
from engine.record import Entry


class Teller:
    """Tells the player in one seat (“you”) what entries say, but not how others get letters."""

    def __init__(self, log: ReadOnlyLog, sitters: Sitters) -> None:
        self._log = log
        self._sitters = sitters

    def sentence(self, entry: Entry) -> str:
        """Return what an entry that does not change the position says."""
        kind = Kind(entry.kind)
        if kind in _PATTERNS:
            return self._pick(entry, *_PATTERNS[kind](), terms=_terms(entry))
        tell = _SENTENCES.get(kind)
        return tell(self, entry) if tell else self._plainly(entry)

    def _plainly(self, entry: Entry) -> str:
        return entry_sentence(entry, self._sitters.names_at(entry))

    def _is_own(self, entry: Entry) -> bool:
        return entry.seat is not None and entry.seat == self._sitters.viewer_at(entry)

    def _name(self, entry: Entry) -> str:
        return self._sitters.names_at(entry)[entry.seat or 0]

    def _pick(self, entry: Entry, own: str, others: str, **words: str) -> str:
        pattern = own if self._is_own(entry) else others
        return pattern % {"name": self._name(entry), **words}

    def _offer(self, entry: Entry) -> str:
        kind, _, number = entry.text.partition(" ")
        if kind == "undo":
            return self._pick(
                entry,
                gettext("You asked to take your last turn back."),
                gettext("%(name)s asked to take the last turn back."),
            )
        if kind == "time" and number.isdecimal():
            return self._pick(
                entry,
                gettext("You asked for %(time)s more."),
                gettext("%(name)s asked for %(time)s more."),
                time=duration(int(number)),
            )
        return self._pick(
            entry,
            gettext("You offered to call the game off."),
            gettext("%(name)s offered to call the game off."),
        )

    def _resign(self, entry: Entry) -> str:
        if entry.channel == Channel.OPERATOR:
            own = gettext("An operator resigned for you.")
            return self._pick(entry, own, gettext("An operator resigned for %(name)s."))
        return self._pick(entry, gettext("You resigned."), gettext("%(name)s resigned."))

    def _retire(self, entry: Entry) -> str:
        how = how_left(self._log, entry)
        left = leaving_sentence(how, self._name(entry), self._is_own(entry))
        if entry.text == OUT:
            return left
        then = {
            SCORE: gettext("The game was scored."),
            BOT: gettext("A bot plays on in the seat."),
        }
        offered = gettext("The seat was offered to others.")
        return f"{left} {then.get(entry.text, offered)}"

    def _replace(self, entry: Entry) -> str:
        if self._log.seats[entry.seat or 0].person != entry.text:  # who came has left since
            return gettext("The seat of %(name)s changed hands.") % {"name": self._name(entry)}
        if not self._is_own(entry):
            return self._plainly(entry)
        if entry.channel == Channel.LOBBY:
            return gettext("You took the seat that was offered.")
        return gettext("An operator gave you this seat.")

    def _extend(self, entry: Entry) -> str:
        time = duration(int(entry.text))
        if entry.channel == Channel.OPERATOR:
            own = gettext("An operator gave you %(time)s more.")
            others = gettext("An operator gave %(name)s %(time)s more.")
        elif is_for_mail(entry):
            own = gettext("You got back %(time)s, for which a mail of yours lay unread.")
            others = gettext("%(name)s got back %(time)s, for which a mail lay unread.")
        elif entry.channel == Channel.REPORT:
            own = gettext("You got %(time)s more by the service: your report waits.")
            others = gettext("%(name)s got %(time)s more by the service: a report waits.")
        elif entry.channel == Channel.RETURNED:
            own = gettext("You got %(time)s more: letters to you are said to come back.")
            others = gettext("%(name)s got %(time)s more: letters are said to come back.")
        elif entry.person is not None:
            return self._gift(entry, time)
        else:
            own = gettext("You got %(time)s more.")
            others = gettext("%(name)s got %(time)s more.")
        return self._pick(entry, own, others, time=time)

    def _gift(self, entry: Entry, time: str) -> str:
        """Return who gave time to whom."""
        if self._log.seats[self._sitters.seat].person == entry.person:
            words = {"name": self._name(entry), "time": time}
            return gettext("You gave %(name)s %(time)s more.") % words
        return self._pick(
            entry,
            gettext("%(giver)s gave you %(time)s more."),
            gettext("%(giver)s gave %(name)s %(time)s more."),
            giver=giver_in(self._log, entry, entry.seat or 0),
            time=time,
        )

    def _vacation(self, entry: Entry) -> str:
        if entry.text == "begin":
            own = gettext("Your clock stopped: vacation.")
            return self._pick(entry, own, gettext("Clock of %(name)s stopped: vacation."))
        own = gettext("Your vacation is over: your clock goes on.")
        return self._pick(entry, own, gettext("Vacation of %(name)s over: the clock goes on."))

    def _bounce(self, entry: Entry) -> str:
        if entry.text == "begin":
            own = gettext("Your clock stopped: letters to you come back.")
            return self._pick(entry, own, gettext("Clock of %(name)s stopped: letters come back."))
        own = gettext("You can be reached again: your clock goes on.")
        others = gettext("%(name)s can be reached again: the clock goes on.")
        return self._pick(entry, own, others)

    def _clock(self, entry: Entry) -> str:
        why = gettext("you get no single letters")
        why = why if entry.text == "move" else start_words(entry.text)
        others = gettext("The clock of %(name)s started.")
        return self._pick(entry, gettext("Your clock started: %(why)s."), others, why=why)


def _terms(entry: Entry) -> str:
    """Return what an answer is about."""
    kind, _, number = entry.text.partition(" ")
    if kind == "undo":
        return gettext("taking the last turn back")
    if kind == "time" and number.isdecimal():
        return gettext("more time: %(time)s") % {"time": duration(int(number))}
    return gettext("calling the game off")


_PATTERNS: dict[Kind, Callable[[], tuple[str, str]]] = {
    Kind.ACCEPT: lambda: (
        gettext("You agreed: %(terms)s."),
        gettext("%(name)s agreed: %(terms)s."),
    ),
    Kind.DECLINE: lambda: (
        gettext("You declined: %(terms)s."),
        gettext("%(name)s declined: %(terms)s."),
    ),
    Kind.WITHDRAW: lambda: (
        gettext("You took your offer back: %(terms)s."),
        gettext("%(name)s took the offer back: %(terms)s."),
    ),
    Kind.TIMEOUT: lambda: (
        gettext("You ran out of time and lost."),
        gettext("%(name)s ran out of time and lost."),
    ),
    Kind.FLAG: lambda: (
        gettext("Your turn has waited too long; it may be claimed."),
        gettext("The turn of %(name)s has waited too long; it may be claimed."),
    ),
    Kind.CLAIM: lambda: (gettext("You claimed the game."), gettext("%(name)s claimed the game.")),
}
"""To the player in the seat, and to others."""

_SENTENCES: dict[Kind, Callable[[Teller, Entry], str]] = {
    Kind.OFFER: Teller._offer,
    Kind.RESIGN: Teller._resign,
    Kind.RETIRE: Teller._retire,
    Kind.REPLACE: Teller._replace,
    Kind.EXTEND: Teller._extend,
    Kind.VACATION: Teller._vacation,
    Kind.BOUNCE: Teller._bounce,
    Kind.CLOCK: Teller._clock,
}
