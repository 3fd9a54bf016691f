"""What the calls about games answer: plain values made from a perspective."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.games.base import Choice
from duel.games.registry import title_of
from duel.games.stories import note_sentences
from duel.lobby.lines import Line
from duel.lobby.selectors import WaitingGames
from duel.perspective.perspective import Perspective
from duel.table.open_table import picks_of
from duel.table.turn_ahead import Ahead, look_ahead
from duel.words.naming import all_others, by_the_clock_in
from duel.words.terms import terms_of


def deadline_words(perspective: Perspective) -> str:
    """Return until when the player to move has time; nothing once the game is over."""
    game = perspective.game
    if game.to_move is None:
        return ""
    if game.deadline is None:
        return gettext("The clock does not run at the moment.")
    deadline = by_the_clock_in(timezone.get_current_timezone(), game.deadline)
    words = {"deadline": deadline, "opponent": perspective.names[game.to_move]}
    if game.to_move != perspective.number:
        if game.is_late:
            return gettext("The time of %(opponent)s was up on %(deadline)s.") % words
        return gettext("%(opponent)s has until %(deadline)s.") % words
    if not game.is_late:
        return gettext("You have until %(deadline)s.") % words
    others = all_others(perspective.names, game.to_move)
    sentence = ngettext(
        "Your time was up on %(deadline)s. You can still move until %(opponent)s claims the game.",
        "Your time was up on %(deadline)s. You can still move until one of %(opponent)s claims the "
        "game.",
        int(others["others"]),
    )
    return sentence % {**words, **others}


def table_answer(
    perspective: Perspective, number: int, *, drawn: bool, remark: str = ""
) -> dict[str, Any]:
    """Return the game as its reader may know it, as `duel.api.schemas.Table` has it."""
    game = perspective.game
    turn = look_ahead(perspective) if perspective.is_to_move else None
    answer = {
        "id": game.public_id,
        "game": game.game,
        "rules": game.rules,
        "options": sorted(terms_of(game).options),
        "title": title_of(game),
        "status": game.status,
        "seat": perspective.number,
        "seats": _seats(perspective),
        "ply": game.ply,
        "number": number,
        "turn_number": game.turn,
        "to_move": game.to_move,
        "asked": _prompt(perspective),
        "warning": _warning(perspective),
        "reminders": perspective.reminders if perspective.viewer is not None else [],
        "deadline": _moment(game.deadline),
        "deadline_words": deadline_words(perspective),
        "is_late": game.to_move is not None and game.is_late,
        "can_take_back_until": _moment(perspective.can_take_back_until),
        "can_step_back": perspective.can_step_back,
        "story": perspective.story(),
        "since_ply": perspective.since_ply,
        "notes": _notes(perspective),
        "result": game.result,
        "result_words": perspective.result_words,
        "places_words": perspective.places_words,
        "view": perspective.view,
        "turn": _turn(turn) if turn else None,
        "said": remark,
    }
    if drawn:
        answer["regions"] = _regions(perspective, perspective.view, turn.choices if turn else ())
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


def next_answer(waiting: WaitingGames) -> dict[str, Any]:
    """Return where one goes on, as `duel.api.schemas.Next` has it."""
    return {
        "count": waiting.count,
        "game": line_answer(waiting.next) if waiting.next else None,
        "words": waiting.words,
    }


def turn_answer(perspective: Perspective, ahead: Ahead, *, drawn: bool) -> dict[str, Any]:
    """Return what a turn comes to, as `duel.api.schemas.Turn` has it."""
    answer = _turn(ahead)
    if drawn:
        answer["regions"] = _regions(perspective, ahead.view, ahead.choices)
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
    perspective: Perspective, view: dict[str, Any], choices: Collection[Choice]
) -> list[dict[str, str]]:
    regions = perspective.presentation.table(
        view, perspective.viewer, perspective.names, picks=picks_of(choices)
    )
    return [{"key": region.key, "html": region.html} for region in regions]


def _seats(perspective: Perspective) -> list[dict[str, Any]]:
    return [
        {
            "number": seat.number,
            "name": name,
            "is_you": seat.number == perspective.number,
            "is_to_move": seat.number == perspective.game.to_move,
            "has_left": seat.left_at is not None,
            "taken": seat.taken_epoch,
        }
        for seat, name in zip(perspective.seats, perspective.names, strict=True)
    ]


def _prompt(perspective: Perspective) -> str:
    names, to_move = perspective.names, perspective.game.to_move
    if perspective.viewer is not None:
        return perspective.presentation.prompt(
            perspective.view, perspective.legal, perspective.viewer, names
        )
    if to_move is None:
        return gettext("The game is over.")
    return gettext("It is %(name)s’s turn.") % {"name": names[to_move]}


def _warning(perspective: Perspective) -> str:
    threats = perspective.threats
    if not threats or perspective.viewer is None:
        return ""
    return perspective.presentation.warning(
        perspective.view, threats, perspective.viewer, perspective.names
    )


def _notes(perspective: Perspective) -> list[dict[str, Any]]:
    if perspective.number is None:
        return []
    sentences = note_sentences(perspective.notes, perspective.names, perspective.number)
    return [
        {
            "key": note.pk,
            "writer": perspective.names[note.seat],
            "seat": note.seat,
            "ply": note.ply,
            "text": note.text,
            "sentence": sentence,
        }
        for note, sentence in zip(perspective.notes, sentences, strict=True)
    ]


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
