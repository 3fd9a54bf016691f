"""The tables of the games. Only services write them."""

from duel.models.beginning import Beginning
from duel.models.declined import DeclinedInvitation
from duel.models.divergence import Divergence
from duel.models.entry import LogEntry
from duel.models.erasure import Erasure
from duel.models.former import FormerPlayer
from duel.models.game import Game, GameSecret, Leaving, Status
from duel.models.known import AnyGame, AnySeat, KnownGame, KnownSeat
from duel.models.line import TriedLine
from duel.models.link_use import LinkUse
from duel.models.note import HiddenNotes, Note, NoteDraft, NoteMute
from duel.models.notice import Notice
from duel.models.order import Memo, StandingOrder
from duel.models.outage import AddedTime, Outage
from duel.models.pace import Pace
from duel.models.seat import Seat
from duel.models.signing_key import SigningKey
from duel.models.vacation import Vacation

__all__ = [
    "AddedTime",
    "AnyGame",
    "AnySeat",
    "Beginning",
    "DeclinedInvitation",
    "Divergence",
    "Erasure",
    "FormerPlayer",
    "Game",
    "GameSecret",
    "HiddenNotes",
    "KnownGame",
    "KnownSeat",
    "Leaving",
    "LinkUse",
    "LogEntry",
    "Memo",
    "Note",
    "NoteDraft",
    "NoteMute",
    "Notice",
    "Outage",
    "Pace",
    "Seat",
    "SigningKey",
    "StandingOrder",
    "Status",
    "TriedLine",
    "Vacation",
]
