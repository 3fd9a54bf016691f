"""Who gets which letter about a decision, and whom none reaches: foretold, and told afterwards."""

from collections.abc import Iterable

from django.utils.translation import gettext

from accounts.models import User
from duel.integrity.broken_table import Table
from duel.models import Game
from duel.record.log import Log, log_to_preview
from duel.words.naming import joined
from support.decisions.rematching import withdrawn_by_settlement, withdrawn_sentences
from support.decisions.ruling import name_in, names_at
from support.deliverability import held_back, reader_sentences
from support.models import Act, Decision


def told_sentences(table: Table) -> list[str]:
    """Return who gets a letter about a decision, in which language, and whom none reaches."""
    return _foretold(_players(table))


def told_of_replacing(table: Table, *, seat: int, by: User) -> list[str]:
    """Return who reads what if the seat is given to this person, and whom no letter reaches."""
    former = table.seats[seat].user
    others = [name for number, name in enumerate(names_at(table)) if number != seat]
    words = {"old": name_in(table, seat), "new": str(by), "others": joined(others)}
    sentences = [
        gettext("%(new)s reads that the seat of %(old)s is theirs now.") % words,
        gettext("%(others)s: that %(new)s plays in place of %(old)s from now on.") % words,
    ]
    if former is None:
        sentences.append(gettext("Whoever sat there has left: nobody is told for that seat."))
    elif not former.is_bot:
        told = gettext("%(old)s: that the seat was given to another player, but not to whom.")
        sentences.append(told % words)
    told_all, *rest = _foretold([each for each in (by, *_players(table)) if not each.is_bot])
    return [told_all, *sentences, *rest]


def told_of(decision: Decision) -> tuple[str, list[str]]:
    """Return who is told of a decision that was made, and for whom the letter is held back."""
    seats = decision.game.seats.select_related("user").order_by("number")
    told_to = [*(seat.user for seat in seats), decision.replaced]
    readers = list(dict.fromkeys(each for each in told_to if each and not each.is_bot))
    kept = {reader: why for reader in readers if (why := held_back(reader))}
    told = [str(reader) for reader in readers if reader not in kept]
    if not told:
        return gettext("No letter reaches anybody about it."), list(kept.values())
    words = {"names": joined(told)}
    return gettext("Told by letter: %(names)s.") % words, list(kept.values())


def rematch_sentences(decision: Decision, log: Log | None = None) -> list[str]:
    """Return what became of playing a void game once more by a decision that was made.

    `log` is what it was written to; None: it is read again.
    """
    game = decision.game if log else Game.objects.get(pk=decision.game_id)
    if decision.act == Act.VOID and decision.revokes is None:
        again = game.rematches.filter(proposed_at__gte=decision.made_at).first()
        told = gettext("A new game on the same terms is proposed in the name of %(name)s.")
        return [told % {"name": again.seats.get(number=0).user}] if again else []
    if decision.settlement is not None:
        return withdrawn_by_settlement(decision.settlement)
    return withdrawn_sentences(decision, log or log_to_preview(game))


def _players(table: Table) -> list[User]:
    """Return who reads letters at this table: bots do not."""
    return [seat.user for seat in table.seats if seat.user and not seat.user.is_bot]


def _foretold(readers: Iterable[User]) -> list[str]:
    told = list(dict.fromkeys(readers))
    if not told:
        return [gettext("Nobody is left who could be told.")]
    names = {"names": joined([str(reader) for reader in told])}
    sentence = gettext("Told by letter, with your message but not your reason: %(names)s.")
    return [sentence % names, *reader_sentences(told)]
