"""The position as a JSON object: whole, and as somebody may see it."""

from typing import Any

from engine.gems.colours import GEM_NAMES
from engine.gems.reserve import reserve_seen
from engine.splendor.colours import counts_by_name
from engine.splendor.position import OVER, Player, Position
from engine.splendor.setup import OPTION_NAMES


def dump(position: Position) -> dict[str, Any]:
    """Return the whole truth of the position, hidden parts included."""
    data = _open_parts(position)
    data["seed"] = position.seed.hex()
    one, two, three = ([card.id for card in deck] for deck in position.decks)
    data["decks"] = {"1": one, "2": two, "3": three}
    data["drawn"] = [card.id for card in position.drawn]
    data["players"] = [_player(player, sees_all=True) for player in position.players]
    return data


def view(position: Position, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat, or a spectator (None), may see it."""
    data = _open_parts(position)
    data["seed"] = None
    one, two, three = position.decks
    data["decks"] = {"1": len(one), "2": len(two), "3": len(three)}
    looks = seat == position.seat
    data["drawn"] = [card.id if looks else None for card in position.drawn]
    data["players"] = [
        _player(player, sees_all=seat == number) for number, player in enumerate(position.players)
    ]
    return data


def _open_parts(position: Position) -> dict[str, Any]:
    result, options = position.result, position.options
    one, two, three = ([card and card.id for card in row] for row in position.market)
    data = {
        "game": "splendor",
        "rules": position.facts.rules,
        "options": {name: name in options for name in OPTION_NAMES},
        "turn": position.turn,
        "first": position.first,
        "to_move": None if position.phase == OVER else position.seat,
        "phase": position.phase,
        "bank": counts_by_name(position.bank),
        "market": {"1": one, "2": two, "3": three},
        "nobles": [noble.id for noble in position.nobles],
        "cities": [city.id for city in position.cities],
        "pair": None if position.pair is None else GEM_NAMES[position.pair],
        "last_round": position.last_round,
        "passes": position.passes,
        "result": result and {"winners": list(result.winners), "by": list(result.by)},
    }
    if position.out:
        data["out"] = list(position.out)
    return data


def _player(player: Player, *, sees_all: bool) -> dict[str, Any]:
    return {
        "tokens": counts_by_name(player.tokens),
        "reserved": reserve_seen(player.reserved, sees_all=sees_all),
        "cards": [card.id for card in player.cards],
        "nobles": [noble.id for noble in player.nobles],
        "posts": [post.id for post in player.posts],
    }
