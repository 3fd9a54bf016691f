"""From notices to the outbox: a letter for each, in the same transaction.

The letter has the notice's key, so it is posted once, and holds nothing but two ids, the notice's
and its reader's: what it says, and whether that is still true, is decided when it is built.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet

from duel.models import Game, Notice, Seat
from mail.models import Letter
from mail.services import are_under_way, call_off, hasten, post

INVITATION = "invitation"
"""The kind of letter that asks somebody to play."""


def post_letters(notices: Iterable[Notice], seats: Sequence[Seat] | Mapping[int, Seat]) -> None:
    """Post the letters of these notices to the seats of their game; who has left gets nothing."""
    for notice in notices:
        seat = seats[notice.seat]
        if seat.user is None:
            continue
        post(
            kind=notice.kind,
            to=seat.user.email,
            key=notice.key,
            data={"notice": notice.pk, "person": seat.user.pk},
            topic=topic_of(seat.game),
            # After a restore plies are reached, and told of, a second time.
            edition=seat.link_epoch,
            not_before=notice.not_before,
        )


def topic_of(game: Game) -> str:
    """Return what the letters about a game are muted by."""
    return f"game:{game.public_id}"


def call_off_letters(notices: QuerySet[Notice]) -> int:
    """Return how many letters of these notices were still waiting, and will not be sent now."""
    # Keys, not a subquery: for one the database may look through every letter that waits.
    keys = list(notices.values_list("key", flat=True))
    return call_off(keys) if keys else 0


def waiting_keys(notices: QuerySet[Notice]) -> list[str]:
    """Return the keys of those of these notices whose letters still wait."""
    keys = list(notices.values_list("key", flat=True))
    waiting = Letter.objects.filter(key__in=keys, status=Letter.Status.WAITING)
    return list(waiting.values_list("key", flat=True))


def letters_wait(notices: QuerySet[Notice]) -> bool:
    """Return whether no letter of these notices is being sent or was sent."""
    return not are_under_way(list(notices.values_list("key", flat=True)))


def hasten_letters(notices: QuerySet[Notice]) -> None:
    """Let the letters of these notices leave at once."""
    for key in notices.values_list("key", flat=True):
        hasten(key)


def post_invitations(notices: Iterable[Notice]) -> None:
    """Post the letters of these notices.

    They have no topic: whoever unsubscribes wants no invitation at all, not none to this game.
    """
    for notice in notices:
        seat = Seat.objects.get(game=notice.game_id, number=notice.seat)
        post(
            kind=INVITATION,
            to=seat.invited_address,
            key=notice.key,
            data={"notice": notice.pk},
            edition=seat.link_epoch,
        )
