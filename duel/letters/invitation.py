"""Builds the invitation, with three ways to answer, and the letters that say it came to nothing."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.names import without_addresses
from accounts.tokens import preferences_url
from duel.games.registry import game_title, presentation_of, title_of
from duel.lobby.invitations import ANSWERS, challenge_url, invitation_key, invitation_url
from duel.lobby.seating import is_kept_free, name_invitees
from duel.lobby.selectors import who_plays
from duel.models import Game, Notice, Seat, Status
from duel.notices.kinds import INVITATION, INVITATION_ANSWER, PROPOSAL_OFF, builds
from duel.record.export import current_key
from duel.words.naming import joined
from duel.words.terms import in_full, lasting, leaving_sentences, terms_of
from mail.addresses import keys_travel_in_letters, refuses, replies_are_on
from mail.registry import Draft
from mail.sending.rendering import render

# What a mail program might turn into a link, or what leads elsewhere in another way.
_LIKE_A_LINK = re.compile(r"[:/\\@]|\w[.。．｡]\w")


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
    may_join = reader.is_active if reader else settings.SIGN_UP != "closed"
    if inviter is None or not may_join or refuses(seat.invited_address, kind=INVITATION):
        return None
    language = (reader or inviter).language
    zone = ZoneInfo(reader.time_zone if reader else settings.TIME_ZONE)
    with translation.override(language), timezone.override(zone):
        terms = terms_of(game)
        context = {
            "name": plain_name(inviter.name) or gettext("A player without a name"),
            "together": who_plays(game, named=plain_name),
            "game": title_of(game),
            "clock": [*in_full(terms.time, seats=terms.seats), *leaving_sentences(terms)],
            "lasting": lasting(
                terms.time,
                turns=presentation_of(game).usual_turns(game.seat_count),
                seats=game.seat_count,
            ),
            "is_public": game.is_public,
            "warns": game.warns,
            "seats": game.seat_count,
            "is_rematch": game.rematch_of_id is not None,
            "is_new": reader is None,
            "commitment": game.commitment,
            "signing_key": current_key().public,
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
    """Return the letter that an invitation came to nothing, or None if its proposer is gone.

    Either the game is off, or a seat of it is free and the proposer has to say who may take it. The
    letter names invitees by the address that its reader wrote: it must not tell who has an account.
    """
    seats = list(Seat.objects.select_related("game", "user").filter(game=data["game"]))
    own = next((seat for seat in seats if seat.number == 0), None)
    if own is None or own.user is None or own.user.pk != data["person"]:
        return None
    is_about_seat = not {"declined", "left"}.isdisjoint(data)
    if is_about_seat and (own.game.status != Status.PROPOSED or not any(map(is_kept_free, seats))):
        return None
    if not is_about_seat and own.game.off_because not in ANSWERS:
        return None
    with speaking_to(own.user):
        context = _about_seat(data, own.game) if is_about_seat else _about_game(own.game, seats)
        return _draft("invitation_answer", own.game, own.user, context)


@builds(PROPOSAL_OFF)
def proposal_off(data: dict[str, Any]) -> Draft | None:
    """Return the letter that a game does not begin, or None if its reader has no seat in it."""
    seats = list(Seat.objects.select_related("game", "user").filter(game=data["game"]))
    own = next((seat for seat in seats if seat.user and seat.user.pk == data["person"]), None)
    if own is None or own.user is None or own.game.status != Status.OFF:
        return None
    proposer = next(seat.user for seat in seats if seat.number == 0)
    with speaking_to(own.user):
        context = {
            "proposer": str(proposer or gettext("a player who left")),
            "is_withdrawn": own.game.off_because == "withdrawn",
        }
        return _draft("proposal_off", own.game, own.user, context)


def _draft(name: str, game: Game, reader: User, values: dict[str, Any]) -> Draft:
    """Return the letter of this name about a game that has not begun."""
    context = {
        "reader": str(reader),
        "game": game_title(game.game),
        "new_game_url": settings.SITE_URL + reverse("duel:new-game"),
        "preferences_url": preferences_url(reader),
        **values,
    }
    draft = render(name, context, reader.language)
    return replace(draft, list_id=f"games.{settings.SITE_HOST}")


def _about_game(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return what the letter says of a game that does not begin."""
    invited = [seat.invited_address for seat in seats if seat.user is None]
    return {
        "address": joined(name_invitees(game, filter(None, invited))),
        "is_declined": game.off_because == "declined",
    }


def _about_seat(data: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return what the letter says of a seat that is free again, and of those that are taken."""
    declined = game.declined.filter(pk=data.get("declined", 0)).exclude(address="")
    addresses = declined.values_list("address", flat=True)
    leaver = User.objects.filter(pk=data.get("left", 0)).first()
    until = timezone.localtime(game.expires_at)
    return {
        "address": joined(name_invitees(game, addresses)),
        "is_declined": "declined" in data,
        "name": str(leaver or gettext("a player who left")),
        "is_seat": True,
        "title": title_of(game),
        "together": who_plays(game),
        "until": date_format(until, "DATE_FORMAT"),
        "challenge_url": challenge_url(game),
    }


def plain_name(name: str) -> str:
    """Return a name without anything that a mail program could make a link of.

    It is in a letter to somebody who has not asked for one, so it may advertise nothing.
    """
    visible = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in name)
    words = without_addresses(visible).split()
    return " ".join(word for word in words if not _LIKE_A_LINK.search(word))


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
