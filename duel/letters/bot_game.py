"""Builds the letter whose button starts a game against a bot, and makes a newcomer an account."""

import uuid
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.codes import token_of
from accounts.letters import suspended_draft
from accounts.models import SignInRequest, User
from accounts.services.sign_in import may_sign_in
from accounts.tokens import preferences_url
from duel.games.registry import full_title
from duel.lobby.bot_games import BOT_GAME, wanted_game
from mail.previews import Secrecy, set_secrecy
from mail.registry import Draft, letter
from mail.sending.rendering import render

set_secrecy(Secrecy.KEY, BOT_GAME)  # its press signs its reader in


@letter(BOT_GAME, name=_("games against bots"), one=_("game against a bot"), asked_for=True)
def bot_game_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None if it is too late or its reader may not sign in."""
    sign_in = SignInRequest.objects.filter(pk=uuid.UUID(data["request"])).first()
    wanted = wanted_game(sign_in) if sign_in else None
    if sign_in is None or wanted is None or not sign_in.is_open:
        return None
    person = User.objects.filter(email=sign_in.address).first()
    if person is not None and person.suspended_at is not None:
        return suspended_draft(person)
    if not may_sign_in(sign_in.address) or (person is None and data.get("members_only")):
        return None
    language = person.language if person else sign_in.language
    with translation.override(language):
        context = {
            "game": full_title(wanted.terms),
            "bot": wanted.bot,
            "is_new": person is None,
            "minutes": sign_in.minutes,
            "url": settings.SITE_URL + reverse("duel:begin-bot-game", args=[token_of(sign_in)]),
            "preferences_url": preferences_url(person) if person else "",
        }
    return render("bot_game", context, language)
