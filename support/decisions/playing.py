"""The decision to play for a player who asked for it elsewhere; `support.decisions` has it."""

import re
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import IllegalMove, Unreadable
from duel.games.stories import story_sentences
from duel.notices.intents import notice_end, notice_turn
from duel.record.events import events_since, plies_of, ply_before
from duel.record.log import Log, refuse_if_over
from engine import errors as engine_errors
from engine.kinds import Channel, Kind
from engine.turn import Turn, take_turn
from support.conflicts import has_seen_position
from support.decisions.revoking import RevocableByGoingBack
from support.decisions.ruling import DecisionNotice, Ruling, RulingForm, names_at, record_decision
from support.errors import RestsOnHidden
from support.models import Act, Decision

_BETWEEN_MOVES = re.compile(r"[;\n]")


class ProxyForm(RulingForm):
    """What is played for the player to move."""

    text = forms.CharField(
        label=_("Moves"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "In notation, such as “take b2 b3 b4”; several moves of one turn on a line each."
        ),
    )
    field_order = ["text", "reason", "message"]

    def arguments(self) -> dict[str, Any]:
        """Return the moves as they were written."""
        return {"text": self.cleaned_data["text"]}


class Proxy(RevocableByGoingBack):
    """Play for the seat to move: canonical moves of one turn, apart by semicolons or lines."""

    act = Act.PROXY
    tells_what_comes = True
    title = _("Play for a player")
    form = ProxyForm

    def preview(self, log: Log, *, text: str, operator: User | None = None) -> list[str]:
        """Return what playing for the seat to move will do; never what it would show."""
        turn = _turn(log, text, operator)
        name = {"name": names_at(log)[log.history.turn.seat]}
        moves = {"moves": "; ".join(turn.moves)}
        sentences = [gettext("Played for %(name)s: %(moves)s") % {**name, **moves}]
        if turn.asks:
            sentence = gettext("The turn is not over with it: %(name)s still has to choose.")
            sentences.append(sentence % name)
        return sentences

    def preview_for(self, operator: User, log: Log, *, text: str) -> list[str]:
        """Return the same; who has revealed the position learns whether the moves are legal."""
        return self.preview(log, text=text, operator=operator)

    def write(self, log: Log, ruling: Ruling, *, text: str) -> Decision:
        """Return the decision by which these moves are played."""
        now = timezone.now()
        seat = log.history.turn.seat
        for move in _turn(log, text, ruling.operator).moves:
            log.append(Kind.PROXY, seat=seat, text=move, channel=Channel.OPERATOR, time=now)
        decision = record_decision(log, ruling, self.act, now=now)
        if log.course.outcome is not None:
            notice_end(log, now=now)
        else:
            notice_turn(log, now=now)
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return what was played, as that seat may know it."""
        entries = notice.log.entries[: notice.decision.seq]
        since, until = ply_before(entries), plies_of(entries)
        events = events_since(notice.log, since, notice.viewer)
        played = [item for item in events if item["ply"] <= until]
        return story_sentences(notice.log.game, played, notice.names, notice.viewer, is_over=True)


def _turn(log: Log, text: str, operator: User | None) -> "Turn[Any]":
    """Return the turn that the text says."""
    # To an operator who has not revealed the position it is judged without the player's hidden
    # cards: otherwise one could try one card after the other, and learn from the answers.
    refuse_if_over(log)
    moves = [" ".join(part.split()) for part in _BETWEEN_MOVES.split(text) if part.strip()]
    if not moves:
        raise Unreadable
    game, position, seat = log.course.game, log.course.position, log.history.turn.seat
    has_seen = operator is not None and has_seen_position(operator, log.game, log.course.ply)
    is_known = has_seen or _hides_nothing(log, seat)
    try:
        return take_turn(game, position if is_known else game.veil(position), seat, moves)
    except engine_errors.Unreadable as error:
        raise Unreadable from error
    except engine_errors.Illegal as error:
        raise (IllegalMove if is_known else RestsOnHidden) from error


def _hides_nothing(log: Log, seat: int) -> bool:
    """Return whether a spectator sees all that the seat sees."""
    game, position = log.course.game, log.course.position
    return game.view(position, seat) == game.view(position, None)
