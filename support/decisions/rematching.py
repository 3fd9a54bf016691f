"""Playing a game that does not count once more, on the same terms."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.errors import PlayerHasLeft, PlayerIsSuspended
from duel.integrity.broken_table import Table
from duel.lobby.checks import lock_active_user
from duel.lobby.proposals import call_off, rematch
from duel.models import Game, Seat, Status
from duel.notices.kinds import INVITATION
from duel.record.log import Log
from duel.record.reading import locked_game
from duel.words.naming import joined
from engine.kinds import Kind
from mail.mutes import is_muted
from support.decisions.effects import first_entry_of, settled_by
from support.decisions.ruling import name_in
from support.models import Act, Decision, Settlement


def rematch_sentence(table: Table) -> str:
    """Return what proposing a new game will do; raise if somebody cannot play it."""
    if _stands_rematch(table.game):
        return gettext("The players have already agreed to, or proposed, a new game.")
    _refuse_without_people(table)
    proposer = _proposer(table)
    others = [seat for seat in table.seats if proposer and seat.user != proposer.user]
    invited = [seat for seat in others if seat.user and not seat.user.is_bot]
    words = {
        "name": name_in(table, proposer.number if proposer else 0),
        "others": joined([str(seat.user) for seat in invited or others]),
    }
    if any(seat.user and is_muted(address=seat.user.email, kind=INVITATION) for seat in invited):
        sentence = gettext(
            "A new game on the same terms is proposed to %(others)s in the name of %(name)s; no "
            "letter brings the invitation, as such letters are muted: it stands on the site."
        )
    elif invited:
        sentence = ngettext(
            "A new game on the same terms is proposed in the name of %(name)s, and %(others)s gets "
            "an invitation by letter.",
            "A new game on the same terms is proposed in the name of %(name)s, and %(others)s get "
            "invitations by letter.",
            len(invited),
        )
    elif others:
        sentence = gettext(
            "A new game on the same terms begins at once: %(name)s plays against %(others)s."
        )
    else:
        sentence = gettext("A new game on the same terms begins at once: %(name)s plays alone.")
    return sentence % words


def keep_proposer(public_id: str) -> None:
    """Let whoever the new game is proposed for not leave meanwhile."""
    people = Seat.objects.select_related("user").filter(game__public_id=public_id, user__bot="")
    seat = people.order_by("number").first()
    if seat is not None and seat.user is not None:
        lock_active_user(seat.user)


def propose_again(table: Table) -> None:
    """Propose the new game in the name of the first person, unless there is one already."""
    proposer = _proposer(table)
    if proposer is not None and proposer.user is not None and not _stands_rematch(table.game):
        rematch(public_id=table.game.public_id, by=proposer.user)


def _proposer(table: Table) -> Seat | None:
    """Return the first seat in which a person sits, and no bot."""
    return next((seat for seat in table.seats if seat.user and not seat.user.is_bot), None)


def withdrawal_sentences(table: Table) -> list[str]:
    """Return what becomes of the new game that takes the place of a void one, if it counts again.

    Also if a player has proposed it: they did so because this game was void.
    """
    return [_fate(again) for again in _because_void(table.game)]


def withdraw_rematch(table: Table) -> None:
    """Withdraw the invitation to a new game that takes the place of a void one, if it still waits.

    The row of the void game is locked. A new game that has begun goes on.
    """
    for again in _because_void(table.game):
        locked = locked_game(again.public_id)
        if locked.status == Status.PROPOSED:
            call_off(locked, "withdrawn")


def withdrawn_sentences(decision: Decision, log: Log) -> list[str]:
    """Return whether the invitation to a new game is withdrawn, or that game goes on.

    Nothing if the game was not void before the decision, or no new one was proposed since then.
    """
    void = settled_by(log, before=first_entry_of(log, decision))
    if void is None or void.kind != Kind.VOID or decision.act == Act.VOID:
        return []
    return _since(log.game, datetime.fromisoformat(void.time))


def withdrawn_by_settlement(settlement: Settlement) -> list[str]:
    """Return the same where the record is broken, and settlements stand beside it."""
    earlier = settlement.game.settlements.filter(number__lt=settlement.number)
    void = earlier.order_by("-number").first()
    if void is None or void.act != Act.VOID or settlement.act == Act.VOID:
        return []
    return _since(settlement.game, void.made_at)


def _fate(again: Game) -> str:
    words = {"name": again.seats.get(number=0).user, "game": again}
    if again.status == Status.PROPOSED:
        sentence = gettext(
            "The invitation to a new game in its place, proposed in the name of %(name)s, is "
            "withdrawn, and the letters say so."
        )
    elif again.status == Status.RUNNING:
        sentence = gettext(
            "The new game in its place (%(game)s) has begun and goes on beside this one: decide "
            "about it on its own page."
        )
    else:
        sentence = gettext("The new game in its place (%(game)s) is over and stays as it is.")
    return sentence % words


def _because_void(game: Game) -> QuerySet[Game]:
    """Return the new games that wait or were begun since this one was declared void."""
    if game.ended_at is None or (game.result or {}).get("by") != ["void"]:
        return Game.objects.none()
    since = game.rematches.filter(proposed_at__gte=game.ended_at)
    return since.exclude(status=Status.OFF).order_by("proposed_at")


def _stands_rematch(game: Game) -> bool:
    stands = Q(status__in=[Status.RUNNING, Status.OVER]) | Q(
        status=Status.PROPOSED, expires_at__gt=timezone.now()
    )
    return game.rematches.filter(stands).exists()


def _refuse_without_people(table: Table) -> None:
    people = [seat.user for seat in table.seats]
    if None in people:
        raise PlayerHasLeft
    if not all(person.is_active or person.is_bot for person in people if person):
        raise PlayerIsSuspended


def _since(game: Game, moment: datetime) -> list[str]:
    proposed = game.rematches.filter(proposed_at__gte=moment).order_by("proposed_at")
    return [told for again in proposed if (told := _gone(again))]


def _gone(again: Game) -> str:
    if again.status == Status.RUNNING:
        return gettext(
            "The new game on the same terms, which was to take its place, has begun and goes on "
            "beside this one."
        )
    if again.off_because == "withdrawn":
        return gettext("The invitation to a new game on the same terms is withdrawn.")
    return ""
