"""A mail that answers a letter, with the game as its writer knows it; acts and answers take it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from accounts.models import User
from duel.models.known import Actor
from duel.perspective.perspective import PlayerPerspective
from duel.record.links import Link
from engine.kinds import Channel
from mail.inbound.registry import ReceivedMail


@dataclass(frozen=True)
class Reply:
    """One seat's answer to one letter. A turn that others can still take back is left out."""

    received: ReceivedMail
    perspective: PlayerPerspective
    player: User

    @property
    def actor(self) -> Actor:
        """The player, as services take who acts."""
        return self.perspective.seat.actor(Channel.MAIL)

    @property
    def ply(self) -> int:
        """The ply of the letter that is answered: nothing is read against any other."""
        return self.received.number("ply")

    @property
    def link(self) -> Link:
        """The numbers of the key, unsigned."""
        number = self.received.number("number")
        return Link(self.perspective.game.pk, self.perspective.number, self.ply, number)

    @property
    def is_fresh(self) -> bool:
        """Whether the game still stands where it stood when the letter was built."""
        return self.ply == self.perspective.game.ply

    @property
    def is_of_latest_turn(self) -> bool:
        """Whether nobody but the seat has moved since the letter was built."""
        return self.perspective.has_only_moved_since(self.ply)


@dataclass(frozen=True)
class Answer:
    """What became of a reply, for the letter that answers it; it is stored with the mail.

    Nothing hidden is in it: the letter reads what a move turned up from the log.
    """

    code: str
    """In one word, for operators."""
    said: Sequence[str] = ()
    """Sentences for the player, in their language."""
    moves: Sequence[str] = ()
    """What was played, in canonical text."""
    since: int | None = None
    """The ply after which the letter tells what happened."""
    nearest: Sequence[str] = ()
    """Legal moves that come near to what was written."""
    shows: bool = False
    """Whether the letter shows the position."""
    awaits_bot: bool = False
    """Whether the letter waits a moment for a bot to move, and then brings the turn after it."""
    offer: int = 0
    """The entry of the offer that the letter asks about."""
    can_be_report: bool = False
    """Whether the letter offers to hand the text to the operators."""
    is_needed: bool = True
    """Whether it is sent even to who wants to read only what was refused, asked or turned up."""
    is_silent: bool = False
    """Whether nothing is answered at all."""
    quote: str = field(default="", compare=False)
    """What was read of the mail."""
    requested: str = field(default="", compare=False)
    """What of it was for us and was understood: operators are told it without having to ask."""
