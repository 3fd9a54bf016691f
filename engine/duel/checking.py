"""A stranger's position of Splendor Duel: each part has a reader, and every fault is named."""

from typing import Any

from engine.contract import Outcome
from engine.duel.consistency import CHECKS
from engine.duel.facts import (
    CARD_OF,
    CARDS_OF_LEVEL,
    CELLS,
    COLOUR_OF,
    COLOURS,
    EMPTY,
    MARKET_SLOTS,
    ROYAL_OF,
    TOKENS_IN_ALL,
    Card,
    Royal,
)
from engine.duel.position import (
    ACTION,
    MOST_RESERVED,
    OVER,
    PHASES,
    PRIVILEGES_IN_ALL,
    START,
    Player,
    Position,
)
from engine.duel.token_moves import action_within_reach
from engine.errors import BadPosition
from engine.gems.checking import (
    LONGEST_GAME,
    PartReader,
    Wrong,
    a_bool,
    a_dict,
    a_list,
    a_name_of,
    a_seed,
    an_int,
    by_level,
    card_of_level,
    from_deck,
    market_row,
    members,
    one_of,
    or_null,
)


def no_options(value: object) -> None:
    """Read the empty object: the game has no options."""
    a_dict(value, ())


def two_items(value: object) -> list[Any]:
    """Return a list of two, whatever they are."""
    if type(value) is not list or len(value) != 2:
        raise Wrong("must be a list of two")
    return value


def a_cell(value: object) -> int:
    """Return what lies on a cell: a colour, or EMPTY for null."""
    return EMPTY if value is None else _a_colour(value)


def a_board(value: object) -> list[int]:
    """Return the 25 cells."""
    board = a_list(value, a_cell, len(CELLS))
    if len(board) != len(CELLS):
        raise Wrong(f"must have {len(CELLS)} cells")
    return board


def token_counts(value: object) -> list[int]:
    """Return the numbers of an object with all seven colours."""
    return members(value, _TOKEN_COUNTS)


def read_decks(value: object) -> list[tuple[Card, ...]]:
    """Return the three decks."""
    return by_level(value, _a_deck)


def read_market(value: object) -> list[list[Card | None]]:
    """Return the three rows of the market, with None for an empty slot."""
    return by_level(value, _a_market_row)


def _a_deck(level: int, value: object) -> tuple[Card, ...]:
    return tuple(a_list(value, card_of_level(CARDS_OF_LEVEL, level), len(CARDS_OF_LEVEL[level])))


def _a_market_row(level: int, value: object) -> list[Card | None]:
    return market_row(value, card_of_level(CARDS_OF_LEVEL, level), MARKET_SLOTS[level])


def read_royals(value: object) -> list[Royal]:
    """Return royals by their ids."""
    return a_list(value, one_of(ROYAL_OF, "the id of a royal"), len(ROYAL_OF))


def reserved_cards(value: object) -> list[tuple[Card, bool]]:
    """Return a player's reserve: each card, and whether it came from a deck."""
    return a_list(value, _a_reserved_card, MOST_RESERVED)


def _a_reserved_card(value: object) -> tuple[Card, bool]:
    card, is_hidden = members(value, {"id": _a_card, "from": from_deck})
    return card, is_hidden


def bought_cards(value: object) -> list[tuple[Card, int | None]]:
    """Return a player's cards and their colours, in order of purchase."""
    cards = a_list(value, _a_bought_card, len(CARD_OF))
    faults = []
    bonuses: set[int | None] = set()
    for card, colour in cards:
        if not card.wild and colour != card.colour:
            faults.append(f"has {card.id} in a colour that is not its own")
        elif card.wild and colour not in bonuses:
            faults.append(f"has the wild card {card.id} in a colour without an earlier bonus")
        if card.bonus and not card.wild:
            bonuses.add(colour)
    if faults:
        raise Wrong(*faults)
    return cards


def _a_bought_card(value: object) -> tuple[Card, int | None]:
    card, colour = members(value, {"id": _a_card, "color": or_null(_a_colour)})
    return card, colour


def a_result(value: object) -> Outcome | None:
    """Return null as None, or one winner with the reasons."""
    if value is None:
        return None
    winners, by = members(value, {"winners": _winners, "by": _reasons})
    if len(winners) != 1 or not by:
        raise Wrong("must name one winner and at least one reason")
    return Outcome(tuple(winners), tuple(by))


