"""Plays or previews moves of a reply: by their number in the letter, or in words."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duel.errors import GameIsOver, Refused, Stale
from duel.games.base import MoveItem
from duel.play.moves import PlayResult, play_along
from duel.record.links import lists_these
from duel.replies.reply import Answer, Reply
from duel.replies.words.reading import ParsedReply

NEAREST = 3
"""The number of legal moves that are offered beside a refusal."""


class _Unread(Exception):
    """The text is no move of the letter that it answers; `nearest` are moves that come near."""

    def __init__(self, sentence: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.answer = Answer("refused", [sentence], nearest=nearest, can_be_report=True)


def play_reply(reply: Reply, parsed: ParsedReply) -> Answer:
    """Return what became of the moves in a reply: played, stale or refused."""
    try:
        moves = _moves(reply, parsed)
        played = play_along(
            **reply.actor,
            expected_ply=reply.ply,
            moves=moves,
            received_at=reply.received.received_at,
            known=reply.perspective.snapshot,
        )
    except _Unread as unread:
        return unread.answer
    except Stale:
        return _stale(reply)
    except GameIsOver as refusal:
        return Answer("over", [str(refusal)], since=reply.ply)
    except Refused as refusal:
        return Answer("refused", [str(refusal)], can_be_report=True)
    return _played(reply, played, moves)


def preview_reply(reply: Reply, parsed: ParsedReply) -> Answer:
    """Return what the moves would do, without what they would reveal; nothing is played."""
    perspective = reply.perspective
    if not reply.is_fresh:
        return _stale(reply)
    try:
        moves = _moves(reply, parsed)
    except _Unread as unread:
        return unread.answer
    ahead = perspective.foresee()
    sentences: list[str] = []
    for move in moves:
        sentences += perspective.presentation.move_sentences(move, ahead.view(), perspective.names)
        ahead.play(move)
    sentences.append(gettext("Nothing was played. To play it, answer with the same words alone."))
    return Answer("previewed", sentences)


def _moves(reply: Reply, parsed: ParsedReply) -> Sequence[str]:
    """Return the moves that the reply means, read against the letter that it answers."""
    perspective = reply.perspective
    if perspective.to_move_at(reply.ply) != perspective.number:
        if not reply.is_fresh:
            raise Stale([])
        raise _Unread(gettext("It was not your turn when the letter that you answered was sent."))
    if parsed.code is not None and not parsed.turn:
        return [_numbered(reply, parsed.code)]
    named = _named(reply, parsed.code) if parsed.code is not None else None
    if named is not None and parsed.turn.split() == named.words.split():
        return [named.move]
    reading = perspective.read_turn(parsed.turn, reply.player.language, ply=reply.ply)
    if named is not None:
        if reading.moves != (named.move,):
            sentence = gettext("Move %(number)d is “%(words)s”, which is not what you wrote.")
            words = {"number": parsed.code, "words": named.words}
            raise _Unread(sentence % words, [named.move] if reply.is_fresh else ())
        return reading.moves
    if reading.problem is not None:
        sentence = perspective.presentation.refusal(reading.problem)
        raise _Unread(sentence, reading.suggestions[:NEAREST] if reply.is_fresh else ())
    return reading.moves


def _named(reply: Reply, number: int) -> MoveItem:
    """Return the move that stood under this number in the letter, with its words."""
    move, perspective, ply = _numbered(reply, number), reply.perspective, reply.ply
    view, legal = perspective.view_at(ply), perspective.legal_at(ply)
    sheet = perspective.presentation.sheet(view, legal, perspective.number, perspective.names)
    return next(item for item in sheet.moves if item.move == move)


def _numbered(reply: Reply, number: int) -> str:
    """Return the move that stood under this number in the letter that is answered."""
    perspective, seat = reply.perspective, reply.perspective.seat
    view, legal = perspective.view_at(reply.ply), perspective.legal_at(reply.ply)
    numbered = perspective.presentation.moves_in_order(view, legal)
    found = str(reply.received.facts["list"])
    if not lists_these(found, reply.link, epoch=seat.link_epoch, numbered=numbered):
        raise _Unread(
            gettext(
                "The letter that you answered has no such list of moves any more. "
                "Please answer with the number from this letter, or with the move in words."
            )
        )
    if not 1 <= number <= len(numbered):
        sentence = gettext("There is no move %(number)d: the letter lists %(count)d.")
        raise _Unread(sentence % {"number": number, "count": len(numbered)})
    return numbered[number - 1]


def _stale(reply: Reply) -> Answer:
    sentence = gettext("The letter that you answered is no longer the latest: nothing was played.")
    return Answer("stale", [sentence], since=reply.ply, shows=True)


def _played(reply: Reply, played: PlayResult, moves: Sequence[str]) -> Answer:
    if played.was_played_before:
        return Answer("repeated", moves=moves, since=reply.ply)
    goes_on, awaits_bot = played.asks is not None, played.awaits_bot
    turned_up = not goes_on and not played.is_over and not played.can_be_taken_back
    return Answer(
        "asked" if goes_on else "played",
        moves=moves,
        since=reply.ply,
        shows=goes_on or turned_up,
        awaits_bot=awaits_bot,
        is_needed=goes_on or turned_up or awaits_bot,
    )
