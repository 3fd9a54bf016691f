"""`manage.py replaygames`: proves that every stored game is still what was played."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timezone import is_naive, make_aware

from duel.integrity.append_only import missing_triggers
from duel.integrity.divergences import problem_summary, save_check
from duel.integrity.replay import CHUNK, begun_games, check_games, key_chunks
from duel.management.processes import in_processes
from duel.management.progress import Progress


def _moment(text: str) -> datetime:
    """Return the moment; a day is its first one where the service is."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no date such as 2026-11-30") from None
    return make_aware(moment) if is_naive(moment) else moment


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError(f"{text!r} is no number from 1 to 64")
    return int(text)


class Command(BaseCommand):
    """Replays the games under their own rules; exits with 1 if one is not as it was written."""

    help = (
        "Replay the stored games and compare every hash, derived column and result. "
        "Exits with 1 and tells where, if anything differs; the admin shows it too."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take which games, and how many processes."""
        parser.add_argument("--game", metavar="PUBLIC_ID", help="only this game")
        parser.add_argument(
            "--since", metavar="DATE", type=_moment, help="only where something happened since"
        )
        parser.add_argument(
            "--jobs",
            metavar="N",
            type=_jobs,
            default=os.cpu_count() or 1,
            help="how many processes work at a time (default: one for each processor)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference on a line, and at the end how many games are right."""
        games = begun_games(since=options["since"])
        if options["game"]:
            games = games.filter(public_id=options["game"])
        total = games.count()
        if options["game"] and not total:
            raise CommandError(f"No such game has begun: {options['game']}.")
        progress = Progress(total, self.stderr)
        checked = wrong = settled = 0
        jobs = min(options["jobs"], -(-total // CHUNK) or 1)
        for part in in_processes(check_games, key_chunks(games), jobs=jobs):
            checked += part.games
            wrong += len(part.news)
            settled += len(part.findings) - len(part.news)
            save_check(part)
            progress.clear()
            for finding in part.findings:
                for line in problem_summary(finding):
                    self.stdout.write(f"{finding.public_id}: {line}")
            progress.advance(part.games)
        progress.clear()
        unprotected = missing_triggers(connection)
        for table, triggers in unprotected.items():
            self.stdout.write(f"{table}: trigger {', '.join(triggers)} is missing")
        if wrong or unprotected:
            table = " The log is not protected against being altered." if unprotected else ""
            raise CommandError(
                f"Games that are not as they were written: {wrong} of {checked}.{table}"
            )
        besides = f" Broken, and settled by operators: {settled}." if settled else ""
        self.stdout.write(
            f"Games replayed, all as they were written: {checked - settled}.{besides}"
        )
