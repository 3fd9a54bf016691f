"""What is done again and again: which task, and how often."""

from typing import Any

from celery.schedules import crontab, schedule

BOTS_SECONDS = 2
"""So often it is looked where a bot is to move, and the turn before can no longer be taken back."""


def beat_schedule(sweep_seconds: int) -> dict[str, Any]:
    """Return the periodic tasks as Celery wants them; sweeps run every so many seconds."""
    # A sweep that waited until the next one is due would only repeat it.
    every_sweep = {"schedule": schedule(sweep_seconds), "options": {"expires": sweep_seconds}}
    every_hour = {"schedule": schedule(3600), "options": {"expires": 3600}}
    return {
        "sweep letters": {"task": "mail.sweep_letters", **every_sweep},
        "sweep mail that came in": {"task": "mail.sweep_inbound", **every_sweep},
        "sweep proposals": {"task": "duel.clocks.sweep_proposals", **every_sweep},
        "sweep digests": {"task": "duel.clocks.sweep_digests", **every_sweep},
        "sweep clocks": {"task": "duel.clocks.sweep_clocks", **every_sweep},
        "ask our own front door": {
            "task": "duel.clocks.ask_front_doors",
            "schedule": schedule(60),
            "options": {"expires": 60},
        },
        "play standing orders": {"task": "duel.clocks.play_orders", **every_sweep},
        "play for bots": {
            "task": "duel.bots.sweep",
            "schedule": schedule(BOTS_SECONDS),
            "options": {"expires": BOTS_SECONDS},
        },
        "replay some games": {
            "task": "duel.replay_some_games",
            "schedule": crontab(hour=3, minute=20),
            "options": {"expires": 3600},
        },
        "tell operators what is wrong": {
            "task": "duel.tell_operators",
            # Tried again after the first time: scheduler or worker may have been away just then.
            "schedule": crontab(hour="6-9", minute=40),
            "options": {"expires": 1800},
        },
        "count finished games": {"task": "duel.count_paces", **every_hour},
        "clean up after games": {"task": "duel.clean_up", **every_hour},
        "clean up after people": {"task": "accounts.clean_up", **every_hour},
    }


def sweep_names() -> frozenset[str]:
    """Return the tasks that run every minute or more often, mostly with nothing to do."""
    entries = beat_schedule(60).values()
    return frozenset(each["task"] for each in entries if each["options"]["expires"] <= 60)
