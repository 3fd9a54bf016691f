"""The digest of what a game began with, by which altered terms are found."""

from collections.abc import Iterator, Sequence
from typing import Any

from duel.models import Beginning, Game, Seat
from engine.kinds import Kind
from engine.record import Entry, canonical_hash, timestamp

_TERMS = (
    "public_id",
    "game",
    "rules",
    "options",
    "is_public",
    "seat_count",
    "commitment",
    "grace",
    "bank",
    "increment",
    "cap",
    "free_weekends",
    "late_may_be_claimed",
)
"""The columns that were agreed on. Digests are stored: this list and its order of names stay."""

_LATER_TERMS = {"warns": False, "leaving": "out"}
"""What could be agreed on only later, and what was so before. It counts where it is otherwise:
digests from before still hold."""


def digest_of(game: Any, seats: Sequence[Any], persons: Sequence[str]) -> str:
    """Return the digest of the game's terms, seats and beginning; rows of migrations will do."""
    is_old = getattr(game, "record_format", 1) == 1
    return canonical_hash(
        {
            **{name: getattr(game, name) for name in _TERMS},
            **{
                name: getattr(game, name)
                for name, before in _LATER_TERMS.items()
                if getattr(game, name, before) != before
            },
            "nonces": [seat.nonce for seat in seats],
            **({} if is_old else {"drawn": [seat.is_word_derived for seat in seats]}),
            "persons": list(persons),
            "began_at": timestamp(game.began_at),
        }
    )


def write_beginning(game: Game, seats: Sequence[Seat]) -> None:
    """Write down what a game begins with, in the transaction in which it begins."""
    if game.began_at is None:
        raise ValueError("The game has not begun.")
    persons = [seat.person for seat in seats]
    Beginning(
        game=game,
        began_at=game.began_at,
        persons=persons,
        digest=digest_of(game, seats, persons),
    ).save()


def beginning_problems(
    row: Beginning | None, game: Game, seats: Sequence[Seat], entries: Sequence[Entry]
) -> Iterator[tuple[str, object, object]]:
    """Yield what is not as the game began with it: the field, what was written, what is there."""
    if row is None:
        yield "terms", "a digest of what was agreed on", None
        return
    if game.began_at != row.began_at:
        yield "began_at", row.began_at, game.began_at
        return
    digest = digest_of(game, seats, row.persons)
    if digest != row.digest:
        yield "terms", row.digest, digest
    persons = list(row.persons)
    for entry in entries:
        is_new = entry.kind == Kind.REPLACE and entry.seq > row.seq
        if is_new and entry.seat is not None and entry.seat < len(persons):
            persons[entry.seat] = entry.text
    for seat, person in zip(seats, persons, strict=False):
        if seat.person != person:
            yield f"person of seat {seat.number}", person, seat.person
