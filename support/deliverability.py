"""Who cannot be reached by letter, and who reads which language; previews of acts call it."""

from collections.abc import Iterable

from django.utils.translation import get_language, gettext

from accounts.models import User
from duel.models import Game
from duel.models.game import YOUR_TURN
from mail.addresses import normal_address
from mail.mutes import is_muted
from mail.reports.suppression import suppression_of, suppressions_of


def reader_sentences(readers: Iterable[User]) -> list[str]:
    """Return what an operator should know of the readers of their words before sending them."""
    readers = list(dict.fromkeys(readers))
    return [
        *(_language(reader) for reader in readers if reader.language != get_language()),
        *unreached_sentences(readers),
    ]


def unreached_sentences(readers: Iterable[User]) -> list[str]:
    """Return which of these no letter reaches, why, and what helps."""
    sentence = gettext(
        "No letter reaches %(name)s at present (%(why)s): on their page you can let letters go to"
        " that address again, before you send this."
    )
    return list(_sentences_if_put_aside(readers, sentence).values())


def held_back_sentences(readers: Iterable[User]) -> dict[User, str]:
    """Return why the letters that were just posted to some of these do not leave."""
    sentence = gettext(
        "No letter reaches %(name)s at present (%(why)s). If letters go to that address again "
        "within seven days, this one goes with them."
    )
    return _sentences_if_put_aside(readers, sentence)


def turn_sentences(reader: User | None, game: Game) -> list[str]:
    """Return whether a letter brings somebody their turn, and if not, why."""
    # Nothing of an address that takes no letters at all: see `unreached_sentences`.
    if reader is None:
        return [gettext("Nobody sits there any more, so nobody gets a letter with the turn.")]
    if reader.is_bot:
        return []
    name = {"name": reader}
    if reader.suspended_at is not None:
        sentence = gettext("%(name)s is suspended and gets no letter with it until that is over.")
    elif suppression_of(reader.email) is not None:
        return []
    elif is_muted(address=reader.email, kind=YOUR_TURN, topic=f"game:{game.public_id}"):
        sentence = gettext("%(name)s has muted letters with turns and gets none with it.")
    elif reader.letters == User.Letters.DIGEST:
        sentence = gettext("%(name)s reads of it in the daily letter.")
    else:
        sentence = gettext("%(name)s gets a letter with it.")
    return [sentence % name]


def _sentences_if_put_aside(readers: Iterable[User], sentence: str) -> dict[User, str]:
    readers = dict.fromkeys(readers)
    found = suppressions_of(reader.email for reader in readers)
    suppressed = {reader: found.get(normal_address(reader.email)) for reader in readers}
    return {
        reader: sentence % {"name": reader, "why": suppression.get_reason_display()}
        for reader, suppression in suppressed.items()
        if suppression
    }


def _language(reader: User) -> str:
    words = {"name": reader, "language": reader.get_language_display()}
    return gettext("%(name)s reads %(language)s.") % words
