"""The sweep over the clocks on PostgreSQL: its work grows with what is due, not with what runs.

The games that run are copies of one row; those that are due have seats and a secret as well, so
that the sweep replays and writes each of them. Wall time; of several sweeps the quickest, as
whatever else a machine does only makes them slower. What one game takes that is due is our own
processor time, in the unit K of `bench/playing.py`, which is measured in turn with the sweeps.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

from datetime import timedelta
from math import inf
from time import perf_counter, process_time

from bench.playing import calibration
from bench.quantity import Quantity, say
from bench.service import set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.db import connection, models
from django.utils import timezone

from duel.lobby.proposals import accept, propose
from duel.models import Game, GameSecret, Seat
from duel.record.reading import header_of
from duel.timekeeping.sweeps import games_due, sweep_clocks
from duel.words.terms import Terms

DUE = 1000
FEW, MANY = 10_000, 1_000_000


def measure(few: int = FEW, many: int = MANY, due: int = DUE, sweeps: int = 4) -> list[Quantity]:
    """Return how long a sweep takes that has so many games to see to, among few and many."""
    original = _begin()
    first = _copy(original, due, with_seats=True)
    _copy(original, few - due)
    _sweep(first, due)  # the first one warms everything up
    k = among_few = per_game = inf
    for _ in range(sweeps):
        k = min(k, calibration())
        begun = process_time()
        among_few = min(among_few, _sweep(first, due))
        per_game = min(per_game, (process_time() - begun) / due)
    say(f"  {few} games run; making it {many}")
    _copy(original, many - few)
    _sweep(first, due)
    among_many = min(_sweep(first, due) for _ in range(sweeps))
    if " duel_game_alarm " not in games_due(timezone.now()).explain():
        raise RuntimeError("The sweep does not look into its index.")
    return [
        Quantity(f"clocks: a sweep, {due} due of {few}", among_few * 1000, "ms"),
        Quantity(f"clocks: a sweep, {due} due of {many}", among_many * 1000, "ms"),
        Quantity("clocks: among many games / among few", among_many / among_few, "", 1.5, 1.1),
        Quantity("clocks: one game that is due", per_game / k, "K", 1 / 5, 1 / 10),
    ]


def _begin() -> Game:
    create = get_user_model().objects.create_user
    one = create("one@clocks.example", name="One")
    other = create("other@clocks.example", name="Other")
    game = propose(by=one, terms=Terms(), invite=[other.email])
    accept(public_id=game.public_id, by=other)
    game.refresh_from_db()
    return game


def _copy(original: Game, count: int, *, with_seats: bool = False) -> int:
    """Return the first key of so many copies of the game."""
    first = (Game.objects.aggregate(last=models.Max("pk"))["last"] or 0) + 1
    copies = range(first, first + count)
    _insert(Game, "id", original, copies, {"id": "n", "public_id": "'c' || n"})
    if with_seats:
        _insert(GameSecret, "game_id", original, copies, {"game_id": "n"})
        _insert(Seat, "game_id", original, copies, {"game_id": "n"})
        for game in Game.objects.filter(pk__in=copies).prefetch_related("seats"):
            head = header_of(game, list(game.seats.all())).hash  # each has a chain of its own
            Game.objects.filter(pk=game.pk).update(head=head)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE duel_game, duel_seat, duel_gamesecret")
        cursor.execute("CHECKPOINT")  # what the copies left to be written is not measured
    return first


def _insert(
    model: type[models.Model], key: str, original: Game, copies: range, new: dict[str, str]
) -> None:
    """Copy the game's rows in one table; `n` is the key of each copy."""
    table = model._meta.db_table
    fields = [str(field.column) for field in model._meta.local_concrete_fields]
    columns = [column for column in fields if column != "id" or column in new]
    values = [new.get(column, f"o.{column}") for column in columns]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
            f"FROM {table} AS o, generate_series(%s, %s) AS n WHERE o.{key} = %s",
            [copies.start, copies.stop - 1, original.pk],
        )


def _sweep(first: int, due: int) -> float:
    """Return how long a sweep takes for which these games are due."""
    past = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk__gte=first, pk__lt=first + due).update(alarm_at=past)
    begun = perf_counter()
    handled = sweep_clocks()
    spent = perf_counter() - begun
    if handled != due:
        raise RuntimeError(f"The sweep saw to {handled} games instead of {due}.")
    return spent
