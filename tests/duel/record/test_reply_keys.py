"""Keys of reply addresses: ours, for one letter, and good in whatever case they come back."""

import pytest

from accounts.models import User
from duel.errors import ForgedLink, RevokedLink
from duel.lobby.invitations import invitation_key, seat_of_key
from duel.lobby.proposals import propose
from duel.models import Game, Seat
from duel.record.links import (
    KeyPurpose,
    Link,
    list_signature,
    lists_these,
    prove_numbers,
    read_key,
    reply_key,
)
from duel.words.terms import Terms
from mail.addresses import KEY, key_of_address, reply_address

MOVES = ["take a1 b1", "reserve 1-01 c3"]


def seat_of(game: int = 3, *, number: int = 1, epoch: int = 0) -> Seat:
    return Seat(game=Game(pk=game), number=number, link_epoch=epoch)


def link_of(key: str) -> Link:
    link = read_key(key)
    assert link is not None
    return link


def test_a_key_names_its_game_seat_and_ply() -> None:
    link = link_of(reply_key(seat_of(4711), 31, MOVES))
    assert (link.game, link.seat, link.ply, link.number) == (4711, 1, 31, 0)
    prove_numbers(KeyPurpose.GAME, link, epoch=0)


def test_a_key_is_held_to_the_moves_as_they_were_printed() -> None:
    link = link_of(reply_key(seat_of(), 31, MOVES))
    assert lists_these(list_signature(link), link, epoch=0, numbered=MOVES)
    assert not lists_these(list_signature(link), link, epoch=0, numbered=MOVES[::-1])
    assert not lists_these(list_signature(link), link, epoch=0, numbered=[])
    assert not lists_these(list_signature(link), link, epoch=1, numbered=MOVES)


def test_a_key_of_another_epoch_is_revoked_and_an_altered_one_is_forged() -> None:
    key = reply_key(seat_of(epoch=2), 31, MOVES)
    with pytest.raises(RevokedLink):
        prove_numbers(KeyPurpose.GAME, link_of(key), epoch=3)
    for place in range(1, len(key)):
        other = key[:place] + ("a" if key[place] != "a" else "b") + key[place + 1 :]
        link = read_key(other)
        if link is None:
            continue
        try:
            prove_numbers(KeyPurpose.GAME, link, epoch=2)
        except ForgedLink:
            continue
        # Then it is the second part that was altered.
        assert not lists_these(list_signature(link), link, epoch=2, numbered=MOVES)


@pytest.mark.parametrize("game", [1, 127, 128, 3_000_000, 2**40])
@pytest.mark.parametrize("ply", [0, 5, 300])
def test_a_reply_address_is_short_enough_for_every_mail_server(
    game: int, ply: int, settings: pytest.FixtureRequest
) -> None:
    settings.REPLY_TO = "correspondence@duelpost.example"  # type: ignore[attr-defined]
    key = reply_key(seat_of(game), ply, MOVES)
    address = reply_address(key)
    assert KEY.fullmatch(key)
    assert len(address.rpartition("@")[0]) <= 64
    assert key_of_address(address.upper()) == key


@pytest.mark.parametrize(
    "text", ["", "g", "g!", "gaaaaaaaaaaaaaaaa", "gäöü", "x" * 60, "g" + "7" * 33]
)
def test_what_is_no_key_is_none(text: str) -> None:
    assert read_key(text) is None


def test_the_key_of_an_invitation_leads_to_its_seat(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=["new@elsewhere.example"])
    seat = game.seats.get(number=1)
    key = invitation_key(seat)
    assert seat_of_key(key) == seat
    with pytest.raises(ForgedLink):
        seat_of_key(reply_key(seat, 0))
    Seat.objects.filter(pk=seat.pk).update(link_epoch=1)
    with pytest.raises(RevokedLink):
        seat_of_key(key)
