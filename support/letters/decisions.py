"""The letters to players about what an operator decided about their game.

The operator's reason is for the record and is in none of them; their message is.

Workers and previews build them.
"""

from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.tokens import preferences_url
from duel.games.damage_sentences import settlement_sentences
from duel.games.registry import game_title
from duel.letters.context import LetterContext, context_for, draft_without_log
from duel.letters.rematches import rematch_sentences
from duel.letters.turns import deadline_words
from duel.models import Notice
from duel.notices.kinds import OPERATOR_DECISION, builds
from duel.perspective.perspective import perspective_of_snapshot
from duel.record.log import Log, log_in, snapshot_of
from duel.record.selectors import names_of
from duel.words.naming import all_others, others, short_id
from mail.registry import Builder, Draft
from mail.sending.rendering import render
from support.decisions import decision_sentences, kind_of
from support.decisions.consequences import withdrawn_by_settlement, withdrawn_sentences
from support.models import Act, Decision, Settlement


@builds(OPERATOR_DECISION)
def operator_decision(data: dict[str, Any]) -> Draft | None:
    """Return the letter: what was decided, in the reader's language, and the operator's message."""
    if "settlement" in data:
        return _of_a_settlement(data)
    if "decision" in data:
        return _to_a_former_player(data)
    ctx = context_for(data)
    if ctx is None:
        return None
    decision = _decisions().filter(game=ctx.perspective.game.pk, seq=ctx.notice.mark).first()
    return _to_a_player(ctx, decision) if decision else None


def builder_from(log: Log, decision: Decision) -> Builder:
    """Return the builder of the letters about what was just decided and written to this log."""
    # It goes by that log, which is not read again; it builds what `operator_decision` would.
    snapshot = snapshot_of(log)
    notices = Notice.objects.filter(game=log.game, kind=OPERATOR_DECISION, cancelled_at=None)
    seats = dict(notices.values_list("pk", "seat"))

    def build(data: dict[str, Any]) -> Draft | None:
        if data.get("notice") not in seats:
            return operator_decision(data)
        perspective = perspective_of_snapshot(snapshot, seats[data["notice"]])
        reader = perspective.reader
        return _to_a_player(LetterContext(perspective, reader), decision) if reader else None

    return build


def _to_a_player(ctx: LetterContext, decision: Decision) -> Draft:
    perspective = ctx.perspective
    with speaking_to(ctx.reader):
        gives_time = kind_of(decision.act).gives_time and perspective.is_to_move
        return ctx.draft(
            "operator_decision",
            {
                "decision": _decision_words(ctx, decision),
                "message": decision.message,
                "deadline": deadline_words(ctx) if gives_time else "",
                "is_running": perspective.is_running,
                "is_to_move": perspective.is_to_move,
            },
        )


def _decision_words(ctx: LetterContext, decision: Decision) -> list[str]:
    """Return what was decided, and what follows from it where a void game is played once more."""
    perspective = ctx.perspective
    number, log = perspective.number, log_in(perspective.snapshot)
    sentences = decision_sentences(decision, log, perspective.names, number)
    if decision.act != Act.VOID:
        return [*sentences, *withdrawn_sentences(decision, log)]
    return [
        *sentences,
        *rematch_sentences(perspective.game, ctx.reader, others(perspective.names, number)),
    ]


def _to_a_former_player(data: dict[str, Any]) -> Draft | None:
    """Return the letter to somebody whose seat is another's now; it opens nothing of the game."""
    decision = _decisions().filter(pk=data["decision"]).first()
    reader = User.objects.filter(pk=data["person"]).first()
    if decision is None or reader is None:
        return None
    game = decision.game
    seat = game.entries.get(seq=decision.seq).seat or 0
    with speaking_to(reader):
        sentence = gettext(
            "Your seat in this game has been given to another player. Links in letters that you "
            "have got about it no longer work."
        )
        return render(
            "operator_decision",
            {
                **all_others(names_of(game), seat),
                "title": game_title(game.game),
                "short_id": short_id(game),
                "preferences_url": preferences_url(reader),
                "decision": [sentence],
                "message": decision.message,
            },
            reader.language,
        )


def _of_a_settlement(data: dict[str, Any]) -> Draft | None:
    """Return the letter about a game whose record is broken; it stands on the settlement alone."""
    settlements = Settlement.objects.select_related("game", "decision")
    settlement = settlements.filter(pk=data["settlement"]).first()
    reader = User.objects.filter(
        pk=data["person"], seats__game__settlements=data["settlement"], seats__number=data["seat"]
    ).first()
    if settlement is None or reader is None:
        return None
    game, number = settlement.game, int(data["seat"])
    decision: Decision | None = getattr(settlement, "decision", None)
    with speaking_to(reader):
        names = names_of(game)
        sentences = settlement_sentences(settlement.game, settlement, names, number)
        if settlement.act == Act.VOID:
            sentences += rematch_sentences(game, reader, others(names, number))
        else:
            sentences += withdrawn_by_settlement(settlement)
    context = {
        "decision": sentences,
        "message": decision.message if decision else "",
        "has_left": settlement.operator is None,
        "board_url": "",
    }
    return draft_without_log("operator_decision", game, reader, context, seat=number)


def _decisions() -> Any:
    return Decision.objects.select_related("game", "replaced", "revokes")
