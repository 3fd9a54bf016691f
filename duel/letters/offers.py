"""The letters about offers: one was made to you, yours was declined."""

from typing import Any

from accounts.models.person import speaking_to
from duel.letters.context import LetterContext, letter_context_of, notice_for
from duel.notices.kinds import OFFER, OFFER_DECLINED, builds
from duel.perspective.acts import Negotiation, negotiation
from duel.play.offers import TIME, agreement_sentences
from duel.words.naming import duration
from mail.registry import Draft


@builds(OFFER)
def offer(data: dict[str, Any]) -> Draft | None:
    """Return the letter that asks for an answer, or None if the offer no longer stands."""
    found = _context_and_entry(data)
    if found is None:
        return None
    ctx, made = found
    terms = made.text
    offerer = ctx.perspective.offers.get(terms)
    if not ctx.perspective.is_running or offerer is None or offerer == ctx.perspective.number:
        return None
    if terms.startswith(TIME) and ctx.perspective.game.to_move != offerer:
        return None  # the turn was made without it
    with speaking_to(ctx.reader):
        context = {
            "terms": _kind_of(terms),
            "asked": _time_asked(terms),
            "opponent": ctx.perspective.names[offerer],
            "agreement": agreement_sentences(
                ctx.perspective, terms, ctx.perspective.names, ctx.perspective.number
            ),
        }
        return ctx.draft("offer", context, offer=made.seq)


@builds(OFFER_DECLINED)
def offer_declined(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells of a no, or None once the game is over."""
    found = _context_and_entry(data)
    if found is None or not found[0].perspective.is_running:
        return None
    ctx, answer = found
    with speaking_to(ctx.reader):
        context = {"terms": _kind_of(answer.text), "is_to_move": ctx.perspective.is_to_move}
        by = ctx.opponent if answer.seat is None else ctx.perspective.names[answer.seat]
        return ctx.draft("offer_answer", context | {"opponent": by})


def _context_and_entry(data: dict[str, Any]) -> tuple[LetterContext, Negotiation] | None:
    """Return what the letter is about, with the entry that called for it: its text has terms."""
    found = notice_for(data)
    ctx = letter_context_of(found) if found else None
    if found is None or ctx is None:
        return None
    return ctx, negotiation(ctx.perspective, found.notice.mark)


def _kind_of(terms: str) -> str:
    """Return what is offered: `undo`, `cancel` or `time`."""
    return terms.partition(" ")[0]


def _time_asked(terms: str) -> str:
    """Return how much time is asked for; nothing if it is about something else."""
    return duration(int(terms.removeprefix(TIME))) if terms.startswith(TIME) else ""
