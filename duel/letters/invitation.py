"""The invitation, with three ways to answer, and the letter that it came to nothing."""

import re
import unicodedata
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import User
from accounts.names import without_addresses
from accounts.readers import speaking_to
from accounts.tokens import preferences_url
from duel.games.registry import game_title, presentation_of
from duel.lobby.invitations import ANSWERS, invitation_key, invitation_url
from duel.models import Notice, Seat, Status
from duel.notices.kinds import INVITATION, INVITATION_ANSWER, builds
from duel.words.leaving import leaving_sentences
from duel.words.terms import terms_of
from duel.words.time_controls import in_full, lasting
from mail.drafts import Draft
from mail.inbound.addresses import keys_travel_in_letters, replies_are_on
from mail.mailboxes import refuses
from mail.sending.rendering import render

# Whatever a mail program might turn into a link, or lead elsewhere in another way.
_LIKE_A_LINK = re.compile(r"\S*(?:[:/\\@]|\w[.。．｡]\w)\S*")


@builds(INVITATION)
def invitation(data: dict[str, Any]) -> Draft | None:
    """Return the invitation, or None if it no longer stands or its reader could not accept it."""
    notice = Notice.objects.filter(pk=data["notice"], cancelled_at__isnull=True).first()
    seat = _invited_seat(notice) if notice else None
    if seat is None:
        return None
    game = seat.game
    reader = User.objects.filter(email=seat.invited_address).first()
    inviter = game.seats.select_related("user").get(number=0).user
    if inviter is None or not _may_join(reader):
        return None
    if refuses(seat.invited_address, kind=INVITATION):
        return None
    language = (reader or inviter).language
    with translation.override(language), timezone.override(_zone(reader)):
        terms = terms_of(game)
        context = {
            "name": plain_name(inviter.name) or gettext("A player without a name"),
            "game": game_title(game.game),
            "clock": [*in_full(terms.time), *leaving_sentences(terms)],
            "lasting": lasting(
                terms.time,
                turns=presentation_of(game).usual_turns(game.seat_count),
                seats=game.seat_count,
            ),
            "is_public": game.is_public,
            "warns": game.warns,
            "is_rematch": game.rematch_of_id is not None,
            "is_new": reader is None,
            "commitment": game.commitment,
            "until": date_format(timezone.localtime(game.expires_at), "DATE_FORMAT"),
            "accept_url": invitation_url(seat),
            "decline_url": invitation_url(seat, "decline"),
            "never_url": invitation_url(seat, "never"),
            "preferences_url": preferences_url(reader) if reader else "",
            "can_be_answered": replies_are_on(),
            "reply_key": invitation_key(seat) if keys_travel_in_letters() else "",
        }
        draft = render("invitation", context, language)
    return replace(draft, reply_key=invitation_key(seat) if replies_are_on() else "")


@builds(INVITATION_ANSWER)
def invitation_answer(data: dict[str, Any]) -> Draft | None:
    """Return the letter that an invitation came to nothing, or None if nobody is there to read it.

    Whom it went to is told as its sender wrote it: whether the address has an account is not ours
    to tell.
    """
    seats = Seat.objects.select_related("game", "user").filter(game=data["game"])
    own = seats.filter(number=0, user=data["person"], game__off_because__in=ANSWERS).first()
    if own is None or own.user is None:
        return None
    asked = seats.filter(user=None).exclude(invited_address="").first()
    reader = own.user
    with speaking_to(reader):
        context = {
            "reader": str(reader),
            "address": asked.invited_address if asked else "",
            "game": game_title(own.game.game),
            "is_declined": own.game.off_because == "declined",
            "new_game_url": settings.SITE_URL + reverse("duel:new-game"),
            "preferences_url": preferences_url(reader),
        }
        draft = render("invitation_answer", context, reader.language)
    return replace(draft, list_id=f"games.{settings.SITE_HOST}")


def plain_name(name: str) -> str:
    """Return a name without anything that a mail program could make a link of.

    It stands in a letter to somebody who has not asked for one, so it may advertise nothing.
    """
    visible = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in name)
    return " ".join(_LIKE_A_LINK.sub(" ", without_addresses(visible)).split())


def _invited_seat(notice: Notice) -> Seat | None:
    """Return the seat that still waits for an answer, or None."""
    seats = Seat.objects.select_related("game").filter(
        game=notice.game_id,
        number=notice.seat,
        user=None,
        game__status=Status.PROPOSED,
        game__expires_at__gt=timezone.now(),
    )
    return seats.exclude(invited_address="").first()


def _may_join(reader: User | None) -> bool:
    return settings.SIGN_UP != "closed" if reader is None else reader.is_active


def _zone(reader: User | None) -> ZoneInfo:
    return ZoneInfo(reader.time_zone if reader else settings.TIME_ZONE)
