"""How far a long command is: a bar on a terminal, a few plain lines anywhere else."""

from time import monotonic

from django.core.management.base import OutputWrapper

_WIDTH = 30


class Progress:
    """Writes to a stream how many of the games are done."""

    def __init__(self, total: int, stream: OutputWrapper) -> None:
        self._total = max(total, 1)
        self._stream = stream
        self._done = 0
        self._tenths = 0
        self._begun = monotonic()

    def advance(self, number: int) -> None:
        """Add to the number that is done."""
        self._done = min(self._done + number, self._total)
        if self._stream.isatty():
            self._draw()
        elif (tenths := self._done * 10 // self._total) > self._tenths:
            self._tenths = tenths
            self._write(f"{self._done} of {self._total} games\n")

    def clear(self) -> None:
        """Make room for what is said next."""
        if self._stream.isatty():
            self._write("\r\033[K")

    def _draw(self) -> None:
        filled = _WIDTH * self._done // self._total
        bar = "#" * filled + "." * (_WIDTH - filled)
        speed = self._done / max(monotonic() - self._begun, 0.001)
        self._write(f"\r\033[K{bar} {self._done} of {self._total} games, {speed:.0f} a second")

    def _write(self, text: str) -> None:
        self._stream.write(text, style_func=str, ending="")
        self._stream.flush()
