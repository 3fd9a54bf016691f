"""The file of a game as players take it away, signed, and the keys for that.

Pages, letters and commands that hand out a file call it.

The key lies in the database, so that all machines of a service sign with the same one and a backup
holds it. It is made when it is first needed. A new one takes its place by
`manage.py rotatesigningkey`; the public half of the old one is published for ever, so that files
signed with it can still be proved.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from duel.errors import BrokenGame, NotRunning
from duel.models import (
    AnyGame,
    AnySeat,
    GameSecret,
    KnownGame,
    LogEntry,
    Seat,
    SigningKey,
    Status,
)
from duel.record.events import plies_taken_back
from duel.record.read_only_log import log_of, whole_log_of
from duel.record.reading import header_of, stored_entries
from duel.record.selectors import secret_is_open
from engine.exported_file import SIGNATURE, export, signed_bytes
from engine.kinds import Kind, changes_position
from engine.record import Entry, timestamp


@sensitive_variables()
def sign_file(file: Mapping[str, Any]) -> dict[str, Any]:
    """Return the file of a game with the signature of the service."""
    key = current_key()
    made = {"key": key.public, "made_at": timestamp(timezone.now())}
    private = Ed25519PrivateKey.from_private_bytes(bytes(key.private or b""))
    signature = private.sign(signed_bytes(file, **made)).hex()
    return {**file, SIGNATURE: {**made, "signature": signature}}


def current_key() -> SigningKey:
    """Return the key in use; it is made at the first call, once even if two come together."""
    if (key := SigningKey.objects.filter(is_current=True).first()) is not None:
        return key
    return SigningKey.objects.get_or_create(is_current=True, defaults=_new_pair())[0]


def published_keys() -> list[SigningKey]:
    """Return all keys that were ever used, the one in use first."""
    current_key()
    return list(SigningKey.objects.order_by("-is_current", "-made_at"))


@transaction.atomic
def rotate_signing_key() -> SigningKey:
    """Return a new key in use; of the one before, only the public half is kept."""
    SigningKey.objects.select_for_update().filter(is_current=True).update(
        is_current=False, private=None, retired_at=timezone.now()
    )
    return SigningKey.objects.create(**_new_pair())


@sensitive_variables()
def _new_pair() -> dict[str, Any]:
    private = Ed25519PrivateKey.generate()
    return {
        "public": private.public_key().public_bytes_raw().hex(),
        "private": private.private_bytes_raw(),
        "made_at": timezone.now(),
    }


def export_game(game: AnyGame, *, reader: Collection[int] | None = None) -> dict[str, Any]:
    """Return the game's file, which `python -m engine verify` proves once the secret is open.

    `reader` are the seats of its reader, None is an operator. Before the secret is open it shows
    nothing hidden: the moves are open to all seats, the words for the shuffle are no use without
    the secret, and the hash of a position covers the seed, so that nobody can find the position by
    trying. Of a damaged record only operators get a file, and everybody once it is settled: with
    what is left and what was decided. That is no proof, so we do not sign it, as all others.
    """
    if game.status not in (Status.RUNNING, Status.OVER):
        raise NotRunning
    kept = GameSecret.objects.filter(game=game.pk).first() if secret_is_open(game) else None
    seats, entries, is_sound = _record_of(game, reader)
    try:
        if reader is not None and game.status == Status.RUNNING:
            entries = _known_to(reader, entries)
        file = export(
            header_of(game, seats),
            entries,
            names=[seat.user.name if seat.user else "" for seat in seats],
            secret=bytes(kept.secret) if kept else None,
            result=game.result,
        )
        return sign_file(file) if is_sound else file
    except (TypeError, ValueError) as error:  # no file can be made of such entries or options
        raise BrokenGame(game, str(error)) from error


def _record_of(
    game: AnyGame, reader: Collection[int] | None
) -> tuple[Sequence[AnySeat], list[Entry], bool]:
    """Return the seats, the entries up to the game's own, and whether these are what was written.

    The result of a settled game does not come from its log, so its file is no proof.
    """
    try:
        if game.settlement_id is None:
            log = log_of(game) if isinstance(game, KnownGame) else whole_log_of(game)
            return log.seats, [entry for entry in log.entries if entry.seq <= game.seq], True
    except BrokenGame:
        if reader is not None:
            raise
    stored = LogEntry.objects.filter(game=game.pk, seq__lte=game.seq)
    seats = Seat.objects.filter(game=game.pk).select_related("user").order_by("number")
    return list(seats), stored_entries(stored.order_by("seq")), False


def game_file(game: AnyGame, *, reader: Collection[int] | None = None) -> str:
    """Return the game's file as the JSON text that is downloaded and proved."""
    return file_text(export_game(game, reader=reader))


def file_text(file: Mapping[str, Any]) -> str:
    """Return the file of a game as the JSON text in which it leaves."""
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def _known_to(reader: Collection[int], entries: list[Entry]) -> list[Entry]:
    """Return the entries up to the first move that another seat has taken back.

    While the game runs, others do not learn what was taken back before it was sent; and only the
    end of a chain can be left out.
    """
    taken_back = plies_taken_back(entries)
    ply = 0
    for place, entry in enumerate(entries):
        ply += changes_position(entry.kind, entry.text)
        if entry.kind == Kind.MOVE and ply in taken_back and entry.seat not in reader:
            return entries[:place]
    return entries
