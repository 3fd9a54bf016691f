"""Letters about a game: to whom, and which never arrived; both timelines and reports call it."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from duel.models import AnyGame, KnownGame
from duel.models.game import TURN_ASKED_FOR, TURN_KINDS
from mail.models import DeliveryEvent, Letter

LOST = frozenset(
    {
        DeliveryEvent.Kind.BOUNCED,
        DeliveryEvent.Kind.REJECTED,
        DeliveryEvent.Kind.FAILED,
        DeliveryEvent.Kind.COMPLAINED,
    }
)


def letters_of(game: AnyGame, *, since: datetime | None = None) -> QuerySet[Letter]:
    """Return the letters about the game, the first one first, with what was reported of them."""
    # By the key, which begins with the game's name: there is an index for that.
    letters = Letter.objects.filter(key__startswith=f"{game.public_id}:")
    if since is not None:
        letters = letters.filter(created_at__gte=since)
    return known_letters(letters, [game]).prefetch_related("events").order_by("created_at", "pk")


def known_letters(letters: QuerySet[Letter], games: Iterable[AnyGame]) -> QuerySet[Letter]:
    """Return the letters without those that are to tell of a turn which one of the games hides."""
    for game in games:
        if isinstance(game, KnownGame) and game.hides_turn_of is not None:
            letters = letters.exclude(
                key__startswith=f"{game.public_id}:",
                kind__in=[*TURN_KINDS, TURN_ASKED_FOR],
                created_at__gte=game.unsent_since,
            )
    return letters


def seat_of_letter(letter: Letter) -> int | None:
    """Return the seat that a letter goes to: its key says so."""
    parts = letter.key.split(":")
    return int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() else None


def is_lost(letter: Letter) -> bool:
    """Return whether the letter did not reach its reader, as far as was reported."""
    lost = any(event.kind in LOST for event in letter.events.all())
    return (
        letter.status == Letter.Status.FAILED
        or (lost and not letter.delivered_at)
        or letter.reason == Letter.Reason.SUPPRESSED
    )


def report_words(event: DeliveryEvent) -> str:
    """Return what was reported of a letter, with the server's code if there is one."""
    what = str(event.get_kind_display())
    details = ", ".join(filter(None, [event.reason_beyond_kind, event.code]))
    return f"{what} ({details})" if details else what
