"""What the workers do for games. Every task can run twice without harm."""

from celery import shared_task
from django.utils import timezone

from duel.bots import sweeps as bots
from duel.club.pace import count_paces
from duel.integrity.divergences import check_some_games
from duel.letters import digest_sweeps as digests
from duel.lobby.proposals import expire_proposals
from duel.play.notes import forget_old_drafts
from duel.play.order_turns import sweep_orders
from duel.record.links import delete_old_uses
from duel.table.lines import forget_old_lines
from duel.timekeeping import sweeps as timekeeping
from duel.timekeeping.front_door import ask_doors
from mail.outbox import sweeps


@shared_task(name="duel.clocks.sweep_proposals")
def sweep_proposals() -> None:
    """End proposals that nobody took in time; the next sweep finds the rest."""
    expire_proposals()
    sweeps.mark("proposals")


@shared_task(name="duel.clocks.sweep_digests")
def sweep_digests() -> None:
    """Post the daily letters that are due; the next sweep finds the rest."""
    digests.sweep_digests()
    sweeps.mark("digests")


# Some thousand games, and after an outage half a minute of deadlines that follow.
@shared_task(name="duel.clocks.sweep_clocks", soft_time_limit=240, time_limit=300)
def sweep_clocks() -> None:
    """Process every game whose alarm has passed; the next sweep finds the rest."""
    timekeeping.sweep_clocks()


@shared_task(name="duel.clocks.ask_front_doors")
def ask_front_doors() -> None:
    """Ask whether people can reach us; the time in which they could not is given back."""
    ask_doors()


@shared_task(name="duel.clocks.play_orders")
def play_orders() -> None:
    """Play the standing orders of players who get no letter with the turn."""
    sweep_orders()


@shared_task(name="duel.bots.sweep")
def sweep_bots(first: int | None = None) -> None:
    """Play wherever a bot is to move, first in this game; the next sweep finds the rest."""
    bots.sweep_bots(first=first)
    sweeps.mark("bots")


@shared_task(name="duel.replay_some_games")
def replay_some_games() -> None:
    """Check some stored games by replaying them; the admin shows what differs."""
    check_some_games()


@shared_task(name="duel.count_paces")
def count_finished_games() -> None:
    """Count how reliably people played in games that are over, for their pages."""
    count_paces(now=timezone.now())


@shared_task(name="duel.clean_up")
def clean_up() -> None:
    """Delete old uses of links, drafts of notes and lines."""
    forget_old_drafts()
    forget_old_lines(now=timezone.now())
    while delete_old_uses():
        pass
