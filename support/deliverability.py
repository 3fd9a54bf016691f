"""Whom a letter will not reach, and who reads which language: told before anything is written."""

from collections.abc import Iterable

from django.utils.translation import get_language, gettext

from accounts.models import User
from duel.models import Game
from duel.models.game import YOUR_TURN
from mail.mutes import is_muted
from mail.reports.suppression import suppression_of


def reader_sentences(readers: Iterable[User]) -> list[str]:
    """Return what an operator should know of the readers of their words before sending them."""
    told = list(dict.fromkeys(readers))
    return [
        *(_language(reader) for reader in told if reader.language != get_language()),
        *unreached_sentences(told),
    ]


def unreached_sentences(readers: Iterable[User]) -> list[str]:
    """Return whom of these no letter reaches, why, and what helps."""
    told = dict.fromkeys(readers)
    return [sentence for reader in told if (sentence := unreached(reader))]


def unreached(reader: User) -> str:
    """Return why no letter reaches somebody and what helps; empty if letters do reach them."""
    told = gettext(
        "No letter reaches %(name)s at present (%(why)s): on their page you can let letters go to"
        " that address again, before you send this."
    )
    return _if_put_aside(reader, told)


def held_back(reader: User) -> str:
    """Return why the letter that was just posted does not leave; empty if it does."""
    told = gettext(
        "No letter reaches %(name)s at present (%(why)s). If letters go to that address again "
        "within seven days, this one goes with them."
    )
    return _if_put_aside(reader, told)


def turn_sentences(reader: User | None, game: Game) -> list[str]:
    """Return whether a letter brings somebody their turn, and if not, why.

    Nothing of an address that takes no letters at all: `unreached` tells of that.
    """
    if reader is None:
        return [gettext("Nobody sits there any more, so nobody gets a letter with the turn.")]
    if reader.is_bot:
        return []
    name = {"name": reader}
    if reader.suspended_at is not None:
        told = gettext("%(name)s is suspended and gets no letter with it until that is over.")
    elif suppression_of(reader.email) is not None:
        return []
    elif is_muted(address=reader.email, kind=YOUR_TURN, topic=f"game:{game.public_id}"):
        told = gettext("%(name)s has muted letters with turns and gets none with it.")
    elif reader.letters == User.Letters.DIGEST:
        told = gettext("%(name)s reads of it in the daily letter.")
    else:
        told = gettext("%(name)s gets a letter with it.")
    return [told % name]


def _if_put_aside(reader: User, told: str) -> str:
    suppression = suppression_of(reader.email)
    if suppression is None:
        return ""
    return told % {"name": reader, "why": suppression.get_reason_display()}


def _language(reader: User) -> str:
    words = {"name": reader, "language": reader.get_language_display()}
    return gettext("%(name)s reads %(language)s.") % words