def _winners(value: object) -> list[int]:
    return a_list(value, an_int(0, 1), 2)


def _reasons(value: object) -> list[str]:
    names = ("points", "crowns", "colour")
    return a_list(value, a_name_of(names, "a reason"), len(names))


_a_card = one_of(CARD_OF, "the id of a card")
_a_colour = one_of(COLOUR_OF, "a colour")
_TOKEN_COUNTS = {name: an_int(0, most) for name, most in zip(COLOURS, TOKENS_IN_ALL, strict=True)}


_KEYS = (
    *("game", "rules", "options", "seed", "turn", "first", "to_move", "phase", "again"),
    *("board", "bag", "supply", "refills", "decks", "market", "royals", "players", "result"),
)
_PLAYER_KEYS = ("tokens", "privileges", "reserved", "cards", "royals")


def checked_position(data: object) -> Position:
    """Return the position that the JSON object describes; raise BadPosition with every fault."""
    reader = _PositionReader()
    position = reader.position(data)
    faults = reader.faults + CHECKS.faults(position, reader.unread)
    if not faults and position.phase in (START, ACTION) and not action_within_reach(position):
        faults.append("no action is possible, not even by replenishing")
    if faults:
        raise BadPosition(tuple(faults))
    return position


class _PositionReader(PartReader):
    """Reads a position of Splendor Duel."""

    def position(self, data: object) -> Position:
        """Return the position with every part that can be read."""
        whole = self.members("the position", data, _KEYS)
        position = Position()
        self.part(whole, "game", a_name_of(["duel"], "“duel”"), "")
        self.part(whole, "rules", an_int(1, 1), 1)
        self.part(whole, "options", no_options, None)
        position.seed = self.part(whole, "seed", a_seed, b"")
        position.turn = self.part(whole, "turn", an_int(1, LONGEST_GAME), 1)
        position.first = self.part(whole, "first", an_int(0, 1), 0)
        position.phase = self.part(whole, "phase", a_name_of(PHASES, "a phase"), OVER)
        position.again = self.part(whole, "again", a_bool, False)
        position.board = self.part(whole, "board", a_board, [])
        position.bag = self.part(whole, "bag", token_counts, [0] * 7)
        position.supply = self.part(whole, "supply", an_int(0, PRIVILEGES_IN_ALL), 0)
        position.refills = self.part(whole, "refills", an_int(0, LONGEST_GAME), 0)
        position.decks = self.part(whole, "decks", read_decks, [])
        position.market = self.part(whole, "market", read_market, [])
        position.royals = self.part(whole, "royals", read_royals, [])
        position.result = self.part(whole, "result", a_result, None)
        to_move = self.part(whole, "to_move", or_null(an_int(0, 1)), None)
        position.players = self._players(whole)

        self.seat_to_move(to_move, over=position.phase == OVER)
        winner = position.result.winners[0] if position.result else 0
        position.seat = winner if to_move is None else to_move
        position.gem_cells = position.gold_cells = 0
        filled = [cell for cell, colour in enumerate(position.board) if colour != EMPTY]
        position.lay(filled, [position.board[cell] for cell in filled])
        return position

    def _players(self, whole: dict[str, Any]) -> list[Player]:
        players = []
        entries: list[Any] = self.part(whole, "players", two_items, [None, None])
        for seat, entry in enumerate(entries):
            where = f"players[{seat}]"
            members = {} if "players" in self.unread else self.members(where, entry, _PLAYER_KEYS)
            player = Player()
            player.tokens = self.part(members, "tokens", token_counts, [0] * 7, where)
            player.privileges = self.part(
                members, "privileges", an_int(0, PRIVILEGES_IN_ALL), 0, where
            )
            player.reserved = self.part(members, "reserved", reserved_cards, [], where)
            cards: list[tuple[Card, int | None]]
            cards = self.part(members, "cards", bought_cards, [], where)
            for card, colour in cards:
                player.add_card(card, colour)
            royals: list[Royal] = self.part(members, "royals", read_royals, [], where)
            for royal in royals:
                player.add_royal(royal)
            players.append(player)
        return players
