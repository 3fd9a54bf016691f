"""Posts and builds the letter that answers a mail, in the thread; the reader of replies calls it.

It leaves at once. Only after a turn that a bot answers it waits a moment: then it shows both turns,
and is the letter with the next one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.models.person import speaking_to
from duel.games.stories import story_sentences
from duel.letters.context import LetterContext, draft_without_log, letter_context
from duel.letters.turns import aid_of, turn_context, without_gaps
from duel.models import KnownGame
from duel.notices.intents import topic_of
from duel.notices.kinds import REPLY_ANSWER, builds
from duel.perspective.perspective import PlayerPerspective, perspective_of_stored_seat
from duel.record.links import Purpose
from duel.replies.reply import Answer
from duel.words.naming import by_the_clock_of
from mail.inbound.registry import ReceivedMail
from mail.models import InboundMail, OutcomeCode
from mail.registry import Draft
from mail.services import post
from mail.sql import LETTERS_ABOUT

A_DAY = 20
"""The number of mails of a seat that are answered in a day."""

FOR_BOT = timedelta(seconds=30)
"""An answer waits this time for a bot, unless `hasten_answers` lets it leave: a little longer than
the turn before can be taken back."""

_ONCE_A_DAY = ("unproved", "suspended", "revoked", "broken")
"""Answers with these codes leave once a day."""


def post_answer(
    answer: Answer, received: ReceivedMail, perspective: PlayerPerspective, player: User
) -> None:
    """Post the answer to a mail, unless its writer wants none, or has had more than enough."""
    is_wanted = answer.is_needed or player.confirmations == User.Confirmations.ALWAYS
    if answer.is_silent or not is_wanted:
        return
    # Who plays an evening by mail makes many turns, and each answer brings the next.
    if not answer.awaits_bot and not _may_be_answered(perspective.game, player):
        return
    is_daily = answer.code in _ONCE_A_DAY
    about = f"{answer.code}:{timezone.now():%Y%m%d}" if is_daily else str(received.pk)
    # An operator may have it read again, and then it has an answer.
    if answer.code == OutcomeCode.UNREADABLE:
        about = f"{OutcomeCode.UNREADABLE}:{received.pk}"
    key = f"{received.about}:{REPLY_ANSWER}:{about}"
    not_before = timezone.now() + FOR_BOT if answer.awaits_bot else None
    shows = answer.shows or answer.awaits_bot
    _post(key, received.pk, perspective, player, shows=shows, not_before=not_before)


def answer_again(received: ReceivedMail, perspective: PlayerPerspective, player: User) -> None:
    """Post the answer to an earlier mail, which has come again, once more."""
    if _may_be_answered(perspective.game, player):
        key = f"{received.about}:{REPLY_ANSWER}:{received.pk}"
        # The earlier answer has shown the turn already.
        _post(key, received.repeats or received.pk, perspective, player, shows=False)


@builds(REPLY_ANSWER)
def reply_answer(data: dict[str, Any]) -> Draft | None:
    """Return the answer to a mail, or None if the mail was deleted or somebody else sits there."""
    mail = InboundMail.objects.filter(pk=data["mail"]).first()
    perspective = perspective_of_stored_seat(data["seat"])
    reader = perspective.reader if perspective else None
    if mail is None or perspective is None or reader is None or reader.pk != data["person"]:
        return None
    with speaking_to(reader):
        ctx = letter_context(perspective)
        if ctx is not None:
            draft = _draft(ctx, mail)
        else:  # the record is damaged
            context = {"lines": mail.reading.get("said", []), "is_damaged": True}
            game, seat = perspective.game, perspective.number
            draft = draft_without_log("reply_answer", game, reader, context, seat=seat)
    return replace(draft, answers=mail.message_id)


def _draft(ctx: LetterContext, mail: InboundMail) -> Draft:
    perspective, answer = ctx.perspective, mail.reading
    offer, is_help = answer.get("offer", 0), answer.get("code") == "helped"
    until, to_move = perspective.can_take_back_until, perspective.game.to_move
    context = {
        "lines": _lines(ctx, answer),
        "quoted": answer.get("quote", "").splitlines() if answer.get("can_be_report") else [],
        "is_help": is_help,
        "aid": aid_of(ctx) if is_help else [],
        "examples": perspective.presentation.examples,
        "take_back_until": by_the_clock_of(ctx.reader, until) if until else "",
        "is_my_turn": perspective.is_to_move,
        "mover": "" if to_move is None else perspective.names[to_move],
        "is_over": not perspective.is_running,
        "nearest": _nearest(ctx, answer.get("nearest", [])),
        "report_url": f"{ctx.address(Purpose.TROUBLE)}?mail={mail.digest[:16]}",
    }
    brings_turn = answer.get("shows") or answer.get("awaits_bot")
    if brings_turn and perspective.is_to_move:
        return without_gaps(ctx.draft("reply_turn", turn_context(ctx) | context, offer=offer))
    context["sheet"] = perspective.sheet() if answer.get("shows") else None
    return ctx.draft("reply_answer", context, offer=offer)


def _lines(ctx: LetterContext, answer: Mapping[str, Any]) -> list[str]:
    """Return what became of the mail: first of all what was played."""
    sentences, story = list(answer.get("said", [])), _story(ctx, answer)
    if answer.get("code") == "repeated":
        return [gettext("This was played already:"), *story]
    if answer.get("moves"):
        return [*story, *sentences]
    return [*sentences, gettext("This has happened since:"), *story] if story else sentences


def _story(ctx: LetterContext, answer: Mapping[str, Any]) -> list[str]:
    """Return what happened since the letter that was answered, as its reader may know it."""
    perspective, since = ctx.perspective, answer.get("since")
    if since is None:
        return []
    seat, events = perspective.number, perspective.events_since(since)
    if answer.get("moves"):  # what others have done since is for the next letter with a turn
        events = [event for event in events if event["seat"] == seat]
    return story_sentences(perspective.game, events, perspective.names, seat)


def _nearest(ctx: LetterContext, moves: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return the number, the words and the address of each move that can still be made."""
    if not moves or not ctx.perspective.is_to_move:
        return []
    items = {item.move: item for item in ctx.perspective.sheet().moves}
    return [
        (items[move].number, items[move].words, ctx.move_address(items[move].place))
        for move in moves
        if move in items
    ]


def _may_be_answered(game: KnownGame, player: User) -> bool:
    since = timezone.now() - timedelta(days=1)
    answers = LETTERS_ABOUT.rows(player.email, REPLY_ANSWER, topic_of(game), since, A_DAY)
    return len(answers) < A_DAY


def _post(
    key: str,
    mail: int,
    perspective: PlayerPerspective,
    player: User,
    *,
    shows: bool,
    not_before: datetime | None = None,
) -> None:
    data = {"mail": mail, "seat": perspective.seat.pk, "person": player.pk, "shows": shows}
    topic = topic_of(perspective.game)
    post(kind=REPLY_ANSWER, to=player.email, key=key, data=data, topic=topic, not_before=not_before)
