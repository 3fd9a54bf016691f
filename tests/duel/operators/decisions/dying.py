"""A process that lets games go on after an outage, and is killed in the middle of the second one.

`python -m tests.duel.operators.decisions.dying RELIEF MOMENT`
"""

import os
import signal
import sys
from typing import Any

import django
import time_machine

django.setup()

from duel.models import Relief  # noqa: E402
from duel.operators.decisions import relief  # noqa: E402

let_go_on, begun = relief.let_go_on, []


def die_in_the_second(*args: Any, **arguments: Any) -> Any:
    """Decide, and die before that is committed if it is the second game."""
    begun.append(args)
    decision = let_go_on(*args, **arguments)
    if len(begun) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return decision


if __name__ == "__main__":
    relief.let_go_on = die_in_the_second
    with time_machine.travel(sys.argv[2]):
        relief.carry_out(Relief.objects.get(pk=sys.argv[1]))
