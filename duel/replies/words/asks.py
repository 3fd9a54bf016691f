"""What a reply can ask for beside the moves; the parser makes asks, the acts do them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class AskKind(StrEnum):
    """One thing that can be asked for."""

    TAKE_BACK = "take_back"
    """One's own last turn, while nobody else knows it."""
    UNDO = "undo"
    """Ask the others to take one's last turn back."""
    SEND_NOW = "send_now"
    MORE_TIME = "more_time"
    """Ask for `hours`."""
    GIVE_TIME = "give_time"
    """Give `hours`, to the player in `seat` if one is named."""
    CLAIM = "claim"
    HOLIDAY = "holiday"
    """From `first` to `last`, both days included."""
    CANCEL = "cancel"
    """Offer to call the game off."""
    YES = "yes"
    """A bare yes: to whatever the letter that is answered has asked."""
    NO = "no"
    ACCEPT = "accept"
    """An offer, or an invitation; perhaps with a `word` for the shuffle."""
    DECLINE = "decline"
    JOIN = "join"
    """Accept an invitation; perhaps with a `word` for the shuffle."""
    WITHDRAW = "withdraw"
    MUTE = "mute"
    UNMUTE = "unmute"
    RESIGN = "resign"
    """To be asked back."""
    RESIGN_SURELY = "resign_surely"
    """The answer to that question."""
    SHOW = "show"
    HELP = "help"
    ORDERS = "orders"
    """See the list of one's standing orders."""
    ORDER = "order"
    """Turns to try, as `texts`."""
    NO_ORDERS = "no_orders"
    REMATCH = "rematch"
    TROUBLE = "trouble"
    """A text for the operators, as the only one of `texts`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that a reply asks for, with the facts that its kind names."""

    kind: AskKind
    hours: int | None = None
    seat: int | None = None
    first: date | None = None
    last: date | None = None
    texts: tuple[str, ...] = ()
    word: str = ""
