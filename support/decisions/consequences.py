"""What follows from a decision, in sentences (letters, the game, a new game); its kinds call it."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.errors import NotOver, PlayerHasLeft, PlayerIsSuspended, TooLate
from duel.games.results import result_of
from duel.integrity.broken_table import Table
from duel.lobby.checks import lock_active_user
from duel.lobby.proposals import call_off, rematch
from duel.models import Game, Seat, Status
from duel.notices.kinds import INVITATION
from duel.record.log import Log, read_log
from duel.record.reading import locked_game
from duel.record.selectors import secret_is_open
from duel.words.naming import joined
from engine.kinds import Kind
from mail.mutes import is_muted
from support.decisions.ruling import first_entry_of, name_in, names_at, settled_by
from support.deliverability import held_back_sentences, reader_sentences, turn_sentences
from support.models import Act, Decision, Settlement


def refuse_if_running(log: Log) -> None:
    """Raise unless the game is over."""
    if log.course.outcome is None:
        raise NotOver


def refuse_if_shown(log: Log) -> None:
    """Raise once the secret of the game was shown: nothing about it is decided any more."""
    if secret_is_open(log.game):
        raise TooLate


def replaced_result(log: Log) -> list[str]:
    """Return what the decision takes the place of, if the game is over already."""
    if log.course.result is None:
        return []
    ended = result_of(log, names_at(log), None)
    return [gettext("How it ended no longer counts: %(result)s") % {"result": ended}]


def secret_stays_closed() -> str:
    """Return what becomes of the secret once the game ends, or ends otherwise."""
    return gettext("The secret of the game stays closed for another dispute period, from now on.")


def goes_on_sentences(log: Log) -> list[str]:
    """Return what it means for a game that is over to go on."""
    seat = log.history.turn.seat
    sentences = [
        *replaced_result(log),
        gettext("%(name)s is to move and has the full time of the turn again.")
        % {"name": name_in(log, seat)},
        *turn_sentences(log.seats[seat].user, log.game),
    ]
    return [*sentences, *stopped_sentences(log), *withdrawal_sentences(log)]


def stopped_sentences(log: Log) -> list[str]:
    """Return what has to be known where the clocks of a game stand still."""
    if not log.course.stopped:
        return []
    return [gettext("Its clocks were stopped and stay so until you resume the game.")]


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
    """Lock the person who proposes the new game, so that they cannot leave meanwhile."""
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
    """Return what becomes of the new game in the place of a void one, if that counts again."""
    # Also if a player has proposed it: they did so because this game was void.
    return [_fate(again) for again in _because_void(table.game)]


def withdraw_rematch(table: Table) -> None:
    """Withdraw the invitation to a new game in the place of a void one, if it still waits."""
    # The row of the void game is locked. A new game that has begun goes on.
    for again in _because_void(table.game):
        locked = locked_game(again.public_id)
        if locked.status == Status.PROPOSED:
            call_off(locked, "withdrawn")


def withdrawn_sentences(decision: Decision, log: Log) -> list[str]:
    """Return whether the invitation to a new game is withdrawn, or that game goes on."""
    # Nothing if the game was not void before the decision, or no new one was proposed since then.
    if decision.act == Act.VOID or all(entry.kind != Kind.VOID for entry in log.entries):
        return []
    void = settled_by(log, before=first_entry_of(log, decision))
    if void is None or void.kind != Kind.VOID:
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
    return [sentence for again in proposed if (sentence := _gone(again))]


def _gone(again: Game) -> str:
    if again.status == Status.RUNNING:
        return gettext(
            "The new game on the same terms, which was to take its place, has begun and goes on "
            "beside this one."
        )
    if again.off_because == "withdrawn":
        return gettext("The invitation to a new game on the same terms is withdrawn.")
    return ""


def recipient_sentences(table: Table) -> list[str]:
    """Return who gets a letter about a decision, in which language, and who cannot be reached."""
    return _letter_sentences(_players(table))


def recipients_of_replacing(table: Table, *, seat: int, by: User) -> list[str]:
    """Return who reads what if this person gets the seat, and who cannot be reached."""
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
        sentence = gettext("%(old)s: that the seat was given to another player, but not to whom.")
        sentences.append(sentence % words)
    readers = [each for each in (by, *_players(table)) if not each.is_bot]
    recipients, *rest = _letter_sentences(readers)
    return [recipients, *sentences, *rest]


def recipients_of(decision: Decision, log: Log | None = None) -> tuple[str, list[str]]:
    """Return who gets a letter about a decision that was made, and whose letters are held back."""
    # `log` is what it was written to; None: the seats are read again.
    seats: Iterable[Seat] = (
        log.seats if log else decision.game.seats.select_related("user").order_by("number")
    )
    people = [*(seat.user for seat in seats), decision.replaced]
    readers = list(dict.fromkeys(each for each in people if each and not each.is_bot))
    held_back = held_back_sentences(readers)
    names = [str(reader) for reader in readers if reader not in held_back]
    if not names:
        return gettext("No letter reaches anybody about it."), list(held_back.values())
    words = {"names": joined(names)}
    return gettext("Told by letter: %(names)s.") % words, list(held_back.values())


def rematch_sentences(decision: Decision, log: Log | None = None) -> list[str]:
    """Return what became of playing a void game once more by a decision that was made."""
    # `log` is what it was written to; None: it is read again.
    game = decision.game if log else Game.objects.get(pk=decision.game_id)
    if decision.act == Act.VOID and decision.revokes is None:
        again = game.rematches.filter(proposed_at__gte=decision.made_at).first()
        sentence = gettext("A new game on the same terms is proposed in the name of %(name)s.")
        return [sentence % {"name": again.seats.get(number=0).user}] if again else []
    if decision.settlement is not None:
        return withdrawn_by_settlement(decision.settlement)
    return withdrawn_sentences(decision, log or read_log(game, up_to=game.seq))


def _players(table: Table) -> list[User]:
    """Return who reads letters at this table: bots do not."""
    return [seat.user for seat in table.seats if seat.user and not seat.user.is_bot]


def _letter_sentences(readers: Iterable[User]) -> list[str]:
    people = list(dict.fromkeys(readers))
    if not people:
        return [gettext("Nobody is left who could be told.")]
    names = {"names": joined([str(reader) for reader in people])}
    sentence = gettext("Told by letter, with your message but not your reason: %(names)s.")
    return [sentence % names, *reader_sentences(people)]
