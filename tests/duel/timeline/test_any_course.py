"""Players who come and go at a table: the timeline names the one who made each turn.

Random courses, beside a slow list of who sat where when each turn was made.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from accounts.models import User
from duel.errors import NotRunning, Refused
from duel.models import Game
from duel.play.moves import resign
from duel.seats.newcomers import take_seat
from duel.timeline.players import timeline_for
from engine.kinds import Channel
from support.decisions import Ruling
from tests.duel.tables import a_quiet_move, known_to, submit
from tests.duel.toy.table import begin_of_three as begin_of_several
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.django_db

SEATS = 3
ACTS = 24


@dataclass
class Course:
    """A game, and everybody who played a turn in it: the seat, and who sat there."""

    game: Game
    chance: random.Random
    operator: User
    newcomers: list[User]
    turns: list[tuple[int, User]] = field(default_factory=list)

    def sitter(self, seat: int) -> User:
        user = self.game.seats.select_related("user").get(number=seat).user
        assert user is not None
        return user

    def move(self) -> None:
        seat = self.game.to_move
        if seat is None:
            raise NotRunning
        mover = self.sitter(seat)
        submit(self.game, a_quiet_move(self.game), seat=seat)
        self.turns.append((seat, mover))

    def leave(self) -> None:
        seat = self.chance.randrange(SEATS)
        resign(public_id=self.game.public_id, seat=seat, channel=Channel.LINK)

    def take(self) -> None:
        take_seat(public_id=self.game.public_id, by=self.newcomers[0])
        self.newcomers.pop(0)

    def replace(self) -> None:
        ruling = Ruling(self.operator, self.game.public_id, "So it is.", self.game.seq)
        replace_player(ruling, seat=self.chance.randrange(SEATS), by=self.newcomers[0])
        self.newcomers.pop(0)

    def expected(self, reader: int) -> list[str]:
        """How the sentence of each turn begins for the present player."""
        return [self._subject(seat, mover, reader) for seat, mover in self.turns]

    def _subject(self, seat: int, mover: User, reader: int) -> str:
        now = self.sitter(seat)
        if seat == reader:
            return "You" if mover == now else "Your predecessor"
        return str(now) if mover == now else f"{now}’s predecessor"


@pytest.fixture
def course(request: pytest.FixtureRequest, ada: User, bruno: User, olga: User) -> Course:
    """A random course of turns, departures and arrivals."""
    game = begin_of_several(ada, bruno, olga, game="splendor", seats=SEATS, leaving="open")
    newcomers = [
        User.objects.create_user(f"new{number}@duelpost.example", name=f"Newcomer {number}")
        for number in range(ACTS)
    ]
    operator = User.objects.create_superuser("clara@duelpost.example", name="Clara")
    course = Course(game, random.Random(request.param), operator, newcomers)
    acts: list[Callable[[], None]] = [course.move, course.leave, course.take, course.replace]
    for _ in range(ACTS):
        act = course.chance.choices(acts, weights=[8, 1, 3, 1])[0]
        with suppress(Refused, StopIteration):  # it is not possible just now
            act()
        game.refresh_from_db()
    return course


@pytest.mark.parametrize("course", range(6), indirect=True)
def test_each_turn_is_told_of_whoever_made_it(course: Course) -> None:
    game = course.game
    assert len(course.turns) > 5
    for seat in range(SEATS):
        told = [item.sentence for item in timeline_for(known_to(game, seat)) if item.sort == "move"]
        assert [line.partition(" took")[0] for line in told] == course.expected(seat)
