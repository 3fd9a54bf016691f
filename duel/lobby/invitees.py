"""Who is invited, in words to whoever has invited them."""

from collections.abc import Iterable

from duel.models import Game
from duel.record.selectors import player_names, table_of


def told_to_proposer(game: Game, addresses: Iterable[str]) -> list[str]:
    """Return the invited as the proposer knows them: by the address that they wrote.

    Who plays a game once more has written none: those who played it with them are told by name,
    as ever.
    """
    told = list(addresses)
    if game.rematch_of is None or not told:
        return told
    seats = table_of(game.rematch_of)
    names = {
        seat.user.email: name
        for seat, name in zip(seats, player_names(seats), strict=True)
        if seat.user is not None
    }
    return [names.get(address, address) for address in told]
