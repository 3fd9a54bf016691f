"""Suspending a person and lifting it, with what becomes of their games; the admin calls it."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, TextChoices
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.authority import ActRefused, refuse_oneself, refuse_unless_above
from accounts.services.support import lift_suspension, suspend_person
from duel.errors import BrokenGame, GameIsOver, HasLeft
from duel.lobby.refilling import give_up_part
from duel.models import Game, Seat, Status
from duel.notices.resending import Reason, notice_again
from duel.record.reading import locked_game
from support.conflicts import play_together
from support.decisions import Ruling, decide, revoke
from support.deliverability import unreached_sentences
from support.errors import AlreadyRevoked, AlreadyStopped, CannotRevoke, Superseded
from support.models import Act, Decision

PERMISSION = "accounts.suspend_user"


class GameFate(TextChoices):
    """What becomes of the running games of somebody who is suspended."""

    HOLD = "hold", _("hold them: the clocks stop until you decide")
    RESIGN = "resign", _("resign them: the opponents win, or play on where they are several")
    CANCEL = "cancel", _("call them off: nobody wins")


def preview_suspension(operator: User, person: User) -> list[str]:
    """Return what suspending this person will do; raise if this operator cannot."""
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, PERMISSION)
    if person.suspended_at is not None:
        raise ActRefused(_("This person is suspended already."))
    refuse_opponent(operator, person)
    running = _running(person)
    proposals = len(_proposals(person))
    sentences = [
        gettext("The person is signed out everywhere and can neither sign in nor use a link."),
        gettext("They get a letter that says so, with your message but not your reason."),
    ]
    if running:
        sentence = ngettext(
            "%(count)s running game is held, resigned or called off, as you choose; its players "
            "get a letter.",
            "%(count)s running games are held, resigned or called off, as you choose; their "
            "players get letters.",
            len(running),
        )
        sentences.append(sentence % {"count": len(running)})
    if proposals:
        sentence = ngettext(
            "%(count)s proposal that waits for an answer is called off; if it is somebody else's "
            "and for more than two, only the seat becomes free.",
            "%(count)s proposals that wait for an answer are called off; of those that are "
            "somebody else's and for more than two, only the seats become free.",
            proposals,
        )
        sentences.append(sentence % {"count": proposals})
    return [*sentences, *unreached_sentences([person, *_opponents(running, person)])]


@transaction.atomic
def suspend(
    *,
    operator: User,
    person: User,
    reason: str,
    games: GameFate,
    message_to_players: str,
    message: str = "",
) -> None:
    """Keep the person out; their running games have this fate, and their proposals end.

    `message` is what the person reads, `message_to_players` is for the games: neither has
    the reason, and the opponents need not know why somebody was suspended.
    """
    suspend_person(operator=operator, person=person, reason=reason, message=message)
    refuse_opponent(operator, person)
    running = _running(person)
    if running and not operator.has_perm("duel.adjudicate_game"):
        raise PermissionDenied
    for game in running:
        _decide(
            Ruling(operator, game.public_id, reason, 0, message=message_to_players), person, games
        )
    for game in _proposals(person):
        locked = locked_game(game.public_id)
        if locked.status == Status.PROPOSED:
            give_up_part(locked, person)


def preview_lifting(operator: User, person: User) -> list[str]:
    """Return what lifting the suspension will do; raise if this operator cannot."""
    refuse_unless_above(operator, person, PERMISSION)
    if person.suspended_at is None:
        raise ActRefused(_("This person is not suspended."))
    sentences = [gettext("The person can sign in again, and gets a letter that says so.")]
    held = _held_since(person)
    if held:
        sentence = gettext("Held since the suspension, and going on if you say so: %(games)s.")
        sentences.append(sentence % {"games": ", ".join(str(hold.game) for hold in held)})
    opponents = _opponents([hold.game for hold in held], person)
    return [*sentences, *unreached_sentences([person, *opponents])]


@transaction.atomic
def lift(
    *, operator: User, person: User, reason: str, go_on: bool, message_to_players: str
) -> None:
    """Let the person in again; their games that were held since then go on, if so wished."""
    # Wherever it is their move they get the turn anew: while they were suspended, none was sent.
    held = {decision.game_id: decision for decision in _held_since(person)} if go_on else {}
    lift_suspension(operator=operator, person=person, reason=reason)
    for game in _running(person):
        locked_game(game.public_id)
        decision = held.get(game.pk)
        ruling = Ruling(operator, game.public_id, reason, 0, message=message_to_players)
        if decision is None or not _goes_on(ruling, decision):
            _bring_turn(person, game)


def refuse_opponent(operator: User, person: User) -> None:
    """Raise if the two play against each other: any act would decide that game."""
    if play_together(operator, person.email):
        raise ActRefused(_("You play against this person: ask another operator."))


def _decide(ruling: Ruling, person: User, fate: GameFate) -> None:
    locked = locked_game(ruling.public_id)
    ruling = replace(ruling, expected_seq=locked.seq)
    try:
        match fate:
            case GameFate.HOLD:
                decide(Act.HOLD, ruling)
            case GameFate.RESIGN:
                _resign(ruling, person, locked)
            case GameFate.CANCEL:
                decide(Act.CANCEL, ruling)
    except (AlreadyStopped, GameIsOver, HasLeft):
        return  # what was wanted is so already


def _resign(ruling: Ruling, person: User, game: Game) -> None:
    """Let the person leave the game with every seat: who plays against oneself has all of them."""
    act = Act.RESIGN if game.seat_count == 2 else Act.RETIRE
    for seat in game.seats.filter(user=person, left_at=None).order_by("number"):
        try:
            decision = decide(act, ruling, seat=seat.number)
        except BrokenGame:  # nobody can play on in it: the others win
            decision = decide(Act.RESIGN, ruling, seat=seat.number)
        ruling = replace(ruling, expected_seq=decision.game.seq)


def _goes_on(ruling: Ruling, decision: Decision) -> bool:
    """Return whether the game that was held goes on by this, which brings its turn as well."""
    game = decision.game
    game.refresh_from_db(fields=["seq"])
    try:
        revoke(replace(ruling, expected_seq=game.seq), decision=decision)
    except (AlreadyRevoked, CannotRevoke, Superseded, GameIsOver):
        return False  # somebody has decided about it meanwhile, or it was held without a log
    except BrokenGame:
        return False  # it stands still until somebody has decided about it
    return True


def _bring_turn(person: User, game: Game) -> None:
    for seat in Seat.objects.select_related("game", "user").filter(game=game, user=person):
        notice_again(seat, Reason.LET_IN, now=timezone.now())


def _running(person: User) -> list[Game]:
    """Return the person's running games, always in the same order, as each is locked in turn."""
    return list(Game.objects.filter(sits(person), status=Status.RUNNING).order_by("pk"))


