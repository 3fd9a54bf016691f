"""The letters about time: your opponent is out of it, you are, you have been given some."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from duel.clocks.telling import clock_sentences
from duel.letters.occasions import notice_in, occasion_of, speaking_to
from duel.letters.turns import deadline_words, turn_draft
from duel.notices import OWN_TIME_IS_UP, TIME_GIVEN, TIME_IS_UP
from duel.time_controls import duration
from mail.drafts import Draft
from mail.registry import letter


@letter(TIME_IS_UP, name=_("letters about time that is up"))
def time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the link to claim, or None if nobody is late any more."""
    notice = notice_in(data)
    occasion = occasion_of(notice) if notice else None
    if occasion is None or not occasion.is_running:
        return None
    late = occasion.log.course.flagged
    if late is None or late == occasion.seat.number:
        return None
    with speaking_to(occasion.reader):
        return occasion.drafted(
            "time_is_up",
            {
                "is_unreachable": occasion.log.chronicle.is_unreachable(late),
                "time_url": occasion.addresses.time,
            },
        )


@letter(OWN_TIME_IS_UP, name=_("letters about your own time that is up"))
def own_time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter that brings the turn once more, or None if its player is not late."""
    notice = notice_in(data)
    occasion = occasion_of(notice) if notice else None
    if notice is None or occasion is None or not occasion.is_to_move:
        return None
    if occasion.log.course.flagged != occasion.seat.number:
        return None
    is_unreachable = occasion.log.chronicle.is_unreachable(occasion.seat.number)
    return turn_draft("own_time_is_up", occasion, {"is_unreachable": is_unreachable})


@letter(TIME_GIVEN, name=_("letters about time that you are given"))
def time_given(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells of a gift of time, or None once the game is over."""
    notice = notice_in(data)
    occasion = occasion_of(notice) if notice else None
    if notice is None or occasion is None or not occasion.is_running:
        return None
    with speaking_to(occasion.reader):
        return occasion.drafted(
            "time_given",
            {
                "given": duration(int(occasion.log.entry(notice.mark).text)),
                "deadline": deadline_words(occasion) if occasion.is_to_move else "",
                "is_to_move": occasion.is_to_move,
                "clock": clock_sentences(occasion.log, occasion.seat.number, occasion.reader),
            },
        )
