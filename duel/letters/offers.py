"""Builds the letters about offers: one was made to you, yours was declined."""

from typing import Any

from accounts.models.person import speaking_to
from duel.letters.context import context_for
from duel.notices.kinds import OFFER, OFFER_DECLINED, builds
from duel.perspective.acts import negotiation
from duel.play.offers import TIME, agreement_sentences
from duel.words.naming import duration
from mail.registry import Draft


@builds(OFFER)
def offer(data: dict[str, Any]) -> Draft | None:
    """Return the letter that asks for an answer, or None if the offer no longer stands."""
    ctx = context_for(data)
    if ctx is None:
        return None
    perspective = ctx.perspective
    entry = negotiation(perspective, ctx.notice.mark)
    terms, offerer = entry.text, perspective.offers.get(entry.text)
    if not perspective.is_running or offerer is None or offerer == perspective.number:
        return None
    if terms.startswith(TIME) and perspective.game.to_move != offerer:
        return None  # the turn was made without it
    names, number = perspective.names, perspective.number
    with speaking_to(ctx.reader):
        context = {
            "terms": _kind_of(terms),
            "asked": duration(int(terms.removeprefix(TIME))) if terms.startswith(TIME) else "",
            "opponent": names[offerer],
            "agreement": agreement_sentences(perspective, terms, names, number),
        }
        return ctx.draft("offer", context, offer=entry.seq)


@builds(OFFER_DECLINED)
def offer_declined(data: dict[str, Any]) -> Draft | None:
    """Return the letter about a no, or None once the game is over."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running:
        return None
    answer = negotiation(ctx.perspective, ctx.notice.mark)
    with speaking_to(ctx.reader):
        context = {"terms": _kind_of(answer.text), "is_to_move": ctx.perspective.is_to_move}
        by = ctx.opponent if answer.seat is None else ctx.perspective.names[answer.seat]
        return ctx.draft("offer_answer", context | {"opponent": by})


def _kind_of(terms: str) -> str:
    """Return what is offered: `undo`, `cancel` or `time`."""
    return terms.partition(" ")[0]
