"""What the API answers about a game: plain values made from a perspective.

The calls about games use it.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from duel.games.base import Choice
from duel.games.stories import note_sentences
from duel.games.titles import title_of
from duel.lobby.lines import Line
from duel.lobby.waiting import Waiting
from duel.perspective.perspective import Perspective
from duel.table.ahead import Ahead, look_ahead
from duel.table.clock_words import deadline_words
from duel.words.terms import terms_of


def table_answer(seen: Perspective, number: int, *, drawn: bool, said: str = "") -> dict[str, Any]:
    """Return the game as its reader may know it, as `duel.api.schemas.Table` has it."""
    game = seen.game
    turn = look_ahead(seen) if seen.is_to_move else None
    answer = {
        "id": game.public_id,
        "game": game.game,
        "rules": game.rules,
        "options": sorted(terms_of(game).options),
        "title": title_of(game),
        "status": game.status,
        "seat": seen.number,
        "seats": _seats(seen),
        "ply": game.ply,
        "number": number,
        "turn_number": game.turn,
        "to_move": game.to_move,
        "asked": _asked(seen),
        "warning": _warning(seen),
        "reminders": seen.reminders if seen.viewer is not None else [],
        "deadline": _moment(game.deadline),
        "deadline_words": deadline_words(seen),
        "is_late": game.to_move is not None and game.is_late,
        "can_take_back_until": _moment(seen.can_take_back_until),
        "can_step_back": seen.can_step_back,
        "story": seen.story(),
        "since_ply": seen.since_ply,
        "notes": _notes(seen),
        "result": game.result,
        "result_words": seen.result_words,
        "places_words": seen.places_words,
        "view": seen.view,
        "turn": _turn(turn) if turn else None,
        "said": said,
    }
    if drawn:
        answer["regions"] = _regions(seen, seen.view, turn.choices if turn else ())
    return answer


def line_answer(line: Line) -> dict[str, Any]:
    """Return a game in the list of its player's, as `duel.api.schemas.GameLine` has it."""
    game = line.game
    return {
        "id": game.public_id,
        "game": game.game,
        "title": line.title,
        "seat": line.seat.number if line.seat else None,
        "opponent": line.opponent,
        "is_to_move": line.is_to_move,
        "has_left": line.has_left,
        "ply": game.ply,
        "deadline": _moment(game.deadline),
        "is_late": game.is_late,
        "is_damaged": game.is_stopped_by_damage,
    }


def next_answer(waiting: Waiting) -> dict[str, Any]:
    """Return where one goes on, as `duel.api.schemas.Next` has it."""
    return {
        "count": waiting.count,
        "game": line_answer(waiting.next) if waiting.next else None,
        "words": waiting.words,
    }


def turn_answer(seen: Perspective, ahead: Ahead, *, drawn: bool) -> dict[str, Any]:
    """Return what a turn comes to, as `duel.api.schemas.Turn` has it."""
    answer = _turn(ahead)
    if drawn:
        answer["regions"] = _regions(seen, ahead.view, ahead.choices)
    return answer


def _turn(ahead: Ahead) -> dict[str, Any]:
    return {
        "ply": ahead.ply,
        "steps": ahead.steps,
        "words": ahead.words,
        "notation": ahead.notation,
        "choices": [vars(choice) for choice in ahead.choices],
        "asked": ahead.asked,
        "ended": ahead.ended,
        "again": ahead.again,
        "unknown": ahead.unknown,
        "final": ahead.final,
        "view": ahead.view,
    }


def _regions(
    seen: Perspective, view: dict[str, Any], choices: Collection[Choice]
) -> list[dict[str, str]]:
    picks = frozenset(pick for choice in choices for pick in choice.picks)
    regions = seen.presentation.table(view, seen.viewer, seen.names, picks=picks)
    return [{"key": region.key, "html": region.html} for region in regions]


def _seats(seen: Perspective) -> list[dict[str, Any]]:
    return [
        {
            "number": seat.number,
            "name": name,
            "is_you": seat.number == seen.number,
            "is_to_move": seat.number == seen.game.to_move,
            "has_left": seat.left_at is not None,
            "taken": seat.taken_epoch,
        }
        for seat, name in zip(seen.seats, seen.names, strict=True)
    ]


def _asked(seen: Perspective) -> str:
    if seen.viewer is not None:
        told = seen.presentation
        return told.asked(seen.view, seen.legal, seen.viewer, seen.names)
    if seen.game.to_move is None:
        return gettext("The game is over.")
    return gettext("It is %(name)s’s turn.") % {"name": seen.names[seen.game.to_move]}


def _warning(seen: Perspective) -> str:
    threats = seen.threats
    if not threats or seen.viewer is None:
        return ""
    return seen.presentation.warning(seen.view, threats, seen.viewer, seen.names)


def _notes(seen: Perspective) -> list[dict[str, Any]]:
    if seen.number is None:
        return []
    told = note_sentences(seen.notes, seen.names, seen.number)
    return [
        {
            "key": note.pk,
            "writer": seen.names[note.seat],
            "seat": note.seat,
            "ply": note.ply,
            "text": note.text,
            "sentence": sentence,
        }
        for note, sentence in zip(seen.notes, told, strict=True)
    ]


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
