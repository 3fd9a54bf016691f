"""What has become of a request to play again, in a sentence; letters about decisions call it."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.lobby.checks import runs_or_waits
from duel.models import AnyGame, Game, Seat, Status
from duel.record.selectors import player_names
from duel.words.naming import joined


def rematch_sentences(game: AnyGame, reader: User, names: Sequence[str]) -> list[str]:
    """Return the sentence about a new game on the same terms that waits or runs; nothing otherwise.

    `names` are those of all others at the table of this game.
    """
    rematches = Game.objects.filter(runs_or_waits(timezone.now()), rematch_of=game.pk)
    again = rematches.order_by("-proposed_at").first()
    if again is None:
        return []
    seats = list(again.seats.select_related("user").order_by("number"))
    own = [seat for seat in seats if seat.user == reader]
    if again.status == Status.RUNNING:
        return [_begun(again, seats, own)]
    if again.seat_count == 2:
        return [_proposed_to_one(own) % {"name": joined(names)}]
    return [_proposed_to_several(own) % {"name": player_names(seats)[0]}]


def _proposed_to_one(own: list[Seat]) -> str:
    if own:
        return gettext(
            "A new game on the same terms is proposed in your name; it begins as soon as %(name)s "
            "accepts the invitation."
        )
    return gettext(
        "A new game on the same terms is proposed to you in the name of %(name)s; it begins as "
        "soon as you accept. The invitation comes in a letter of its own and stands among your "
        "games."
    )


def _proposed_to_several(own: list[Seat]) -> str:
    if own:
        return gettext(
            "A new game on the same terms is proposed, and you have a seat in it; it begins as "
            "soon as all others have accepted."
        )
    return gettext(
        "A new game on the same terms is proposed to you in the name of %(name)s; it begins as "
        "soon as all have accepted. The invitation comes in a letter of its own and stands among "
        "your games."
    )


def _begun(again: Game, seats: list[Seat], own: list[Seat]) -> str:
    if any(seat.number == again.to_move for seat in own) or again.to_move is None:
        return gettext("A new game on the same terms has begun, and it is your turn in it.")
    sentence = gettext("A new game on the same terms has begun, and %(name)s is to move in it.")
    return sentence % {"name": player_names(seats)[again.to_move]}
