"""A scanner or a browser that fetches links ahead of its user changes nothing."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.services.sign_in import ask_for_sign_in
from duel.lobby.proposals import propose
from duel.models import LinkUse
from duel.play.offers import offer_to_cancel
from duel.play.undo import take_back_turn
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.letter_links import mover
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, make_final, submit

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.words,
    pytest.mark.usefixtures("can_be_taken_back"),
]

ADDRESS = re.compile(r"https?://[^\s<>\"]+")
PREFETCH = {"Sec-Purpose": "prefetch", "Purpose": "prefetch", "X-Moz": "prefetch"}


def everything() -> dict[str, list[dict[str, Any]]]:
    """The whole database but for the count of uses of links."""
    models = (model for model in apps.get_models() if model is not LinkUse)
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models
    }


def mailed() -> set[str]:
    """Every address in every letter, in what it says and in its headers."""
    found: set[str] = set()
    for letter in Letter.objects.all():
        if (draft := builder_of(letter.kind)(letter.data)) is not None:
            letter_parts = [draft.text, draft.html, *map(str, draft.headers.values())]
            found.update(match for part in letter_parts for match in ADDRESS.findall(part))
    return {_path(address) for address in found}


def _path(address: str) -> str:
    parts = urlsplit(address.replace("&amp;", "&"))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def test_no_link_that_was_ever_mailed_changes_anything_when_it_is_fetched(
    ada: User, bruno: User, eve: User
) -> None:
    ask_for_sign_in(address=ada.email, network="192.0.2.0", language="en", target="")
    propose(by=ada, terms=Terms(), invite=[eve.email])
    game = begin(ada, bruno)
    links = mailed()
    submit(game, a_quiet_move(game))
    make_final(game)
    links |= mailed()
    submit(game, a_whole_turn(game)[1])
    make_final(game)
    offer_to_cancel(public_id=game.public_id, seat=0, channel=Channel.LINK)
    links |= mailed()
    seat = mover(game).number
    submit(game, a_quiet_move(game))
    links |= mailed()
    before = everything()
    assert len(links) > 100
    for link in sorted(links):
        assert Client().get(link, headers=PREFETCH).status_code < 500, link
        assert Client().head(link).status_code < 500, link
    assert everything() == before
    assert LinkUse.objects.exists()
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK)
