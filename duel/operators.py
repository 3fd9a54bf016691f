"""What rooms of the games ask of operators, who are an app above them: `support.desk` answers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.models import AnyGame, AnySeat, Game, Note
from engine.kinds import Channel

REPORT_LENGTH = 2000
"""Characters that a player may write at a time, and operators to one another."""


class ReportTopic(models.TextChoices):
    """What a report can be about."""

    MAIL = "mail", _("a letter that never came, or time lost by it")
    MISTAKE = "mistake", _("a move made by mistake")
    ABSENCE = "absence", _("an opponent who vanished")
    TAMPERING = "tampering", _("something that looks tampered with")
    ABUSE = "abuse", _("insults in notes")
    OTHER = "other", _("something else")


class Report(Protocol):
    """What a player has reported, as far as the games ask."""

    @property
    def topic(self) -> str:
        """What it is about."""

    @property
    def asks_hold(self) -> bool:
        """Whether the player asks that the clocks be stopped."""

    @property
    def got_respite(self) -> bool:
        """Whether its seat was given time at once."""

    @property
    def is_settled(self) -> bool:
        """Whether it has been answered."""


class MadeDecision(Protocol):
    """What operators decided, as far as the games ask."""

    @property
    def message(self) -> str:
        """The operator's message to the players."""

    @property
    def made_at(self) -> datetime:
        """When."""

    @property
    def revokes_id(self) -> int | None:
        """Which earlier decision it takes back, if any."""


class Desk(Protocol):
    """What the games ask of operators."""

    def receive_report(
        self,
        *,
        game: Game,
        seat: int,
        reporter: User,
        topic: str,
        text: str,
        asks_hold: bool,
        channel: Channel,
        note: Note | None,
        now: datetime,
    ) -> Report:
        """Return what a player reports, new or added to what nobody has answered yet.

        The row of the game is locked. Operators get a letter, and the seat time if it needs it.
        """

    def reports_from(self, seat: AnySeat) -> Sequence[Report]:
        """Return what the player in the seat now has reported about the game, the newest first."""

    def waits_with_respite(self, game: AnyGame, seat: int) -> bool:
        """Return whether a report that gave the seat time still waits for its answer."""

    def lengthen_respites(self, *, now: datetime) -> int:
        """Return to how many seats whose report still waits more time was given."""

    def decisions_by_entry(self, game: AnyGame) -> Mapping[int, MadeDecision]:
        """Return the decisions about a game by the seq of their entries."""

    def replaced_players(self, game: AnyGame) -> "QuerySet[Any, Any]":
        """Return the keys of those whose seats in the game were given to others."""

    def has_seen_hidden(self, person: User, game: Game) -> bool:
        """Return whether the person has seen, as an operator, what is hidden in the game."""

    def settle_for_leaver(self, public_id: str, *, seat: int) -> None:
        """End a game whose record is broken and one of whose players leaves."""

    def forget_player(self, user: User) -> None:
        """Erase what was written about and by somebody whose account is deleted."""


_desks: list[Desk] = []


def install(desk: Desk) -> None:
    """Let this answer the games; Django calls it once, when it starts."""
    _desks[:] = [desk]


def desk() -> Desk:
    """Return what answers for operators."""
    (installed,) = _desks
    return installed
