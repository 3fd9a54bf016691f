"""What an operator decided, in sentences to one of the players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from duel.games.results import result_sentence
from duel.games.stories import story_sentences
from duel.models import Act, Decision
from duel.record.ends import first_entry_of, restores_an_end, result_said_by, settled_by
from duel.record.events import events_since, plies_of, ply_before
from duel.record.log import Log
from duel.words.time_controls import duration
from engine.kinds import Kind
from engine.record import Entry


@dataclass(frozen=True)
class _Told:
    """A decision with its entry, and who reads of it."""

    decision: Decision
    entry: Entry
    log: Log
    names: Sequence[str]
    reader: int | None

    @property
    def is_about_reader(self) -> bool:
        return self.entry.seat is not None and self.entry.seat == self.reader

    @property
    def name(self) -> str:
        return self.names[self.entry.seat or 0]


def decision_sentences(
    decision: Decision, log: Log, names: Sequence[str], reader: int | None
) -> list[str]:
    """Return what was decided, to the reader in that seat (None: a spectator).

    Nothing is in it that the seat may not know.
    """
    told = _Told(decision, log.entry(decision.seq), log, names, reader)
    if decision.revokes is None:
        return _SENTENCES[Act(decision.act)](told)
    words = {"decision": decision.revokes.get_act_display()}
    is_end = restores_an_end(decision, told.entry)
    return [
        gettext("An operator takes a decision back (%(decision)s).") % words,
        *(_ended_again(told) if is_end else _SENTENCES[Act(decision.act)](told)),
    ]


def _hold(told: _Told) -> list[str]:
    return [gettext("The clocks of your game stand still: we are looking into it.")]


def _pause(told: _Told) -> list[str]:
    return [gettext("An operator has paused your game: the clocks stand still.")]


def _resume(told: _Told) -> list[str]:
    return [gettext("The clocks of your game run again.")]


def _extend(told: _Told) -> list[str]:
    words = {"time": duration(int(told.entry.text)), "name": told.name}
    if told.is_about_reader:
        return [gettext("An operator has given you %(time)s more.") % words]
    return [gettext("An operator has given %(name)s %(time)s more.") % words]


def _rollback(told: _Told) -> list[str]:
    words = {"ply": told.entry.text}
    return [
        gettext("An operator has set your game back to an earlier position (ply %(ply)s).") % words,
        gettext(
            "Moves made since then no longer count, and links in the letters about them no longer "
            "work. Whoever is to move has the full time of the turn."
        ),
    ]


def _award(told: _Told) -> list[str]:
    result = {"winners": [int(seat) for seat in told.entry.text.split()], "by": ["award"]}
    return [result_sentence(told.log.game, result, told.names, told.reader)]


def _void(told: _Told) -> list[str]:
    return [
        result_sentence(told.log.game, {"winners": [], "by": ["void"]}, told.names, told.reader)
    ]


def _cancel(told: _Told) -> list[str]:
    return [gettext("An operator has called your game off; nobody won.")]


def _resign(told: _Told) -> list[str]:
    if told.is_about_reader:
        return [gettext("An operator has resigned the game for you.")]
    return [gettext("An operator has resigned the game for %(name)s.") % {"name": told.name}]


def _proxy(told: _Told) -> list[str]:
    """Return what was played, as the reader may know it."""
    entries = told.log.entries[: told.decision.seq]
    since, until = ply_before(entries), plies_of(entries)
    events = events_since(told.log, since, told.reader)
    played = [item for item in events if item["ply"] <= until]
    return story_sentences(told.log.game, played, told.names, told.reader, is_over=True)


def _replace(told: _Told) -> list[str]:
    former = str(told.decision.replaced or gettext("a player who left"))
    words = {"old": former, "new": told.name}
    if told.is_about_reader:
        return [gettext("An operator has given you the seat of %(old)s in this game.") % words]
    return [gettext("From now on %(new)s plays in place of %(old)s.") % words]


def _ended_again(told: _Told) -> list[str]:
    """Return that the game has ended as it had ended before, and what the log cannot say of it."""
    before = told.log.entry(told.decision.seq - 1)
    result = result_sentence(
        told.log.game,
        result_said_by(told.entry, seats=len(told.names)),
        told.names,
        told.reader,
        is_unreachable=before.kind == Kind.FLAG and before.time == told.entry.time,
    )
    sentences = [gettext("How your game had ended before counts again: %(result)s")]
    if _was_agreed(told):
        sentences.append(
            gettext(
                "The two of you had agreed on that; the record of the game now says that an "
                "operator called it off, as nobody else can agree in your name."
            )
        )
    return [sentence % {"result": result} for sentence in sentences]


def _was_agreed(told: _Told) -> bool:
    """Return whether the end that is restored was an agreement of the players."""
    if told.entry.kind != Kind.CANCEL or told.decision.revokes is None:
        return False
    before = first_entry_of(told.log, told.decision.revokes)
    ended = settled_by(told.log, before=before)
    return ended is not None and ended.text == "agreed"


def _reopen(told: _Told) -> list[str]:
    return [
        gettext(
            "An operator has reopened your game: it goes on, and the turn has its full time again."
        )
    ]


_SENTENCES: dict[Act, Callable[[_Told], list[str]]] = {
    Act.HOLD: _hold,
    Act.PAUSE: _pause,
    Act.RESUME: _resume,
    Act.EXTEND: _extend,
    Act.ROLLBACK: _rollback,
    Act.AWARD: _award,
    Act.VOID: _void,
    Act.RESIGN: _resign,
    Act.PROXY: _proxy,
    Act.REPLACE: _replace,
    Act.CANCEL: _cancel,
    Act.REOPEN: _reopen,
    Act.TIMEOUT: _ended_again,
}
