"""Every kind of letter to players about their games, and the rules of each: one table.

A new kind is a `_kind` here, a builder in `duel/letters/` that is marked with `@builds`, and its
templates. `duel.notices.intents.tell` sends it. Letters about reports belong to the operators
(`support/letters/`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Flag, auto
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duel.models import game as models
from mail.registry import Builder, letter

B = TypeVar("B", bound=Builder)


class Cause(Flag):
    """What makes a letter that still waits untrue, so that it is cancelled."""

    NOTHING = 0
    """Nothing: its builder decides whether it is still true. So it is with all letters that are
    posted without a `Notice`."""
    OTHER_PLY = auto()
    """The game has gone on, or turns were taken back."""
    TURN_BROUGHT_ANEW = auto()
    """Another letter brings the same turn, as something beside the position has changed."""
    CLOCK_STOPPED = auto()
    """Nobody is late any more."""
    DECISION = auto()
    """Operators have ended or reopened the game, gone back in it, or given a seat to another."""
    NO_GAME = auto()
    """The game will not begin."""


@dataclass(frozen=True, slots=True)
class LetterKind:
    """A kind of letter: what it is called, and what becomes of it before it leaves."""

    name: Promise
    """What readers call such letters, where they mute them: "reminders"."""
    one: Promise
    """What a single one is called: "reminder"."""
    cancelled_by: Cause = Cause.DECISION
    asked_for: bool = False
    """Its reader has just asked for it: it cannot be muted and does not wait."""
    can_be_muted: bool = True
    can_be_folded: bool = False
    """Whether the daily letter says it to those who want only that."""


KINDS: dict[str, LetterKind] = {}
"""All of them, by what is stored of each."""


def _kind(stored: str, kind: LetterKind) -> str:
    """Return the stored value of a kind, which is added to the table."""
    KINDS[stored] = kind
    return stored


def builds(kind: str) -> Callable[[B], B]:
    """Return a decorator that makes a function the builder of this kind of letter."""
    entry = KINDS[kind]
    return letter(
        kind,
        name=entry.name,
        one=entry.one,
        asked_for=entry.asked_for,
        can_be_muted=entry.can_be_muted,
        can_be_folded=entry.can_be_folded,
    )


def kinds_cancelled_by(cause: Cause) -> list[str]:
    """Return the kinds of notices that this cancels."""
    return [stored for stored, kind in KINDS.items() if cause in kind.cancelled_by]


# The turn. These values are defined beside the model, as the record needs them.

YOUR_TURN = _kind(
    models.YOUR_TURN,
    LetterKind(
        name=_("letters with your turn"),
        one=_("turn"),
        cancelled_by=Cause.OTHER_PLY | Cause.TURN_BROUGHT_ANEW | Cause.DECISION,
        can_be_folded=True,
    ),
)
TURN_GOES_ON = _kind(
    models.TURN_GOES_ON,
    LetterKind(
        name=_("letters with the rest of a turn"),
        one=_("rest of a turn"),
        cancelled_by=Cause.OTHER_PLY | Cause.TURN_BROUGHT_ANEW | Cause.DECISION,
        can_be_folded=True,
    ),
)
TURN_ASKED_FOR = _kind(
    models.TURN_ASKED_FOR,
    LetterKind(
        name=_("letters with your turn that you asked for"),
        one=_("turn that was asked for"),
        cancelled_by=Cause.TURN_BROUGHT_ANEW | Cause.DECISION,
        asked_for=True,
    ),
)
DIGEST = _kind(
    models.DIGEST,
    LetterKind(name=_("the daily letter"), one=_("daily letter"), cancelled_by=Cause.NOTHING),
)

# Time.

_ABOUT_LATENESS = Cause.CLOCK_STOPPED | Cause.TURN_BROUGHT_ANEW | Cause.DECISION

REMINDER = _kind(
    models.REMINDER,
    LetterKind(name=_("reminders"), one=_("reminder"), cancelled_by=_ABOUT_LATENESS),
)
TIME_IS_UP = _kind(
    "time-is-up",
    LetterKind(
        name=_("letters about time that is up"),
        one=_("time is up for another player"),
        cancelled_by=_ABOUT_LATENESS,
    ),
)
OWN_TIME_IS_UP = _kind(
    "own-time-is-up",
    LetterKind(
        name=_("letters about your own time that is up"),
        one=_("time is up for the reader"),
        cancelled_by=_ABOUT_LATENESS,
    ),
)
TIME_GIVEN = _kind(
    "time-given",
    LetterKind(name=_("letters about time that you are given"), one=_("time given")),
)

MAIL_WAITS = _kind(
    "mail-waits",
    LetterKind(
        name=_("letters about a mail that could not be read yet"),
        one=_("mail that could not be read yet"),
        can_be_muted=False,
    ),
)

# Answers.

REPLY_ANSWER = _kind(
    "reply-answer",
    LetterKind(
        name=_("answers to your mails"),
        one=_("answer to a mail"),
        cancelled_by=Cause.NOTHING,
        asked_for=True,
    ),
)

# What others have done, or what has become of the game.

OFFER = _kind("offer", LetterKind(name=_("offers of other players"), one=_("offer")))
OFFER_DECLINED = _kind(
    "offer-declined", LetterKind(name=_("answers to your offers"), one=_("answer to an offer"))
)
GAME_OVER = _kind(
    "game-over", LetterKind(name=_("letters about the end of a game"), one=_("end of a game"))
)
SEAT_LEFT = _kind(
    "seat-left",
    LetterKind(
        name=_("letters about a game that you have left"),
        one=_("game that the reader has left"),
        can_be_muted=False,
    ),
)
OPERATOR_DECISION = _kind(
    "operator-decision",
    LetterKind(
        name=_("letters about decisions of operators"),
        one=_("decision of an operator"),
        cancelled_by=Cause.NOTHING,  # each is sent, even if the next one follows at once
        can_be_muted=False,
    ),
)

# Whether letters reach the others.

DELIVERY_TROUBLE = _kind(
    "delivery-trouble",
    LetterKind(
        name=_("letters that did not reach other players"),
        one=_("player not reached"),
        cancelled_by=Cause.NOTHING,
    ),
)
REACHED_AGAIN = _kind(
    "reached-again",
    LetterKind(
        name=_("letters about players who can be reached again"),
        one=_("player reached again"),
    ),
)

# Before the game.

INVITATION = _kind(
    "invitation",
    LetterKind(name=_("invitations"), one=_("invitation"), cancelled_by=Cause.NO_GAME),
)
INVITATION_ANSWER = _kind(
    "invitation-answer",
    LetterKind(
        name=_("answers to your invitations"),
        one=_("answer to an invitation"),
        cancelled_by=Cause.NOTHING,
    ),
)
PROPOSAL_OFF = _kind(
    "proposal-off",
    LetterKind(
        name=_("letters about a game that does not begin"),
        one=_("game that does not begin"),
        cancelled_by=Cause.NOTHING,
    ),
)
INVITATION_REPLY = _kind(
    "invitation-reply",
    LetterKind(
        name=_("answers to your mails about invitations"),
        one=_("answer to a mail about an invitation"),
        cancelled_by=Cause.NOTHING,
        asked_for=True,
    ),
)