def _proposals(person: User) -> list[Game]:
    return list(Game.objects.filter(has_part(person), status=Status.PROPOSED).order_by("pk"))


def _opponents(games: list[Game], person: User) -> list[User]:
    """Return who else plays in these games."""
    seats = Seat.objects.filter(game__in=games).exclude(user=None).exclude(user=person)
    return [seat.user for seat in seats.select_related("user").order_by("pk") if seat.user]


def sits(person: User) -> Q:
    """Return the condition that the person has a seat in a game."""
    return Q(pk__in=Seat.objects.filter(user=person).values("game"))


def has_part(person: User) -> Q:
    """Return the condition that the person has a seat in a game, or an invitation to one."""
    invited = Seat.objects.filter(user=None, invited_address=person.email)
    return sits(person) | Q(pk__in=invited.values("game"))


def _held_since(person: User) -> list[Decision]:
    """Return the holds on the person's games since they were suspended that still stand."""
    if person.suspended_at is None:
        return []
    holds = Decision.objects.filter(
        act=Act.HOLD,
        made_at__gte=person.suspended_at,
        revoked_by=None,
        settlement=None,
        game__status=Status.RUNNING,
    )
    theirs = holds.filter(game__in=Seat.objects.filter(user=person).values("game"))
    return list(theirs.select_related("game").order_by("game", "pk"))
