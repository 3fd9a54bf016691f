"""The decision to set a game back to an earlier ply. `support.decisions` registers it."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duel.notices.intents import cancel_waiting_letters
from duel.record.events import plies_taken_back
from duel.record.log import Log
from duel.timekeeping.leaving import go_on_without
from duel.words.naming import joined
from engine.kinds import ADVANCES, Kind, StandingMove, changes_position
from support.decisions.consequences import (
    refuse_if_shown,
    replaced_result,
    stopped_sentences,
    withdraw_rematch,
    withdrawal_sentences,
)
from support.decisions.new_knowledge import new_knowledge_since
from support.decisions.revoking import RevocableByGoingBack
from support.decisions.ruling import DecisionNotice, Ruling, RulingForm, names_at, write_decision
from support.deliverability import turn_sentences
from support.errors import NoSuchPly
from support.models import Act, Decision


class RollbackForm(RulingForm):
    """Where a game is set back to."""

    ply = forms.TypedChoiceField(label=_("Back to"), coerce=int)
    field_order = ["ply", "reason", "message"]

    def __init__(self, *args: Any, log: Log, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["ply"].choices = _plies(log)  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the ply."""
        return {"ply": self.cleaned_data["ply"]}


class Rollback(RevocableByGoingBack):
    """Let the game go on from an earlier ply, as if nothing had been played since."""

    act = Act.ROLLBACK
    title = _("Roll the game back")
    form = RollbackForm
    template = "admin/duel/game/rollback.html"

    def fits(self, log: Log) -> bool:
        """Return whether anything was played, also if the game is over."""
        return log.course.ply > 0

    def preview(self, log: Log, *, ply: int) -> list[str]:
        """Return what setting the game back will do, with everything that was seen since."""
        refuse_if_shown(log)
        course = log.course
        if not 0 <= ply < course.ply:
            raise NoSuchPly
        moves = len(_crossed(log, ply))
        sentences = [
            *replaced_result(log),
            ngettext(
                "%(count)d move no longer counts: the game goes on from ply %(ply)d.",
                "%(count)d moves no longer count: the game goes on from ply %(ply)d.",
                moves,
            )
            % {"count": moves, "ply": ply},
        ]
        sentences += _seats_changed(log, ply)
        if learnt := list(new_knowledge_since(log, ply)):
            comes_again = gettext("Decks and bag stay as they are: what was drawn comes again.")
            sentences += [*learnt, comes_again]
        else:
            sentences.append(gettext("Nothing hidden was shown since."))
        seat = course.position_at(ply).to_move or 0
        sentences += [
            gettext("%(name)s is to move and has the full time of the turn.")
            % {"name": names_at(log)[seat]},
            *turn_sentences(log.seats[seat].user, log.game),
            gettext(
                "The banks hold what they held then. Offers lapse. Links in letters sent since are "
                "dead."
            ),
        ]
        return [*sentences, *stopped_sentences(log), *withdrawal_sentences(log)]

    def write(self, log: Log, ruling: Ruling, *, ply: int) -> Decision:
        """Return the decision by which the game goes on from that ply."""
        now = timezone.now()
        withdraw_rematch(log)
        cancel_waiting_letters(log, now=now)
        decision = write_decision(log, ruling, self.act, text=str(ply), now=now)
        go_on_without(log, now=now)  # a player who had left by then has left again
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return where the game goes on, and what no longer counts."""
        words = {"ply": notice.entry.text}
        return [
            gettext("An operator has set your game back to an earlier position (ply %(ply)s).")
            % words,
            gettext(
                "Moves made since then no longer count, and links in the letters about them no "
                "longer work. Whoever is to move has the full time of the turn."
            ),
        ]


def _crossed(log: Log, ply: int) -> list[StandingMove]:
    """Return the moves that stand now and did not stand at that ply."""
    kept = {move.ply for move in log.course.standing_moves(ply)}
    return [move for move in log.course.standing_moves() if move.ply not in kept]


def _seats_changed(log: Log, ply: int) -> list[str]:
    """Return who is in the game again that has left it since, and who is out of it again."""
    names, now = names_at(log), set(log.course.left) - log.course.vacant
    then = set(log.course.game.out(log.course.position_at(ply)))
    sentences = []
    if back := joined([names[seat] for seat in sorted(now - then)]):
        sentence = gettext("In the game again, with all that was theirs then: %(names)s.")
        sentences.append(sentence % {"names": back})
    if out := joined([names[seat] for seat in sorted(then - now)]):
        sentences.append(gettext("Out of the game again: %(names)s.") % {"names": out})
    return sentences


def _plies(log: Log) -> list[tuple[int, str]]:
    """Return the plies that a game can be set back to, the last one first."""
    names = names_at(log)
    taken_back = plies_taken_back(log.entries)
    plies = [(0, gettext("Ply 0: the beginning"))]
    for entry in log.entries:
        kind, ply = Kind(entry.kind), len(plies)
        words = {"ply": ply, "text": entry.text, "name": names[entry.seat or 0]}
        if kind in ADVANCES and ply in taken_back:
            sentence = gettext("Ply %(ply)d: after a move of %(name)s, who took it back")
        elif kind in ADVANCES:
            sentence = gettext("Ply %(ply)d: after %(name)s played %(text)s")
        elif kind is Kind.UNDO:
            sentence = gettext("Ply %(ply)d: after %(name)s went back to ply %(text)s")
        elif kind is Kind.ROLLBACK:
            sentence = gettext("Ply %(ply)d: after an operator went back to ply %(text)s")
        elif changes_position(entry.kind, entry.text):
            sentence = gettext("Ply %(ply)d: after %(name)s left the game")
        else:
            continue
        plies.append((ply, sentence % words))
    return plies[-2::-1]
