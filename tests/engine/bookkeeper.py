"""Writes the record of a game as the service does: one entry at a time, by the real modules."""

import hashlib
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.course import Course
from engine.exported_file import export
from engine.fairness import commitment, derived_nonce, seed_of
from engine.games import find_game
from engine.record import Entry, Header, next_entry

NOBODY: Any = object()
PLAYERS = ("pLq8vT3nWz", "pR5xK2mYbd", "pC6wD8tHsn", "pF4gB7kQxr")
OPERATOR = "oH7cJ9sFga"
START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
NONCES = ("une perle vaut mieux", "duecento gemme", "a noble visit", "la route de la soie")


class Bookkeeper:
    """One game and its log; everything about it follows from its name."""

    def __init__(
        self,
        name: str,
        game: str = "duel",
        *,
        seats: int = 2,
        options: Collection[str] = (),
        drawn: Sequence[bool] | None = None,
    ) -> None:
        self.game = find_game(game)
        self.secret = hashlib.sha256(name.encode()).digest()
        nonces = [
            derived_nonce(self.secret, seat) if is_drawn else NONCES[seat]
            for seat, is_drawn in enumerate(drawn or [False] * seats)
        ]
        self.header = Header(
            id=name, game=game, rules=1,
            options={option: option in options for option in self.game.option_names},
            commitment=commitment(self.secret), nonces=nonces, drawn=drawn,
        )  # fmt: skip
        self.seed = seed_of(self.secret, self.header.nonces)
        self.course = Course(self.game, self.seed, seats=seats, options=options)
        self.entries: list[Entry] = []

    @property
    def to_move(self) -> int:
        """The seat to move, in a game that is not over."""
        seat = self.course.position.to_move
        assert isinstance(seat, int)
        return seat

    def write(
        self,
        kind: str,
        seat: int | None = None,
        text: str = "",
        *,
        person: Any = NOBODY,
        channel: str = "web",
    ) -> Entry:
        """Append an entry; without a person named, the seat's player or the service writes it."""
        if person is NOBODY:
            person = None if seat is None else PLAYERS[seat]
        self.course.follow(kind, seat, person, text)
        entry = next_entry(
            self.entries[-1] if self.entries else self.header,
            kind=kind,
            seat=seat,
            person=person,
            text=text,
            channel=channel,
            time=START + timedelta(hours=len(self.entries), microseconds=len(self.entries)),
            state_hash=self.course.state_hash,
        )
        self.entries.append(entry)
        return entry

    def decide(self, kind: str, text: str = "", *, seat: int | None = None) -> Entry:
        """Append an operator's entry."""
        return self.write(kind, seat, text, person=OPERATOR, channel="admin")

    def play(self, *moves: str) -> None:
        """Append moves of whoever is to move."""
        for move in moves:
            self.write("move", self.to_move, move)

    def play_on(self, count: int) -> None:
        """Append so many moves, each the first of the legal list beyond its middle."""
        for _ in range(count):
            legal = self.game.legal(self.course.position)
            self.play(legal[len(legal) // 2])

    def file(self, *, show_secret: bool = True) -> dict[str, Any]:
        """The exported file of the game as it stands."""
        return export(
            self.header,
            self.entries,
            names=NAMES[: self.header.seats],
            secret=self.secret if show_secret else None,
            result=self.course.result,
        )
