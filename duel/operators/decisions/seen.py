"""What the players have seen since an earlier ply, whatever became of the moves that showed it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext

from duel.games.duel.cards import card_words
from duel.games.duel.vocabulary import tokens_told
from duel.operators.decisions.ruling import names_at
from duel.record.log import Log
from engine.kinds import ADVANCES, RETURNS


class _Sight(NamedTuple):
    """Something hidden that one move has shown."""

    ply: int
    what: tuple[Any, ...]
    """The same for the same thing, whichever move has shown it; told to nobody."""
    sentence: str


def learnt_since(log: Log, ply: int) -> Iterator[str]:
    """Yield what became known since that ply, and to whom; the same thing only once.

    Decks and bag stay as they are, so whoever saw a card knows that it comes again, also if the
    move that showed it was taken back since. What one player alone has seen is not named:
    operators do not know it either.
    """
    stood = {move.ply for move in log.course.standing(ply)}
    crossed = {move.ply for move in log.course.standing()} - stood
    sights = list(_sights(log))
    known = {sight.what for sight in sights if sight.ply in stood}
    for sight in sights:
        if (sight.ply > ply or sight.ply in crossed) and sight.what not in known:
            known.add(sight.what)
            yield sight.sentence


def _sights(log: Log) -> Iterator[_Sight]:
    """Yield what every move has shown that was ever made."""
    course, names = log.course, names_at(log)
    position, ply = course.position_at(0), 0
    for entry in log.entries:
        if entry.kind in RETURNS:
            ply += 1
            position = course.position_at(ply)
        elif entry.kind in ADVANCES:
            ply += 1
            step = course.game.step(position, entry.text)
            position = step.position
            if step.reveals:
                words = {"ply": ply, "name": names[entry.seat or 0]}
                yield from _shown_by(list(step.events), ply, words)


def _shown_by(events: list[dict[str, Any]], ply: int, words: dict[str, Any]) -> Iterator[_Sight]:
    """Yield what one move has shown, given the whole truth about it."""
    sights = [sight for event in events if (sight := _sight(event, ply, words))]
    told = gettext("Ply %(ply)d by %(name)s showed something hidden.") % words
    yield from sights or [_Sight(ply, ("ply", ply), told)]


def _sight(event: dict[str, Any], ply: int, words: dict[str, Any]) -> _Sight | None:
    match event:
        case {"kind": "revealed", "id": str(card), "level": level, "slot": slot}:
            told = gettext(
                "Ply %(ply)d by %(name)s turned up a card on %(slot)s (%(card)s); both players "
                "saw it."
            )
            words = {**words, "card": card_words(card), "slot": f"{level}.{slot}"}
            return _Sight(ply, ("card", card), told % words)
        case {"kind": "replenished", "colors": colours, "cells": cells}:
            told = gettext(
                "Ply %(ply)d by %(name)s drew tokens from the bag: %(tokens)s; both players "
                "saw them."
            )
            words = {**words, "tokens": tokens_told(colours)}
            return _Sight(ply, ("tokens", *zip(cells, colours, strict=True)), told % words)
        case {"kind": "reserved", "from": "deck", "id": card, "level": level, "seat": seat}:
            told = gettext(
                "Ply %(ply)d reserved the top card of level %(level)s; only %(name)s saw it."
            )
            return _Sight(ply, ("card", card, seat), told % {**words, "level": level})
        case {"kind": "bought", "was_hidden": True, "id": str(card)}:
            told = gettext(
                "Ply %(ply)d by %(name)s bought a card that nobody else knew (%(card)s); both "
                "players saw it."
            )
            return _Sight(ply, ("card", card), told % {**words, "card": card_words(card)})
    return None
