"""Who forges the From of a reply key's owner spends a budget, and the owner plays on."""

from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import SenderPath, User
from duel.models import Game, Seat
from mail.addresses import reply_address
from mail.inbound.door.limits import Budget
from mail.inbound.receipt import Result, receive
from tests.duel.letter_links import mover
from tests.duel.replies.mailing import answers, key_of, raw_mail
from tests.duel.tables import begin

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
REFUSED = "emails to your address for this game were refused"


@pytest.fixture
def game(ada: User, bruno: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Game:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.INBOUND_AUTHSERV = ""
    monkeypatch.setattr("mail.inbound.door.limits.UNPROVED_OWNER", Budget(2, 100_000))
    monkeypatch.setattr("mail.inbound.receipt.KNOWN_WAY", Budget(2, 100_000))
    cache.clear()
    return begin(ada, bruno)


def brought(seat: Seat, network: str) -> Result:
    """What becomes of a mail with the owner's From that a server of this network brought us."""
    assert seat.user is not None
    key = key_of(seat.game, seat)
    head = f"Received: from x (x [{network}]) by mx.ours.example\r\n".encode()
    raw = head + raw_mail(key, "hello", sender=seat.user.email)
    return receive(raw, recipients=[reply_address(key)], way="smtp").result


def test_a_part_of_the_budget_is_kept_for_ways_by_which_the_owners_mail_has_come(
    game: Game,
) -> None:
    seat = mover(game)
    assert seat.user is not None
    SenderPath.objects.create(user=seat.user, path="203.0.113.0/24")
    forged = [brought(seat, ELSEWHERE) for _ in range(4)]
    assert forged == [Result.KEPT] * 2 + [Result.TOO_MUCH] * 2
    own = [brought(seat, HOME) for _ in range(3)]
    assert own == [Result.KEPT] * 2 + [Result.TOO_MUCH]  # it is a budget as well


def test_the_next_letter_says_that_mail_was_refused_and_has_links(game: Game) -> None:
    seat = mover(game)
    assert [brought(seat, ELSEWHERE) for _ in range(3)][-1] is Result.TOO_MUCH
    (letter,) = answers(seat, "your-turn")
    assert REFUSED in " ".join(str(letter.body).split())
    assert REFUSED in " ".join(str(letter.alternatives[0][0]).split())
    assert "The board, no sign-in: http" in str(letter.body)


def test_a_letter_says_nothing_of_it_otherwise(game: Game) -> None:
    seat = mover(game)
    assert brought(seat, ELSEWHERE) is Result.KEPT
    (letter,) = answers(seat, "your-turn")
    assert REFUSED not in " ".join(str(letter.body).split())
