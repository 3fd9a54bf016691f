"""Demo data for the first embedded run: two people, a game against a bot, a turn in the mailbox."""

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.bots import bot_of
from accounts.models import User
from duel.integrity.divergences import leaving_broken_games
from duel.lobby.proposals import propose
from duel.models import Game, Notice, Seat, Status
from duel.models.game import YOUR_TURN
from duel.notices.intents import hasten_letters
from duel.play.moves import play
from duel.record.log import writing
from duel.record.read_only_log import whole_log_of
from duel.timekeeping.newcomers import seat_newcomer
from duel.words.terms import Terms
from engine.bots import decide
from engine.kinds import Channel


@dataclass(frozen=True)
class Role:
    """Somebody of the demo cast. The addresses can belong to nobody: `.example` is reserved."""

    name: str
    address: str
    operator: bool = False


ADA = Role("Ada", "ada@duelpost.example")
OLGA = Role("Olga", "olga@duelpost.example", operator=True)
CAST = (ADA, OLGA)

FORMER = Role("Bruno", "bruno@duelpost.example")
"""Who played against Ada before there were bots, by himself unless somebody signed in as him."""

OPPONENT = User.Bot.APPRENTICE.value
BETTER = User.Bot.JOURNEYMAN.value
"""How Ada has played so far: a newcomer takes over where it goes well."""
TURNS_PLAYED = 20


def prepare_demo() -> list[User]:
    """Return the people who were made: the whole cast on an empty database, else nobody."""
    with transaction.atomic():
        if User.objects.exists():
            _seat_bot_for_former()
            return []
        cast = [_make(role) for role in CAST]
        _begin_game(cast[0])
        return cast


def person_in(role: Role) -> User | None:
    """Return who plays the role, as long as they keep its address and may sign in."""
    return User.objects.filter(email=role.address, is_active=True).first()


def _seat_bot_for_former() -> None:
    """Let a bot play on in the games of a service from before there were any, where nobody does."""
    former = person_in(FORMER)
    if former is None or former.last_login is not None:
        return
    now = timezone.now()
    theirs = Seat.objects.filter(user=former, game__status=Status.RUNNING)
    for public_id, number in list(theirs.values_list("game__public_id", "number")):
        with leaving_broken_games(), writing(public_id) as log:
            seat_newcomer(log, log.seats[number], bot_of(OPPONENT), channel=Channel.CLOCK, now=now)


def _make(role: Role) -> User:
    make = User.objects.create_superuser if role.operator else User.objects.create_user
    return make(role.address, name=role.name)


def _begin_game(ada: User) -> None:
    """Begin a game and play it up to a turn of Ada's, whose letter leaves at once."""
    game = propose(by=ada, terms=Terms(), bots=[OPPONENT])
    hers = game.seats.get(user=ada)
    moved: int | None = None
    # Until the bot passes the turn to her: in the middle of her own there is no letter of it.
    while game.turn < TURNS_PLAYED or game.to_move != hers.number or moved == hers.number:
        moved = game.to_move
        assert moved is not None  # noqa: S101 (nobody wins that early)
        _play_one(game, moved, level=BETTER if moved == hers.number else OPPONENT)
        game.refresh_from_db()
    letters = Notice.objects.filter(game=game, kind=YOUR_TURN, ply=game.ply)
    hasten_letters(letters)
    letters.update(not_before=timezone.now())


def _play_one(game: Game, seat: int, *, level: str) -> None:
    """Make one move as a bot of this level would, for the player to move."""
    log = whole_log_of(game)
    rules, position = log.course.game, log.course.position
    move = decide(
        rules.view(position, seat),
        rules.legal(position),
        level=level,
        chance=hashlib.sha256(f"demo {game.ply}".encode()).digest(),  # no secret hangs on it
    )
    play(
        public_id=game.public_id,
        seat=seat,
        expected_ply=game.ply,
        moves=[move],
        channel=Channel.BOT if level == OPPONENT else Channel.WEB,
    )
