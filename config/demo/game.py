"""What a newcomer finds on the first run: three people, and a game between two of them.

It is Ada's turn, and her letter is in the mailbox. Bruno answers by himself, as long as nobody
plays for him, so that a newcomer alone gets a second letter. All this is for the embedded service.
"""

import random
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from config.demo.moves import sensible_move
from duel.errors import Refused
from duel.lobby.proposals import accept, propose
from duel.models import Game, LinkUse, Notice, Seat
from duel.play.moves import play
from duel.play.notes import write_note
from duel.play.sending import send_now
from duel.record.selectors import legal_moves
from duel.words.terms import Terms
from mail.models import Letter


@dataclass(frozen=True)
class Role:
    """Somebody of the demo cast. The addresses can belong to nobody: `.example` is reserved."""

    name: str
    address: str
    operator: bool = False


ADA = Role("Ada", "ada@duelpost.example")
BRUNO = Role("Bruno", "bruno@duelpost.example")
OLGA = Role("Olga", "olga@duelpost.example", operator=True)
CAST = (ADA, BRUNO, OLGA)

TURNS_PLAYED = 20
THINKS_FOR = timedelta(seconds=5)
"""How long Bruno waits after his letter came."""

_GREETING = "Welcome! I answer by myself, unless you open my letters and play for me."


def prepare_demo() -> list[User]:
    """Return the people who were made: the whole cast on an empty database, else nobody.

    Whoever was renamed or deleted later stays so: the cast never enters a house with people in it.
    """
    with transaction.atomic():
        if User.objects.exists():
            return []
        cast = [_make(role) for role in CAST]
        _begin_game(cast[0], cast[1])
        return cast


def person_in(role: Role) -> User | None:
    """Return who plays the role, as long as they keep its address and may sign in."""
    return User.objects.filter(email=role.address, is_active=True).first()


def answer_for_bruno() -> int:
    """Return in how many games Bruno has made his turn; never where somebody plays for him.

    Somebody does who has signed in as him, or has opened his newest letter.
    """
    bruno = person_in(BRUNO) if settings.EMBEDDED else None
    if bruno is None or bruno.last_login is not None:
        return 0
    waiting = Seat.objects.filter(user=bruno, is_to_move=True)
    answered = 0
    for seat in waiting.select_related("game"):
        if _has_his_letter(seat) and not _is_opened(seat):
            with suppress(Refused):  # somebody was faster, be it another worker
                _play_turn(seat.game, seat.number)
                _send_now(seat)
                answered += 1
    return answered


def _make(role: Role) -> User:
    make = User.objects.create_superuser if role.operator else User.objects.create_user
    return make(role.address, name=role.name)


def _begin_game(ada: User, bruno: User) -> None:
    """Begin a game and play it up to a turn of Ada's, whose letter leaves at once."""
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    his = game.seats.get(user=bruno)
    while game.turn < TURNS_PLAYED or game.to_move == his.number:
        assert game.to_move is not None  # noqa: S101 (nobody wins that early)
        _play_turn(game, game.to_move)
    write_note(seat=his, ply=game.ply - 1, text=_GREETING)
    his.game = game
    _send_now(his)


def _play_turn(game: Game, seat: int) -> None:
    """Play for the seat until the turn has passed or the game is over."""
    chance = random.Random(game.ply)  # noqa: S311 (no secret hangs on it)
    while game.to_move == seat:
        play(
            public_id=game.public_id,
            seat=seat,
            expected_ply=game.ply,
            moves=[sensible_move(legal_moves(game), chance)],
            channel="web",
        )
        game.refresh_from_db()


def _send_now(seat: Seat) -> None:
    """Let the letter about the seat's turn leave: nobody is going to take it back."""
    send_now(public_id=seat.game.public_id, seat=seat.number, expected_ply=seat.game.ply)


def _is_opened(seat: Seat) -> bool:
    """Return whether somebody has opened a link of this turn."""
    return LinkUse.objects.filter(game=seat.game, seat=seat.number, ply=seat.game.ply).exists()


def _has_his_letter(seat: Seat) -> bool:
    """Return whether the letter of this turn came a while ago: until then it can be taken back."""
    told = Notice.objects.filter(game=seat.game, seat=seat.number, ply=seat.game.ply)
    return Letter.objects.filter(
        key__in=told.values("key"), sent_at__lte=timezone.now() - THINKS_FOR
    ).exists()
