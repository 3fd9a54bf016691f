"""Which letters can be answered, and for how long."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.play.moves import resign
from duel.replies.routes import GOOD_AFTER_THE_END, route_to_game
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.duel.letter_links import mover
from tests.duel.replies.mailing import key_of
from tests.duel.tables import begin


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def sent(game: Game, mailoutbox: list[Any]) -> Any:
    """The letter with the turn, as it leaves."""
    seat = mover(game)
    assert seat.user is not None
    mailoutbox.clear()
    deliver(Letter.objects.get(kind="your-turn", to=seat.user.email).pk)
    return mailoutbox[0]


def test_every_turn_letter_has_a_reply_address_of_its_own(
    game: Game, mailoutbox: list[Any]
) -> None:
    letter = sent(game, mailoutbox)
    assert letter.reply_to == [f"play+{key_of(game, mover(game))}@duelpost.example"]
    assert "or reply with its number" in letter.body


@pytest.mark.parametrize("missing", [{"WAYS_IN": []}, {"REPLY_TO": ""}])
def test_without_a_way_in_letters_show_no_reply_address_and_no_codes(
    game: Game, mailoutbox: list[Any], settings: Any, missing: dict[str, Any]
) -> None:
    for name, value in missing.items():
        setattr(settings, name, value)
    letter = sent(game, mailoutbox)
    html = letter.alternatives[0][0]
    assert not letter.reply_to
    assert not [text for text in (letter.body, html) if "reply" in text.lower()]


def test_a_mailbox_without_plus_has_the_key_in_letter_and_references(
    game: Game, mailoutbox: list[Any], settings: Any
) -> None:
    settings.REPLY_PLUS = False
    letter = sent(game, mailoutbox)
    key = key_of(game, mover(game))
    assert letter.reply_to == ["play@duelpost.example"]
    assert f"Reply key: {key}" in letter.body
    assert f"<{key}.reply@duelpost.example>" in letter.extra_headers["References"]


def test_a_letter_can_be_answered_for_thirty_days_after_the_game(game: Game) -> None:
    seat = mover(game)
    key = key_of(game, seat)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    now = timezone.now()
    with time_machine.travel(now + GOOD_AFTER_THE_END - timedelta(minutes=1)):
        assert route_to_game(key) is not None
    with time_machine.travel(now + GOOD_AFTER_THE_END + timedelta(minutes=1)):
        assert route_to_game(key) is None
