"""The tables of the games. Only services write them."""

from duel.models.divergence import Divergence
from duel.models.game import Game, GameSecret, Leaving, Notice, Seat, Status
from duel.models.interruptions import AddedTime, Outage, Vacation
from duel.models.known import AnyGame, AnySeat, KnownGame, KnownSeat
from duel.models.note import HiddenNotes, Memo, Note, NoteDraft, NoteMute, StandingOrder, TriedLine
from duel.models.pace import Pace
from duel.models.record import Beginning, Erasure, LogEntry, SigningKey
from duel.models.seat_records import DeclinedInvitation, FormerPlayer, LinkUse

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
