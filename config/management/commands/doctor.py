"""`manage.py doctor`: tells whether all that the service needs is well."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from config.monitoring.dns import records
from config.monitoring.doctor import examine, send_test
from config.monitoring.findings import Finding
from config.monitoring.replies import try_out


class Command(BaseCommand):
    """Prints a line for each part; exits with 1 if one of them is wrong."""

    help = "Look at every part of the service and say what is wrong with it, and what to do."
    # It runs the checks itself, and goes on where they find something.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take an address for a test letter, and the wish to try replies or to see DNS alone."""
        parser.add_argument("--send-test", metavar="ADDRESS", help="send a test letter there")
        parser.add_argument(
            "--replies", action="store_true", help="write to ourselves and see if it comes in"
        )
        parser.add_argument("--dns", action="store_true", help="print the DNS records and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the findings and what DNS needs."""
        if options["dns"]:
            self.stdout.writelines(f"  {line}\n" for line in records())
            return
        address = options["send_test"]
        if address:
            try:
                validate_email(address)
            except ValidationError:
                raise CommandError(f"{address} is not an e-mail address.") from None
        wrong = self._print_all(examine())
        if address and not wrong:
            wrong += self._print_all([send_test(address)])
        elif address:
            self.stdout.write("         test letter: not sent, because something is wrong.")
        if options["replies"]:
            wrong += self._print_all(try_out())
        self.stdout.write("\nFor the site to be found and letters to arrive, DNS needs:")
        self.stdout.writelines(f"  {line}\n" for line in records())
        if wrong:
            raise SystemExit(1)

    def _print_all(self, findings: Iterable[Finding]) -> int:
        """Return how many of these are wrong, once they are told."""
        wrong = 0
        for finding in findings:
            self._print(finding)
            wrong += finding.grade == "wrong"
        return wrong

    def _print(self, finding: Finding) -> None:
        style = {"ok": self.style.SUCCESS, "warning": self.style.WARNING}.get(
            finding.grade, self.style.ERROR
        )
        self.stdout.write(f"{style(f'{finding.grade:7}')}  {finding.part}: {finding.words}")
        if finding.hint:
            self.stdout.write(f"         {finding.hint}")
