"""The kinds of entry a game's log may hold, the offers that wait, and the moves that stand.

`engine.course` keeps `Offers` and a `MoveHistory` as it follows the entries. The kinds are a closed
vocabulary:

| kind     | seat           | text                             |ply | what it does                |
|----------|----------------|----------------------------------|----|-----------------------------|
| move     | who plays      | the canonical move               | +1 | plays it                    |
| proxy    | who is to play | the canonical move               | +1 | an operator plays for them  |
| undo     | who takes back | the ply to go back to            | +1 | takes back their own moves  |
| rollback | none           | the ply to go back to            | +1 | an operator goes back       |
| offer    | who offers     | `cancel` · `undo PLY` · `time S` |    | asks the others             |
| accept   | who is asked   | as in the offer                  |    | agrees; the act follows     |
| decline  | who is asked   | as in the offer                  |    | the offer is gone           |
| withdraw | who offered    | as in the offer                  |    | the offer is gone           |
| resign   | who gives up   |                                  |    | ends: the others win        |
| timeout  | who is late    |                                  |    | ends: the others win        |
| flag     | who is late    |                                  |    | time is up, may be claimed  |
| claim    | who claims     |                                  |    | ends: all but the late win  |
| retire   | who leaves     | `out`                            | +1 | the others play on          |
|          |                | `score`                          |    | ends: the others are ranked |
|          |                | `open`                           |    | the seat waits for somebody |
|          |                | `bot`                            |    | the seat waits for a bot    |
| award    | none           | the winning seats: `0`, `0 1`    |    | ends, or ends otherwise     |
| void     | none           |                                  |    | the same, and nobody wins   |
| cancel   | none           | `agreed` · `unplayed` · …        |    | ends: off, and nobody wins  |
| reopen   | none           |                                  |    | takes back how it was ended |
| replace  | whose seat     | the id of the new person         |    | to another; a flag is gone, |
|          |                |                                  |    | and the seat waits no more  |
| hold     | none           |                                  |    | clocks stop: under inquiry  |
| pause    | none           |                                  |    | clocks stop                 |
| resume   | none           |                                  |    | clocks run again            |
| extend   | who gets it    | seconds                          |    | gives time; a flag is gone  |
| vacation | whose          | `begin` · `end`                  |    | a note for the clock        |
| bounce   | whose mail     | `begin` · `end`                  |    | a note for the clock        |
| clock    | who is to play | `letter` `seen` `late` `move`    |    | why the turn's clock began  |

A game is cancelled because all `agreed`, because its first turn was `unplayed` in time, because
mail to a player bounced for too long (`unreachable`), or by an `operator`.
A seat leaves a game of two by `resign`, `timeout` or `claim`, which end it. A larger game has
`retire` instead, written by a player who leaves or claims, the clock or an operator; its text is
what the players agreed on. Older logs of larger games have those of two, with what these say above.
A log begins once all seats are taken: who is invited, declines or joins is no part of it.
A ply names one entry for ever (see `engine.course`), so `undo 41` can never come to mean another
position. Seconds and plies are decimal without leading zeros. No text holds a name, an address,
a note or a reason in free words.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

from engine.contract import Game
from engine.errors import Illegal, Unreadable


class Channel(StrEnum):
    """How an entry came in; the value is what the log stores."""

    WEB = "web"
    LINK = "link"
    MAIL = "mail"
    API = "api"
    LOBBY = "lobby"
    """From the list of open seats."""
    BOT = "bot"
    CLOCK = "clock"
    """Written by the clock itself."""
    OPERATOR = "operator"
    REPORT = "report"
    """Time that a report to operators gives."""
    RETURNED = "returned"
    """Time that a letter which came back gives."""


class Kind(StrEnum):
    """What an entry is; the value is what the log stores."""

    MOVE = "move"
    PROXY = "proxy"
    UNDO = "undo"
    ROLLBACK = "rollback"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    FLAG = "flag"
    CLAIM = "claim"
    RETIRE = "retire"
    AWARD = "award"
    VOID = "void"
    CANCEL = "cancel"
    REOPEN = "reopen"
    REPLACE = "replace"
    HOLD = "hold"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    VACATION = "vacation"
    BOUNCE = "bounce"
    CLOCK = "clock"


class Seat(Enum):
    """Whether an entry of a kind names a seat, and what that says about its writer."""

    NONE = "no seat"
    NAMED = "the seat it is about, whoever writes it"
    OWN = "the seat of the player who writes it"


@dataclass(frozen=True, slots=True)
class Form:
    """The canonical form of the entries of one kind."""

    seat: Seat
    text: re.Pattern[str]


def _form(seat: Seat, text: str = "") -> Form:
    return Form(seat, re.compile(text, re.ASCII))


_NUMBER = r"(?:0|[1-9][0-9]{0,8})"
_SECONDS = r"[1-9][0-9]{0,8}"
_MOVE = r"[ -~]{1,200}"
_TERMS = rf"cancel|undo {_NUMBER}|time {_SECONDS}"
_SEATS = r"[0-9](?: [0-9])*"
OUT, SCORE, OPEN, BOT = "out", "score", "open", "bot"
"""What becomes of a game that a seat leaves: the text of `retire`."""
PERSON = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

FORMS: dict[Kind, Form] = {
    Kind.MOVE: _form(Seat.OWN, _MOVE),
    Kind.PROXY: _form(Seat.NAMED, _MOVE),
    Kind.UNDO: _form(Seat.OWN, _NUMBER),
    Kind.ROLLBACK: _form(Seat.NONE, _NUMBER),
    Kind.OFFER: _form(Seat.OWN, _TERMS),
    Kind.ACCEPT: _form(Seat.OWN, _TERMS),
    Kind.DECLINE: _form(Seat.OWN, _TERMS),
    Kind.WITHDRAW: _form(Seat.OWN, _TERMS),
    # An operator resigns for a player who asked by mail, so the writer may be another person.
    Kind.RESIGN: _form(Seat.NAMED),
    Kind.TIMEOUT: _form(Seat.NAMED),
    Kind.FLAG: _form(Seat.NAMED),
    Kind.CLAIM: _form(Seat.OWN),
    Kind.RETIRE: _form(Seat.NAMED, f"{OUT}|{SCORE}|{OPEN}|{BOT}"),
    Kind.AWARD: _form(Seat.NONE, _SEATS),
    Kind.VOID: _form(Seat.NONE),
    Kind.CANCEL: _form(Seat.NONE, "agreed|unplayed|unreachable|operator"),
    Kind.REOPEN: _form(Seat.NONE),
    Kind.REPLACE: _form(Seat.NAMED, PERSON.pattern),
    Kind.HOLD: _form(Seat.NONE),
    Kind.PAUSE: _form(Seat.NONE),
    Kind.RESUME: _form(Seat.NONE),
    Kind.EXTEND: _form(Seat.NAMED, _SECONDS),
    Kind.VACATION: _form(Seat.NAMED, "begin|end"),
    Kind.BOUNCE: _form(Seat.NAMED, "begin|end"),
    Kind.CLOCK: _form(Seat.NAMED, "letter|seen|late|move"),
}

ADVANCES = frozenset({Kind.MOVE, Kind.PROXY})
RETURNS = frozenset({Kind.UNDO, Kind.ROLLBACK})
NEGOTIATES = frozenset({Kind.OFFER, Kind.ACCEPT, Kind.DECLINE, Kind.WITHDRAW})
# Notes about a seat for its clock, also when its player has left.
NOTES = frozenset({Kind.VACATION, Kind.BOUNCE, Kind.CLOCK})
# What may still be written once a game has a result.
AFTER_THE_END = frozenset({Kind.ROLLBACK, Kind.AWARD, Kind.VOID, Kind.REOPEN})


def changes_position(kind: str, text: str) -> bool:
    """Whether an entry changes the position, and so makes the ply grow."""
    return kind in ADVANCES or kind in RETURNS or (kind == Kind.RETIRE and text == OUT)


def check_form(kind: str, seat: int | None, person: str | None, text: str, *, seats: int) -> Kind:
    """Return the kind of such an entry; raise Unreadable if it is ill-formed."""
    # `person` is None for what the service does by itself; a player's own entry names its writer.
    if kind not in FORMS:
        raise Unreadable(f"There is no kind of entry called {kind!r}.")
    known = Kind(kind)
    form = FORMS[known]
    if form.seat is Seat.NONE:
        if seat is not None:
            raise Unreadable(f"An entry of kind {kind} names no seat.")
    elif seat is None or not 0 <= seat < seats:
        raise Unreadable(f"An entry of kind {kind} names one of the {seats} seats.")
    if person is None:
        if form.seat is Seat.OWN:
            raise Unreadable(f"An entry of kind {kind} names the person who wrote it.")
    elif not PERSON.fullmatch(person):
        raise Unreadable("A person is an id of letters, digits, hyphens and underscores.")
    if not form.text.fullmatch(text):
        raise Unreadable(f"{text!r} is no text for an entry of kind {kind}.")
    return known


UNDO = "undo "
"""How the offer begins to take moves back; the ply to go back to follows."""


@dataclass(slots=True)
class _Offer:
    seat: int
    accepted: set[int]


class Offers:
    """The offers that stand, by their terms; `follow` takes one more entry about them."""

    def __init__(self) -> None:
        self._made: dict[str, _Offer] = {}

    @property
    def waiting(self) -> dict[str, int]:
        """Each offer that waits for an answer, with the seat that made it."""
        return {terms: offer.seat for terms, offer in self._made.items()}

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Whether the seat has made this offer or accepted it, and it waits for others."""
        return terms in self._made and seat in self._made[terms].accepted

    def follow(self, kind: Kind, seat: int, terms: str, *, playing: Collection[int]) -> bool:
        """Whether all who play have agreed by this entry; raises Illegal if it cannot be."""
        offer = self._made.get(terms)
        if kind is Kind.OFFER:
            if offer is not None:
                raise Illegal(f"Seat {offer.seat} has offered that already.")
            self._made[terms] = _Offer(seat, {seat})
            return False
        if offer is None:
            raise Illegal(f"There is no offer {terms!r} to {kind}.")
        if (kind is Kind.WITHDRAW) != (seat == offer.seat):
            raise Illegal("An offer is withdrawn by the seat that made it and answered by others.")
        is_unanimous = False
        if kind is Kind.ACCEPT:
            if seat in offer.accepted:
                raise Illegal(f"Seat {seat} has accepted that already.")
            offer.accepted.add(seat)
            is_unanimous = len(offer.accepted) == len(playing)
            if not is_unanimous:
                return False
        del self._made[terms]
        return is_unanimous

    def lapse(self) -> None:
        """Let all offers go."""
        self._made.clear()

    def lapse_to_undo(self) -> None:
        """Let the offers go that are about the position as it was."""
        for terms in [terms for terms in self._made if terms.startswith(UNDO)]:
            del self._made[terms]


