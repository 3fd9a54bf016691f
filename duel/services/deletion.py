"""Deleting an account: the person goes, the games stay whole and verifiable."""

from django.db import transaction

from accounts.models import User
from duel.models import Game, Seat, Status
from duel.services.play import resign
from duel.services.proposals import withdraw
from mail.services import forget_address


def delete_account(*, user: User) -> None:
    """Resign the person's running games and erase everything that tells who they were.

    The log knows only random ids and stays as it is. The word they gave for a shuffle stays
    too: without it the game could not be proved fair.
    """
    with transaction.atomic():
        for seat in Seat.objects.filter(user=user, game__status=Status.RUNNING):
            if Game.objects.get(pk=seat.game_id).status == Status.RUNNING:
                resign(public_id=seat.game.public_id, seat=seat.number, channel="web")
        for seat in Seat.objects.filter(user=user, game__status=Status.PROPOSED, number=0):
            withdraw(public_id=seat.game.public_id, by=user)
        Seat.objects.filter(invited_address=user.email).update(invited_address="")
        forget_address(user.email)
        user.delete()
