"""What the worker of the embedded service does for a newcomer."""

from celery import shared_task

from config.demo.game import answer_for_bruno


@shared_task(name="config.play_for_bruno")
def play_for_bruno() -> None:
    """Let the demo opponent make his turns."""
    answer_for_bruno()
