"""`manage.py signinlink ADDRESS`: a way in before mail works."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.tokens import sign_in_url
from mail.addresses import normal_address

MOST_MINUTES = 7 * 24 * 60
"""A link that is good for longer than a week is forgotten and found by somebody else."""


class Command(BaseCommand):
    """Prints a link that signs the owner of an address in, once."""

    help = "Print a link that signs a person in once, without a letter."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address, and whether to make its owner an operator first."""
        parser.add_argument("address", help="the person's e-mail address")
        parser.add_argument("--minutes", type=int, default=60, help="how long the link is good")
        parser.add_argument(
            "--operator",
            action="store_true",
            help="create the person if need be and let them do everything in the admin",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link on a line of its own."""
        address = normal_address(options["address"])
        person = User.objects.filter(email=address).first()
        if person is None and not options["operator"]:
            raise CommandError(f"Nobody here has the address {address}. --operator makes them.")
        if not 1 <= options["minutes"] <= MOST_MINUTES:
            raise CommandError(f"--minutes takes a whole number from 1 to {MOST_MINUTES}.")
        if person is None:
            person = User.objects.create_superuser(address, name="Operator")
        elif options["operator"]:
            person.is_staff = person.is_superuser = True
            person.save(update_fields=["is_staff", "is_superuser"])
        if not person.is_active:
            raise CommandError(f"{address} is suspended and cannot sign in.")
        self.stdout.write(sign_in_url(address, lifetime=timedelta(minutes=options["minutes"])))
