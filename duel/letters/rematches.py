"""What has become of playing a game once more, in a sentence to one of its players."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.models import Game, Seat, Status
from duel.record.selectors import names_of
from duel.words.naming import joined


def rematch_sentences(game: Game, reader: User, names: Sequence[str]) -> list[str]:
    """Return that a new game on the same terms waits or has begun, and who acts next.

    `names` are those of all others at the table of this game.

    Nothing is said of one that came to nothing, nor once it is over.
    """
    stands = Q(status=Status.RUNNING) | Q(status=Status.PROPOSED, expires_at__gt=timezone.now())
    again = game.rematches.filter(stands).order_by("-proposed_at").first()
    if again is None:
        return []
    own = list(again.seats.filter(user=reader))
    if again.status == Status.PROPOSED:
        return [_proposed(again, own, names)]
    return [_begun(again, own)]


def _proposed(again: Game, own: list[Seat], names: Sequence[str]) -> str:
    if own:
        told = ngettext(
            "A new game on the same terms is proposed in your name; it begins as soon as %(name)s "
            "accepts the invitation.",
            "A new game on the same terms is proposed in your name; it begins as soon as %(name)s "
            "have accepted the invitation.",
            len(names),
        )
        return told % {"name": joined(names)}
    told = gettext(
        "A new game on the same terms is proposed to you in the name of %(name)s; it begins as "
        "soon as you accept. The invitation comes in a letter of its own and stands among your "
        "games."
    )
    return told % {"name": names_of(again)[0]}


def _begun(again: Game, own: list[Seat]) -> str:
    if any(seat.number == again.to_move for seat in own):
        return gettext("A new game on the same terms has begun, and it is your turn in it.")
    told = gettext("A new game on the same terms has begun, and %(name)s is to move in it.")
    return told % {"name": names_of(again)[again.to_move or 0]}
