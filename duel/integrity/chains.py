"""Compares the hash chains of many games without a replay; lobby, API list and calendar call it."""

from collections.abc import Iterable, Sequence

from django.views.decorators.debug import sensitive_variables

from duel.integrity.divergences import check_broken_game
from duel.integrity.replay import CHUNK, entries_of, secrets_of
from duel.models import Game, Status
from duel.record.reading import header_of
from duel.record.settlements import STANDS_STILL
from engine.fairness import commitment
from engine.record import Entry, chain_break

MOST_COMPARED = 200
"""How many games of one list are compared, the first ones; the others are when they are opened."""


@sensitive_variables()
def stop_falsified(games: Iterable[Game]) -> None:
    """Stop those of the running games whose log, secret or words are not as they were written.

    Their rows say so then, and operators are told. The seats have to be at hand. Two queries for
    each chunk of games; a column that is wrong by itself is found only by a replay.
    """
    running = [game for game in games if _follows_its_log(game)][:MOST_COMPARED]
    for first in range(0, len(running), CHUNK):
        chunk = running[first : first + CHUNK]
        keys = [game.pk for game in chunk]
        entries, secrets = entries_of(keys), secrets_of(keys)
        for game in chunk:
            if not _is_whole(game, entries[game.pk], secrets.get(game.pk)):
                check_broken_game(game)  # which looks again, under lock
                game.refresh_from_db(fields=["is_damaged", *STANDS_STILL])


def _follows_its_log(game: Game) -> bool:
    return game.status == Status.RUNNING and not game.is_damaged and game.settlement_id is None


@sensitive_variables()
def _is_whole(game: Game, entries: Sequence[Entry], secret: bytes | None) -> bool:
    if not isinstance(game.options, dict) or secret is None:
        return False
    header = header_of(game, list(game.seats.all()))
    is_secret_true = commitment(secret) == game.commitment
    return is_secret_true and not chain_break(header, entries, seq=game.seq, head=game.head)
