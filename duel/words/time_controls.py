"""Time controls in words: the usual ones, what each means, and how long a game lasts with it."""

from math import ceil

from django.utils.translation import gettext, ngettext

from duel.words.terms import DAY, HOUR, TimeControl

MINUTE = 60

PRESETS = {
    "1-day": TimeControl(grace=DAY),
    "2-days": TimeControl(grace=2 * DAY),
    "3-days": TimeControl(grace=3 * DAY),
    "7-days": TimeControl(grace=7 * DAY),
    "14-days": TimeControl(grace=14 * DAY),
    "bank": TimeControl(grace=0, bank=3 * DAY, increment=12 * HOUR, cap=5 * DAY),
    "1-day-and-bank": TimeControl(grace=DAY, bank=10 * DAY),
    "12-hours-and-bank": TimeControl(grace=12 * HOUR, bank=5 * DAY),
}
"""The time controls that are offered by name, quick to slow, those with a bank last."""

TIME_USED = 1 / 3
"""Most people answer long before they have to: of the time they have, they use about so much."""


def in_words(time: TimeControl) -> str:
    """Return the time control in a few words, such as “1 day a move, 10 days in the bank”."""
    words = []
    if time.grace:
        words.append(gettext("%(time)s a move") % {"time": duration(time.grace)})
    if time.bank:
        words.append(gettext("%(time)s in the bank") % {"time": duration(time.bank)})
    if time.increment:
        added = {"time": duration(time.increment), "most": duration(time.cap)}
        words.append(gettext("%(time)s more after each turn, at most %(most)s") % added)
    if time.free_weekends:
        words.append(gettext("weekends free"))
    return ", ".join(words)


def in_full(time: TimeControl, *, seats: int = 2, against_bots: bool = False) -> list[str]:
    """Return the time control of a game with so many seats as sentences that leave nothing open.

    Where one plays `against_bots` alone, nobody claims anything.
    """
    free, bank = duration(time.grace), duration(time.bank)
    if not time.bank and not time.increment:
        sentences = [gettext("Each turn may take %(free)s.") % {"free": free}]
    elif not time.grace:
        sentences = [gettext("Each player has %(bank)s in the bank.") % {"bank": bank}]
    else:
        sentences = [
            gettext(
                "Each turn has %(free)s of its own; what it takes beyond that comes off the "
                "player's bank, which begins with %(bank)s."
            )
            % {"free": free, "bank": bank}
        ]
    if time.increment:
        added = {"time": duration(time.increment), "most": duration(time.cap)}
        sentences.append(
            gettext("Each finished turn adds %(time)s to the bank, up to %(most)s.") % added
        )
    if time.free_weekends:
        sentences.append(gettext("Saturdays and Sundays do not count."))
    if time.late_may_be_claimed and against_bots:
        sentences.append(gettext("When the time is up, bots go on waiting: they claim nothing."))
    elif time.late_may_be_claimed:
        sentences.append(
            ngettext(
                "When the time is up, the opponent may claim the game or grant more time.",
                "When the time is up, any other player may claim the game or grant more time.",
                seats - 1,
            )
        )
    else:
        sentences.append(gettext("When the time is up, the game is lost at once."))
    return sentences


def lasting(time: TimeControl, *, turns: int, seats: int) -> str:
    """Return how long a game of so many turns usually lasts, and at the longest."""
    longest = _longest(time, turns, seats)
    lengths = {"usual": _rough(longest * TIME_USED), "longest": _rough(longest)}
    return gettext("usually about %(usual)s, at the longest %(longest)s") % lengths


def duration(seconds: int) -> str:
    """Return a length of time exactly, such as “1 day 12 hours”."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    words = []
    if days:
        words.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    if hours:
        words.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    if minutes or not words:
        words.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    return " ".join(words)


def _longest(time: TimeControl, turns: int, seats: int) -> float:
    """Return the seconds that a game of so many turns lasts if all time is used up."""
    # What is added after a turn above the cap is lost, but nobody has to come near the cap.
    seconds = turns * (time.grace + time.increment) + seats * time.bank
    return seconds * 7 / 5 if time.free_weekends else seconds


def _rough(seconds: float) -> str:
    days = seconds / DAY
    if days < 14:
        count = ceil(days)
        return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    if days < 63:
        count = round(days / 7)
        return ngettext("%(count)d week", "%(count)d weeks", count) % {"count": count}
    count = round(days / 30.4)
    return ngettext("%(count)d month", "%(count)d months", count) % {"count": count}
