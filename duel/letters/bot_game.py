"""The letter whose button starts a game against a bot; a newcomer gets an account by it."""

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
from duel.lobby.at_once import BOT_GAME, wanted_game
from mail.previews import Secrecy, set_secrecy
from mail.registry import Draft, letter
from mail.sending.rendering import render

set_secrecy(Secrecy.KEY, BOT_GAME)  # its press signs its reader in


@letter(BOT_GAME, name=_("games against bots"), one=_("game against a bot"), asked_for=True)
def bot_game_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None if it is too late or its reader may not sign in."""
    asked = SignInRequest.objects.filter(pk=uuid.UUID(data["request"])).first()
    wanted = wanted_game(asked) if asked else None
    if asked is None or wanted is None or not asked.is_open:
        return None
    person = User.objects.filter(email=asked.address).first()
    if person is not None and person.suspended_at is not None:
        return suspended_draft(person)
    if not may_sign_in(asked.address) or (person is None and data.get("members_only")):
        return None
    language = person.language if person else asked.language
    with translation.override(language):
        context = {
            "game": full_title(wanted.terms),
            "bot": wanted.bot,
            "is_new": person is None,
            "minutes": asked.minutes,
            "url": settings.SITE_URL + reverse("duel:begin-bot-game", args=[token_of(asked)]),
            "preferences_url": preferences_url(person) if person else "",
        }
    return render("bot_game", context, language)
