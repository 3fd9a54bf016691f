"""The position as a JSON object: whole, and as somebody may see it."""

from typing import Any

from engine.duel.colours import COLOURS, counts_by_name
from engine.duel.position import OVER, Player, Position
from engine.gems.reserve import reserve_seen

_ON_CELL = (*COLOURS, None)
_COLOUR_NAMES: dict[int | None, str | None] = {None: None, **dict(enumerate(COLOURS))}


def dump(position: Position) -> dict[str, Any]:
    """Return the whole truth of the position, hidden parts included."""
    data = _open_parts(position)
    data["seed"] = position.seed.hex()
    one, two, three = ([card.id for card in deck] for deck in position.decks)
    data["decks"] = {"1": one, "2": two, "3": three}
    data["players"] = [_player(player, sees_all=True) for player in position.players]
    return data


def view(position: Position, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat, or a spectator (None), may see it."""
    data = _open_parts(position)
    data["seed"] = None
    one, two, three = position.decks
    data["decks"] = {"1": len(one), "2": len(two), "3": len(three)}
    first, second = position.players
    data["players"] = [_player(first, sees_all=seat == 0), _player(second, sees_all=seat == 1)]
    return data


def _open_parts(position: Position) -> dict[str, Any]:
    result = position.result
    one, two, three = ([card and card.id for card in row] for row in position.market)
    return {
        "game": "duel",
        "rules": 1,
        "options": {},
        "turn": position.turn,
        "first": position.first,
        "to_move": None if position.phase == OVER else position.seat,
        "phase": position.phase,
        "again": position.again,
        "board": [_ON_CELL[colour] for colour in position.board],
        "bag": counts_by_name(position.bag),
        "supply": position.supply,
        "refills": position.refills,
        "market": {"1": one, "2": two, "3": three},
        "royals": [royal.id for royal in position.royals],
        "result": result and {"winners": list(result.winners), "by": list(result.by)},
    }


def _player(player: Player, *, sees_all: bool) -> dict[str, Any]:
    return {
        "tokens": counts_by_name(player.tokens),
        "privileges": player.privileges,
        "reserved": reserve_seen(player.reserved, sees_all=sees_all),
        "cards": [{"id": card.id, "color": _COLOUR_NAMES[colour]} for card, colour in player.cards],
        "royals": [royal.id for royal in player.royals],
    }
