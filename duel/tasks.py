"""What the workers do for games. Every task can run twice without harm."""

from celery import shared_task

from duel.services.proposals import expire_proposals
from mail import sweeps


@shared_task(name="duel.clocks.sweep_proposals")
def sweep_proposals() -> None:
    """Call off proposals that nobody took in time; what is left over, the next sweep finds."""
    expire_proposals()
    sweeps.mark("proposals")
