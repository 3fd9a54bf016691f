"""The entries of the log in sentences: who did what, by which way; both timelines call it."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext

from duel.record.events import is_for_mail
from duel.words.naming import duration, joined
from engine.kinds import BOT, OUT, SCORE, Channel, Kind
from engine.record import Entry


def entry_sentence(entry: Entry, names: Sequence[str]) -> str:
    """Return what an entry says; of one that is no entry at all, its own words."""
    try:
        name = names[entry.seat] if entry.seat is not None else ""
        return _SENTENCES[Kind(entry.kind)](entry, name, names)
    except (ValueError, IndexError):  # somebody has been at the table of the log
        return f"{entry.kind} {entry.text}".strip()


def channel_words(channel: str) -> str:
    """Return how an entry came in."""
    words = {
        "link": gettext("by a link"),
        "web": gettext("on the site"),
        "reply": gettext("by a reply"),
        "mail": gettext("by a reply"),
        "api": gettext("by a program"),
        Channel.CLOCK: gettext("by the clock"),
        Channel.BOT: gettext("by its program"),
        Channel.OPERATOR: gettext("by an operator"),
        Channel.LOBBY: gettext("from the list of open seats"),
    }
    return words.get(channel, channel)


def terms_words(terms: str) -> str:
    """Return what an offer is about."""
    kind, _, number = terms.partition(" ")
    if kind == "undo":
        return gettext("taking back, to ply %(ply)s") % {"ply": number}
    if kind == "time" and number.isdecimal():
        return gettext("more time: %(time)s") % {"time": duration(int(number))}
    return gettext("calling the game off") if kind == "cancel" else terms


Tell = Callable[[Entry, str, Sequence[str]], str]


def _plain(sentence: Callable[[], str]) -> Tell:
    """Return a teller of a sentence that needs the name, the text and the way at most."""

    def tell(entry: Entry, name: str, _names: Sequence[str]) -> str:
        words = {
            "name": name,
            "text": entry.text,
            "way": channel_words(entry.channel),
            "terms": terms_words(entry.text),
        }
        return sentence() % words

    return tell


def _resign(entry: Entry, name: str, _names: Sequence[str]) -> str:
    if entry.channel == Channel.OPERATOR:
        return gettext("An operator resigned for %(name)s.") % {"name": name}
    return gettext("%(name)s resigned (%(way)s).") % {
        "name": name,
        "way": channel_words(entry.channel),
    }


def _retire(entry: Entry, name: str, _names: Sequence[str]) -> str:
    words = {"name": name, "way": channel_words(entry.channel)}
    sentences = {
        OUT: gettext("%(name)s is out of the game (%(way)s); the others play on."),
        SCORE: gettext("%(name)s left the game (%(way)s), and it was scored."),
        BOT: gettext("%(name)s left the game (%(way)s), and a bot plays on in the seat."),
    }
    offered = gettext("%(name)s left the game (%(way)s); the seat is offered to others.")
    return sentences.get(entry.text, offered) % words


def _replace(entry: Entry, name: str, _names: Sequence[str]) -> str:
    if entry.channel == Channel.LOBBY:
        return gettext("The seat that was offered was taken: %(name)s.") % {"name": name}
    if entry.channel == Channel.CLOCK:
        return gettext("As was agreed, a bot took the seat: %(name)s.") % {"name": name}
    return gettext("An operator gave the seat to somebody else: %(name)s.") % {"name": name}


def _award(entry: Entry, _name: str, names: Sequence[str]) -> str:
    seats = [int(seat) for seat in entry.text.split()]
    winners = joined([names[seat] for seat in seats if seat < len(names)])
    return gettext("An operator awarded the game to %(names)s.") % {"names": winners}


def _cancel(entry: Entry, _name: str, _names: Sequence[str]) -> str:
    return {
        "agreed": gettext("The game was called off: the players agreed."),
        "unplayed": gettext("The game was called off: a first turn was not played in time."),
        "unreachable": gettext("The game was called off: letters came back for too long."),
    }.get(entry.text, gettext("An operator called the game off."))


def _extend(entry: Entry, name: str, _names: Sequence[str]) -> str:
    words = {"name": name, "time": duration(int(entry.text))}
    if entry.channel == Channel.OPERATOR:
        return gettext("An operator gave %(name)s %(time)s more.") % words
    if is_for_mail(entry):
        return gettext("%(name)s got back %(time)s, for which a mail lay unread.") % words
    if entry.channel == Channel.REPORT:
        return gettext("%(name)s got %(time)s more by the service: a report waits.") % words
    if entry.channel == Channel.RETURNED:
        return gettext("%(name)s got %(time)s more: letters are said to come back.") % words
    return gettext("%(name)s got %(time)s more.") % words


def _hold(entry: Entry, _name: str, _names: Sequence[str]) -> str:
    if is_for_mail(entry):
        return gettext("The service stopped the clocks: a mail that came in time was not read yet.")
    return gettext("An operator stopped the clocks to look into the game.")


def _resume(entry: Entry, _name: str, _names: Sequence[str]) -> str:
    if is_for_mail(entry):
        return gettext("The service waits for the mail no more: the clocks run again.")
    return gettext("The clocks run again.")


def _vacation(entry: Entry, name: str, _names: Sequence[str]) -> str:
    if entry.text == "begin":
        return gettext("Clock of %(name)s stopped: vacation.") % {"name": name}
    return gettext("Vacation of %(name)s over: the clock goes on.") % {"name": name}


def _bounce(entry: Entry, name: str, _names: Sequence[str]) -> str:
    if entry.text == "begin":
        return gettext("Clock of %(name)s stopped: letters come back.") % {"name": name}
    return gettext("%(name)s can be reached again: the clock goes on.") % {"name": name}


def start_words(why: str) -> str:
    """Return why the clock of a turn began to run."""
    words = {
        "letter": gettext("the letter had left or arrived"),
        "seen": gettext("a page had shown the turn"),
        "late": gettext("no letter had left within twelve hours"),
        "move": gettext("the player gets no single letters"),
    }
    return words.get(why, why)


def _clock(entry: Entry, name: str, _names: Sequence[str]) -> str:
    words = {"name": name, "why": start_words(entry.text)}
    return gettext("Clock of %(name)s started: %(why)s.") % words


_SENTENCES: dict[Kind, Tell] = {
    Kind.MOVE: _plain(lambda: gettext("%(name)s played “%(text)s” (%(way)s).")),
    Kind.PROXY: _plain(lambda: gettext("An operator played “%(text)s” for %(name)s.")),
    Kind.UNDO: _plain(lambda: gettext("%(name)s took back, to ply %(text)s (%(way)s).")),
    Kind.ROLLBACK: _plain(lambda: gettext("An operator set the game back to ply %(text)s.")),
    Kind.OFFER: _plain(lambda: gettext("%(name)s offered: %(terms)s (%(way)s).")),
    Kind.ACCEPT: _plain(lambda: gettext("%(name)s accepted: %(terms)s (%(way)s).")),
    Kind.DECLINE: _plain(lambda: gettext("%(name)s declined: %(terms)s (%(way)s).")),
    Kind.WITHDRAW: _plain(lambda: gettext("%(name)s withdrew the offer: %(terms)s (%(way)s).")),
    Kind.RESIGN: _resign,
    Kind.TIMEOUT: _plain(lambda: gettext("%(name)s ran out of time and lost.")),
    Kind.FLAG: _plain(
        lambda: gettext("The turn of %(name)s has waited too long; it may be claimed.")
    ),
    Kind.CLAIM: _plain(lambda: gettext("%(name)s claimed the game (%(way)s).")),
    Kind.RETIRE: _retire,
    Kind.AWARD: _award,
    Kind.VOID: _plain(lambda: gettext("An operator declared the game void.")),
    Kind.CANCEL: _cancel,
    Kind.REOPEN: _plain(lambda: gettext("An operator reopened the game.")),
    Kind.REPLACE: _replace,
    Kind.HOLD: _hold,
    Kind.PAUSE: _plain(lambda: gettext("An operator stopped the clocks.")),
    Kind.RESUME: _resume,
    Kind.EXTEND: _extend,
    Kind.VACATION: _vacation,
    Kind.BOUNCE: _bounce,
    Kind.CLOCK: _clock,
}
