"""Deletes an account: the person goes, the games stay; pages, operators and `restore` call it."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from accounts.services.leaving import erase_person
from duel.errors import BrokenGame, GameIsOver, HasLeft
from duel.lobby.refilling import give_up_part
from duel.models import DeclinedInvitation, Erasure, Game, Note, Notice, Seat, Status
from duel.notices.kinds import INVITATION
from duel.operators import desk
from duel.play.moves import resign
from duel.record.links import about_person
from duel.record.reading import locked_game
from duel.seats.erasures import known_erasures, save_erasure
from duel.timekeeping.newcomers import forget_unsent
from engine.kinds import Channel
from mail.mutes import is_muted, mute
from mail.services import forget_address, forget_mail_about


@transaction.atomic
def delete_account(*, user: User, channel: Channel = Channel.WEB) -> None:
    """Take the person out of their running games and erase everything that tells who they were.

    The log knows only random ids and stays as it is. The word they gave for a shuffle stays
    too: without it the game could not be proved fair.
    """
    # Mail first: its reader locks it before the game and the people in it.
    forget_mail_about(about_person(user))
    # So they cannot sit down anywhere meanwhile: a new seat would need this row.
    User.objects.select_for_update().get(pk=user.pk)
    theirs = Seat.objects.filter(user=user)
    part_of = Q(seats__user=user) | Q(seats__user=None, seats__invited_address=user.email)
    # Always in the same order, so that two calls at once do not wait for each other.
    for public_id in (
        Game.objects.filter(part_of, status__in=[Status.PROPOSED, Status.RUNNING])
        .order_by("pk")
        .values_list("public_id", flat=True)
        .distinct()
    ):
        game = locked_game(public_id)
        if game.status == Status.PROPOSED:
            give_up_part(game, user)
        elif game.status == Status.RUNNING:
            # With every seat: who plays against oneself has all of them.
            for seat in theirs.filter(game=game, left_at=None).order_by("number"):
                _give_up(public_id, seat=seat.number, channel=channel)
    Notice.objects.filter(
        game__seats__user=user, game__seats__number=F("seat"), cancelled_at=None
    ).update(cancelled_at=timezone.now())
    for seat in theirs:
        Note.objects.filter(game=seat.game_id, seat=seat.number).delete()
        forget_unsent(seat)
    theirs.update(former_name="")
    desk().forget_player(user)
    Seat.objects.filter(invited_address=user.email).update(invited_address="")
    DeclinedInvitation.objects.filter(address=user.email).update(address="")
    wants_no_invitation = is_muted(address=user.email, kind=INVITATION)
    forget_address(user.email)
    if wants_no_invitation:  # the wish guards them against the next one
        mute(address=user.email, kind=INVITATION)
    save_erasure(user)
    erase_person(user)


def delete_again(known: Collection[str]) -> int:
    """Delete everybody whom a restored backup has although they were deleted; return how many.

    `known` are the ids that the replaced database knew; those of the backup and the file count too.
    """
    known = known_erasures().union(known)
    people = User.objects.filter(public_id__in=known).order_by("pk")
    for person in people:
        delete_account(user=person, channel=Channel.OPERATOR)
    missing = known.difference(Erasure.objects.values_list("person", flat=True))
    Erasure.objects.bulk_create([Erasure(person=each) for each in sorted(missing)])
    return len(people)


def _give_up(public_id: str, *, seat: int, channel: Channel) -> None:
    try:
        resign(public_id=public_id, seat=seat, channel=channel)
    except (HasLeft, GameIsOver):
        return  # the others play on without them already, or another seat of theirs has ended it
    except BrokenGame:
        desk().settle_for_leaver(public_id, seat=seat)
