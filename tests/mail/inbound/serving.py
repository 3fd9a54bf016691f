"""`manage.py` with the tests' family of reply addresses, for processes of their own."""

import json
import os
import sys
import time
from datetime import timedelta

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from mail.inbound.registry import Outcome, ReceivedMail, Route, reads_replies
    from mail.inbound.ways import connections, server
    from tests.mail.inbound.conftest import resolve

    for name, value in json.loads(os.environ.get("LIMITS", "{}")).items():
        for module in (connections, server):
            if hasattr(module, name):
                known = getattr(module, name)
                setattr(module, name, value if isinstance(known, int) else timedelta(seconds=value))

    def resolve_as_told(key: str) -> Route | None:
        if key == os.environ.get("SLOW_KEY"):
            while not os.path.exists(os.environ["SLOW_UNTIL"]):
                time.sleep(0.02)
            print("slow key resolved", flush=True)
        if key == os.environ.get("FAILING_KEY"):
            raise OperationalError("planted")
        return resolve(key)

    @reads_replies("s", name="seat", resolve=resolve_as_told)
    def read(mail: ReceivedMail) -> Outcome:
        return Outcome("played", {"text": mail.text})

    execute_from_command_line(["manage.py", *sys.argv[1:]])
