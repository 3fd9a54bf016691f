"""Somebody else's transaction, which holds the row of a game while a test goes on."""

import threading

from django.db import connection, transaction

from duel.models import Game


class somebody_writes:  # noqa: N801 (a context manager, used like a function)
    """Within it, another connection holds the game's row, on SQLite the whole database."""

    def __init__(self, game: Game) -> None:
        self._game, self._held, self._done = game, threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self) -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=self._game.pk)
            self._held.set()
            self._done.wait(15)
        connection.close()

    def __enter__(self) -> None:
        self._thread.start()
        assert self._held.wait(10)

    def __exit__(self, *error: object) -> None:
        self._done.set()
        self._thread.join()
