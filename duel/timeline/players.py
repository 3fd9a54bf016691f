"""The timeline as one player may read it, for its page; `docs/timeline.md` has the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from duel.games.stories import ShownNote, item_sentences, shown_notes
from duel.models import Note
from duel.operators import MadeDecision, desk
from duel.perspective.perspective import PlayerPerspective, log_behind
from duel.play.notes import all_notes_shown_to
from duel.play.orders import plies_by_order
from duel.record.events import events_since
from duel.timeline.entry_sentences import Teller
from duel.timeline.items import Item, beginning, items_for_all_games, restored_end, sort_of
from duel.timeline.letters import letters_of
from duel.timeline.player_letters import letters_of_others, own_letters
from duel.timeline.sitters import Sitters
from duel.words.naming import joined
from engine.kinds import Kind, changes_position
from engine.record import Entry


@dataclass(frozen=True)
class PlayersItem(Item):
    """Something that happened, with the note that somebody wrote to the reader if it is one."""

    note: ShownNote | None = None


def timeline_for(perspective: PlayerPerspective) -> list[Item]:
    """Return what a player may know of a begun game, the first first."""
    return _Timeline(perspective).items()


class _Timeline:
    """A game's log, and the seat whose player reads it."""

    def __init__(self, perspective: PlayerPerspective) -> None:
        self._log = log = log_behind(perspective)
        self._game = perspective.game
        self._seat = perspective.seat
        self._sitters = Sitters(log, perspective.number)
        self._names = self._sitters.names

    def items(self) -> list[Item]:
        """Return everything, the first first; what came at once stays in its order."""
        letters = list(letters_of(self._game))
        items = [
            *beginning(self._game),
            *_join_turns(self._entries()),
            *own_letters(letters, self._seat.user_id),
            *letters_of_others(letters, self._sitters, self._came_at, self._seat.left_at),
            *self._notes(),
            *items_for_all_games(self._game, self._log.interruptions),
        ]
        return sorted(items, key=lambda item: item.at)

    def _entries(self) -> Iterator[tuple[Entry, Item]]:
        """Yield each entry with what it says; a move that another took back says nothing."""
        teller = Teller(self._log, self._sitters)
        ply = 0
        for entry in self._log.entries:
            if changes_position(entry.kind, entry.text):
                ply += 1
                sentence = self._move_sentence(ply, entry)
            else:
                sentence = self._sitters.capitalise(teller.sentence(entry))
            decision = self._decisions.get(entry.seq)
            names = self._sitters.names_at(entry)
            sentence = restored_end(self._game, entry, decision, names) or sentence
            if decision is not None and sentence:
                sentence = " ".join([sentence, *self._message(decision)])
            if sentence:
                at = datetime.fromisoformat(entry.time)
                yield entry, Item(at, sort_of(entry, decision), sentence)

    def _move_sentence(self, ply: int, entry: Entry) -> str:
        """Return what happened at a ply, as stories tell it."""
        event = self._events[ply]
        if event["taken_back"] and not event["text"]:
            return ""  # the entry that takes it back says so
        names, viewer = self._sitters.names_at(entry), self._sitters.viewer_at(entry)
        sentences = [
            *map(self._sitters.capitalise, item_sentences(self._game, event, names, viewer))
        ]
        if ply in self._by_order:
            sentences.append(gettext("It was a standing order."))
        if event["taken_back"] and entry.kind == Kind.MOVE:
            sentences.append(gettext("It was taken back."))
        return " ".join(sentences)

    @cached_property
    def _events(self) -> dict[int, dict[str, Any]]:
        events = events_since(self._log, 0, self._seat.number)
        return {event["ply"]: event for event in events}

    @cached_property
    def _by_order(self) -> set[int]:
        return plies_by_order([self._seat])

    @cached_property
    def _decisions(self) -> Mapping[int, MadeDecision]:
        return desk().decisions_by_entry(self._game)

    def _message(self, decision: MadeDecision) -> list[str]:
        """Return the operator's message, as the letter about it says to those at the table then."""
        if decision.made_at < self._came_at or not decision.message:
            return []
        sentence = gettext("A message from the operators: %(message)s")
        return [sentence % {"message": decision.message}]

    @cached_property
    def _came_at(self) -> datetime:
        """When the reader took the seat, if it was another's before."""
        return self._sitters.came_at(self._seat.number) or self._game.proposed_at

    def _notes(self) -> Iterator[Item]:
        number = self._seat.number
        written = all_notes_shown_to(self._game, number)
        for note, shown in zip(written, shown_notes(written, self._names, number), strict=True):
            yield PlayersItem(note.written_at, "note", shown.sentence, note=shown)
        for note in Note.objects.filter(game=self._game.pk, seat=number).order_by(
            "written_at", "pk"
        ):
            yield Item(note.written_at, "note", _own_note(note, self._names))


def _own_note(note: Note, names: Sequence[str]) -> str:
    words = {"text": note.text, "readers": joined([names[seat] for seat in note.readers])}
    if not note.recipients:
        return gettext("You wrote: “%(text)s”") % words
    return gettext("You wrote to %(readers)s alone: “%(text)s”") % words


def _join_turns(entries: Iterator[tuple[Entry, Item]]) -> list[Item]:
    """Return the items, a turn that was played at once as one of them."""
    items: list[Item] = []
    before: Entry | None = None
    for entry, item in entries:
        same = before and (before.kind, before.seat, before.time) == (
            *(entry.kind, entry.seat, entry.time),
        )
        if same and entry.kind == Kind.MOVE:
            items[-1] = replace(items[-1], sentence=f"{items[-1].sentence} {item.sentence}")
        else:
            items.append(item)
        before = entry
    return items
