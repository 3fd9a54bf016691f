"""A process that carries out time for all games, and is killed in the middle of the second one.

`python -m tests.support.decisions.dying OPERATOR MOMENT FIELDS`: the fields are those
of the press, as JSON.
"""

import json
import os
import signal
import sys
from typing import Any

import django
import time_machine

django.setup()

from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from accounts.models import User  # noqa: E402
from support.decisions import out_of_time  # noqa: E402
from support.decisions.base import decide  # noqa: E402

decided: list[object] = []


def die_in_the_second(*args: Any, **arguments: Any) -> Any:
    """Decide, and die before anything is committed if it is the second game."""
    decision = decide(*args, **arguments)
    decided.append(decision)
    if len(decided) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return decision


if __name__ == "__main__":
    vars(out_of_time)["decide"] = die_in_the_second
    client = Client(SERVER_NAME="localhost")
    with time_machine.travel(sys.argv[2]):
        client.force_login(User.objects.get(pk=sys.argv[1]))
        answer = client.post(reverse("admin:duel_add_time"), json.loads(sys.argv[3]))
    print(answer.status_code)
