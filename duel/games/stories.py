"""A stretch of a game, in sentences: the moves, and what was taken back of them.

And what a player has seen in their own moves and no view tells any more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from duel.games.base import Event, View
from duel.games.registry import RulesReference, presentation_of
from duel.models import Note
from duel.words.naming import joined
from engine.kinds import ADVANCES, Kind

if TYPE_CHECKING:
    from engine.course import Course


def story_sentences(
    game: RulesReference,
    items: Iterable[Mapping[str, Any]],
    names: Sequence[str],
    viewer: int | None,
    *,
    is_over: bool = False,
    result: str = "",
) -> list[str]:
    """Return what the items of `duel.record.events.events_since` say to the reader."""
    # A move taken back is only a sentence that it was, until the game is over. `result` is the
    # sentence about the end if that is above the story: it is not repeated.
    sentences_at: dict[int, list[str]] = {}
    sentences: list[str] = []
    for item in items:
        ply = int(item["ply"])
        if not is_over:
            # A ply names one position for ever: what led to it, and no more, is still true.
            sentences = sentences_at.get(_led_to_by(item), [])
        sentences = sentences + item_sentences(game, item, names, viewer)
        sentences_at[ply] = sentences
    return [sentence for sentence in sentences if sentence != result]


@dataclass(frozen=True)
class ShownNote:
    """A note as it stands on a page: in a sentence, and by which name it is hidden or reported."""

    key: int
    seat: int
    """Where its writer sits."""
    writer: str
    text: str
    sentence: str
    """Who writes what, and to whom alone unless all others read it."""


def shown_notes(notes: Iterable[Note], names: Sequence[str], viewer: int) -> list[ShownNote]:
    """Return what others wrote to the reader, for a page."""
    return [
        ShownNote(
            note.pk, note.seat, names[note.seat], note.text, _note_sentence(note, names, viewer)
        )
        for note in notes
    ]


def note_sentences(notes: Iterable[Note], names: Sequence[str], viewer: int) -> list[str]:
    """Return what others wrote to the reader, each with its writer."""
    # In a game of more than two it names who else does not read it.
    return [_note_sentence(note, names, viewer) for note in notes]


def writer_words(note: Note, names: Sequence[str]) -> str:
    """Return who wrote a note, and to whom alone unless all others read it; for operators."""
    if not note.recipients:
        return names[note.seat]
    readers = joined([names[seat] for seat in note.readers])
    return gettext("%(name)s to %(readers)s alone") % {"name": names[note.seat], "readers": readers}


def _note_sentence(note: Note, names: Sequence[str], viewer: int) -> str:
    words = {"name": names[note.seat], "text": note.text}
    if not note.recipients:
        return gettext("%(name)s writes: “%(text)s”") % words
    beside = [names[seat] for seat in note.readers if seat != viewer]
    if not beside:
        return gettext("%(name)s writes to you alone: “%(text)s”") % words
    template = gettext("%(name)s writes to you and %(others)s alone: “%(text)s”")
    return template % {**words, "others": joined(beside)}


def _led_to_by(item: Mapping[str, Any]) -> int:
    """Return the ply that the item goes on from."""
    if Kind(item["kind"]) in (*ADVANCES, Kind.RETIRE):
        return int(item["ply"]) - 1
    return int(item["text"])


def item_sentences(
    game: RulesReference, item: Mapping[str, Any], names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what one item of `duel.record.events.events_since` says to the reader by itself."""
    kind = Kind(item["kind"])
    if kind is Kind.UNDO:
        if item["seat"] == viewer:
            return [gettext("You took a move back.")]
        return [gettext("%(name)s took a move back.") % {"name": names[item["seat"]]}]
    if kind is Kind.ROLLBACK:
        return [gettext("An operator set the game back to an earlier position.")]
    sentences = presentation_of(game).event_sentences(item["events"], names, viewer)
    if kind is Kind.RETIRE:
        is_viewer = item["seat"] == viewer
        return [leaving_sentence(item["how"], names[item["seat"]], is_viewer), *sentences]
    if kind is Kind.PROXY:
        if item["seat"] == viewer:
            return [gettext("An operator moved for you."), *sentences]
        words = {"name": names[item["seat"]]}
        return [gettext("An operator moved for %(name)s.") % words, *sentences]
    return sentences


def leaving_sentence(how: str, name: str, is_viewer: bool) -> str:
    """Return that somebody has left, and how it came (see `duel.record.events.how_left`)."""
    if is_viewer:
        sentences = {
            "left": gettext("You have left the game."),
            "late": gettext("You ran out of time and are out of the game."),
            "operator": gettext("An operator has taken you out of the game."),
        }
        return sentences.get(how, gettext("Nobody has taken your seat: it is out of the game."))
    sentences = {
        "left": gettext("%(name)s has left the game."),
        "late": gettext("%(name)s ran out of time and is out of the game."),
        "operator": gettext("An operator has taken %(name)s out of the game."),
    }
    untaken = gettext("Nobody has taken the seat of %(name)s: it is out of the game.")
    return sentences.get(how, untaken) % {"name": name}


def reminders_for(
    game: RulesReference, view: View, seat: int, course: "Callable[[], Course]"
) -> list[str]:
    """Return the reminders for the seat; the log is read only if there may be any."""
    presentation = presentation_of(game)
    verb = presentation.recalls(view, seat)
    if not verb:
        return []
    return presentation.reminders([*_known_events(course(), seat, verb)], view)


def _known_events(course: "Course", seat: int, verb: str) -> Iterator[Event]:
    """Yield what the seat learned by standing moves that begin with the verb, and by leaving."""
    game = course.game
    for made in course.standing_moves():
        if made.leaves or made.text.startswith(f"{verb} "):
            before = course.position_at(made.before.ply if made.before else 0)
            step = game.retire(before, made.seat) if made.leaves else game.step(before, made.text)
            yield from game.events_for(step.events, seat)
