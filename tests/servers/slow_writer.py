"""`python -m tests.servers.slow_writer`: queues a task as slowly as on a busy machine.

It writes the first half of each new file, says `half`, and waits for a line before the rest.
"""

import builtins
import io
import sys
from typing import Any

_open = io.open


class SlowFile(io.FileIO):
    """A file that is written in two pieces."""

    def write(self, content: Any, /) -> int:
        """Write the content; somebody decides when the second half may follow."""
        middle = len(content) // 2
        super().write(content[:middle])
        print("half", flush=True)
        sys.stdin.readline()
        super().write(content[middle:])
        return len(content)


def open_slowly(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
    """Return what `open` returns, but for files that are to be written anew."""
    if mode == "wb":
        return SlowFile(file, mode)
    return _open(file, mode, *arguments, **options)


if __name__ == "__main__":
    import django

    django.setup()
    from config.celery import app

    task, *arguments = sys.argv[1:]
    queue = app.amqp.queues["letters"]
    with app.connection_for_write() as connection:
        queue(connection.default_channel).declare()  # at the usual pace: it is the message we mean
        builtins.open = io.open = open_slowly
        app.send_task(task, arguments, connection=connection)
