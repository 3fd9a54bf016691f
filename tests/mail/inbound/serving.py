"""`manage.py` with the tests' family of reply addresses, for processes of their own."""

import os
import sys
import time

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from mail.inbound.registry import Outcome, Received, Route, reads_replies
    from tests.mail.inbound.conftest import resolve

    def resolve_as_told(key: str) -> Route | None:
        if key == os.environ.get("SLOW_KEY"):
            while not os.path.exists(os.environ["SLOW_UNTIL"]):
                time.sleep(0.02)
            print("slow key resolved", flush=True)
        if key == os.environ.get("FAILING_KEY"):
            raise OperationalError("planted")
        return resolve(key)

    @reads_replies("s", name="seat", resolve=resolve_as_told)
    def read(mail: Received) -> Outcome:
        return Outcome("played", {"text": mail.text})

    execute_from_command_line(["manage.py", *sys.argv[1:]])
