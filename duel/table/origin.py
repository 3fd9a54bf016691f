"""Compares the file of a game with the site's own record, and says who signed it.

Replays of files call it. A file that was made up from its first entry to its last is consistent in
itself. So a stranger's file is compared with the site's own record. Its holder learns no more than
they hold: nothing about a game whose secret is not open, and that a record *differs* only if they
may see the game anyway, or their file has the promise and the secret of the true one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from accounts.models import User
from duel.models import Game, SigningKey
from duel.record.selectors import seats_of, secret_is_open
from duel.table.replay import Replay


class Match(StrEnum):
    """How the record of a file compares with that of the site."""

    SAME = "same"
    DIFFERENT = "different"
    DAMAGED = "damaged"
    UNKNOWN = "unknown"


class Signer(StrEnum):
    """Whose key has signed a file."""

    US = "us"
    ANOTHER = "another"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Origin:
    """Where a file comes from, as far as this site can tell."""

    match: Match
    signer: Signer
    key: str
    made_at: str

    def as_json(self) -> dict[str, Any]:
        """Return it for the page, with the sentences for its reader."""
        return {
            "match": self.match,
            "signer": self.signer,
            "holds": self.match != Match.DIFFERENT,
            "words": [_match_words(self.match), self._signer_words()],
        }

    def _signer_words(self) -> str:
        if self.signer == Signer.NOBODY:
            return gettext("The file is not signed.")
        sentence = (
            gettext("This service signed the file at %(time)s, with its key %(key)s.")
            if self.signer == Signer.US
            else gettext(
                "The file was signed at %(time)s with a key that this service never used: %(key)s."
            )
        )
        return sentence % {"time": self.made_at, "key": self.key}


def origin_of(replay: Replay, reader: User | AnonymousUser) -> Origin:
    """Return where the file of this replay comes from; its signature, if any, fits the file."""
    match, signature = _match(replay, reader), replay.signature
    if signature is None:
        return Origin(match, Signer.NOBODY, "", "")
    is_ours = SigningKey.objects.filter(public=signature["key"]).exists()
    signer = Signer.US if is_ours else Signer.ANOTHER
    return Origin(match, signer, signature["key"], signature["made_at"])


def _match(replay: Replay, reader: User | AnonymousUser) -> Match:
    header, entries = replay.header, replay.entries
    game = Game.objects.filter(public_id=header.id).first()
    if game is None or not secret_is_open(game):
        return Match.UNKNOWN
    # The hash of an entry covers all before it, and what was settled beforehand. Nothing is added
    # once the secret is open, so a file that ends earlier was cut off.
    is_same = bool(entries) and (len(entries), entries[-1].hash) == (game.seq, game.head)
    has_promise = header.commitment == game.commitment
    if not (is_same or has_promise or game.is_public or seats_of(game, reader)):
        return Match.UNKNOWN
    if game.is_damaged or game.settlement_id is not None:
        return Match.DAMAGED
    return Match.SAME if is_same else Match.DIFFERENT


def _match_words(match: Match) -> str:
    if match == Match.SAME:
        return gettext(
            "This site holds the very same record of this game, entry by entry. Names are not part "
            "of it."
        )
    if match == Match.DIFFERENT:
        return gettext(
            "This site has another record of this game: the file was altered, cut off or made up."
        )
    if match == Match.DAMAGED:
        return gettext(
            "This site has a damaged record of this game, so the file cannot be compared with it."
        )
    return gettext(
        "The file is consistent in itself, but no finished game on this site has this record. "
        "Anybody can make up such a file: whether the game was played so, you can only believe the "
        "service that handed it out, or the letters of its players."
    )
