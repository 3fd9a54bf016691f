"""Notices that the terminal in which a command was started is gone."""

import os
import select
import signal


class Window:
    """The terminal on our standard output, if there is one.

    The system tells only the first process of a terminal that its window was closed. That may be
    `make`, which then waits for us and says nothing: so we look ourselves. Who was started with
    `nohup` is to stay, and does not look.
    """

    def __init__(self) -> None:
        stays = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        self._seen: int | None = None
        if not stays and os.isatty(1):
            self._seen = os.dup(1)  # our own: standard output may be led elsewhere later

    def is_closed(self) -> bool:
        """Return whether it was open once and nobody can read in it any more."""
        if self._seen is None:
            return False
        poll = select.poll()
        poll.register(self._seen, 0)  # that the other side is gone is told unasked
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def forget(self) -> None:
        """Look no longer."""
        if self._seen is not None:
            os.close(self._seen)
        self._seen = None
