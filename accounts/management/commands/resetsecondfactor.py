"""`manage.py resetsecondfactor ADDRESS`: for an operator who has lost phone and recovery codes."""

from argparse import ArgumentParser
from typing import Any

import structlog
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services.second_factor import take_away
from mail.addresses import normal_address

logger = structlog.get_logger(__name__)


class Command(BaseCommand):
    """Takes a person's second factor away; a letter tells them."""

    help = "Take away the second factor of an operator who has lost it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address."""
        parser.add_argument("address", help="the operator's e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was done."""
        address = normal_address(options["address"])
        person = User.objects.filter(email=address).first()
        if person is None:
            raise CommandError(f"Nobody here has the address {address}.")
        if not take_away(person=person):
            raise CommandError(f"{address} has no second factor.")
        logger.warning("second_factor_taken_away", person=person.pk)
        self.stdout.write(f"{address} enters the admin without a second factor now.")