@dataclass(slots=True, eq=False)
class StandingMove:
    """A move that stands: its ply, who made it in which turn, and what it followed.

    That a seat has gone out stands among the moves: then `leaves` is so. Never changed once made;
    not frozen, because replay makes one for every move.
    """

    ply: int
    seat: int
    turn: int
    text: str
    before: "StandingMove | None" = field(repr=False)
    leaves: bool = False


class MoveHistory:
    """The last move that stands at each ply; positions of `returns` are kept, to go back fast."""

    def __init__(self, game: Game[Any], position: Any, returns: Collection[int]) -> None:
        self._game = game
        self._last: list[StandingMove | None] = [None]
        self._returns = frozenset(returns)
        self._kept = {0: game.copy(position)}

    @property
    def ply(self) -> int:
        """The ply now."""
        return len(self._last) - 1

    @property
    def last(self) -> StandingMove | None:
        """The last of what stands now."""
        return self._last[-1]

    def reach(self, last: StandingMove | None, position: Any) -> None:
        """Note a new ply, at which this is the last of what stands, with its position."""
        self._last.append(last)
        if self.ply in self._returns:
            self._kept[last.ply if last else 0] = self._game.copy(position)

    def at(self, ply: int) -> StandingMove | None:
        """The last of what stood at that ply; raises Illegal if it was not reached yet."""
        if not 0 <= ply <= self.ply:
            raise Illegal(f"There is no ply {ply} yet; the game stands at ply {self.ply}.")
        return self._last[ply]

    def position_after(self, last: StandingMove | None) -> Any:
        """A copy of the position in which this was the last of what stood."""
        missing = []
        while last is not None and last.ply not in self._kept:
            missing.append(last)
            last = last.before
        position = self._game.copy(self._kept[last.ply if last else 0])
        for move in reversed(missing):
            if move.leaves:
                position = self._game.retire(position, move.seat).position
            else:
                self._game.play(position, move.text)
        return position
