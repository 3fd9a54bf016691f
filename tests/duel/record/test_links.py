from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from duel.errors import ForgedLink, RevokedLink
from duel.record.links import (
    Link,
    Purpose,
    is_signed,
    link_token,
    prove_numbers,
    prove_text,
    read_link,
)
from tests.duel.letter_links import link_token_as_before

NUMBERS = st.integers(min_value=0, max_value=2**62)
LINK = Link(game=123_456, seat=1, ply=140, number=180)


def signed(**changes: object) -> bool:
    """Whether the link of Ada's letter is good for what is asked."""
    token = link_token(Purpose.MOVE, LINK, epoch=2, text="take a1 b1 c1")
    link = read_link(token)
    assert link is not None
    asked = {"purpose": Purpose.MOVE, "epoch": 2, "text": "take a1 b1 c1"} | changes
    return is_signed(asked.pop("purpose"), link, **asked)  # type: ignore[arg-type]


def test_a_link_is_good_for_what_it_was_signed_for() -> None:
    assert signed()


@pytest.mark.parametrize(
    "change",
    [{"text": "take a1 b1"}, {"epoch": 3}, {"epoch": 1}, {"purpose": Purpose.BOARD}],
)
def test_a_link_is_good_for_nothing_else(change: dict[str, object]) -> None:
    assert not signed(**change)


def prove(link: Link, *, epoch: int = 0, old_until: int | None = None) -> None:
    """Raise unless both parts of the link to Ada's move are ours."""
    prove_numbers(Purpose.MOVE, link, epoch=epoch, old_until=old_until)
    prove_text(Purpose.MOVE, link, epoch=epoch, text="take a1")


def test_a_link_mailed_before_is_good_for_plies_reached_before() -> None:
    old = read_link(link_token_as_before(Purpose.MOVE, LINK, epoch=0, text="take a1"))
    assert old is not None
    prove(old, old_until=LINK.ply)
    for reached in (LINK.ply - 1, None):
        with pytest.raises(ForgedLink):
            prove(old, old_until=reached)
    with pytest.raises(RevokedLink):
        prove(old, epoch=1, old_until=LINK.ply)


@pytest.mark.parametrize("epoch", [0, 3, 58_000_000])
@pytest.mark.parametrize("reached", [None, LINK.ply - 1])
def test_a_forged_link_is_refused_by_its_numbers(epoch: int, reached: int | None) -> None:
    """The text that it stands for would cost a replay."""
    forged = replace(LINK, signature=bytes(12))
    with pytest.raises(ForgedLink):
        prove_numbers(Purpose.MOVE, forged, epoch=epoch, old_until=reached)


def test_a_link_whose_numbers_were_skipped_is_not_proved_by_a_text() -> None:
    forged = replace(LINK, signature=bytes(12))
    with pytest.raises(ForgedLink):
        prove_text(Purpose.MOVE, forged, epoch=0, text="take a1")


@pytest.mark.parametrize("jump", [1, 16, 58_000_000])
def test_a_link_of_a_former_epoch_is_revoked_and_not_forged(jump: int) -> None:
    link = read_link(link_token(Purpose.MOVE, LINK, epoch=2, text="take a1"))
    assert link is not None
    prove(link, epoch=2)
    with pytest.raises(RevokedLink):
        prove(link, epoch=2 + jump)


def test_neither_part_of_a_signature_is_enough() -> None:
    ours = read_link(link_token(Purpose.MOVE, LINK, epoch=0, text="take a1"))
    other = read_link(link_token(Purpose.MOVE, LINK, epoch=0, text="take a2"))
    assert ours is not None
    assert other is not None
    assert ours.signature[:7] == other.signature[:7]
    for parts in (other.signature, ours.signature[:7] + bytes(5), bytes(7) + ours.signature[7:]):
        with pytest.raises(ForgedLink):
            prove(replace(LINK, signature=parts))


def test_a_link_without_a_signature_proves_nothing() -> None:
    assert not is_signed(Purpose.MOVE, LINK, epoch=0, text="take a1")
    for reached in (None, LINK.ply):
        with pytest.raises(ForgedLink):
            prove(LINK, old_until=reached)


def test_the_address_of_a_move_fits_into_a_line_of_text() -> None:
    token = link_token(Purpose.MOVE, LINK, epoch=0, text="take a1")
    host = "a" * 24
    assert len(f"https://{host}/go/{token}") <= 76
    assert len(f"/go/{token}") < 45


def test_a_link_survives_a_change_of_keys_until_the_old_one_is_dropped(
    settings: Settings,
) -> None:
    link = read_link(link_token(Purpose.MOVE, LINK, epoch=0, text="take a1"))
    assert link is not None
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key"
    assert is_signed(Purpose.MOVE, link, epoch=0, text="take a1")
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_signed(Purpose.MOVE, link, epoch=0, text="take a1")


@given(game=NUMBERS, seat=st.integers(0, 3), ply=NUMBERS, number=NUMBERS)
def test_a_link_reads_back_as_it_was_written(game: int, seat: int, ply: int, number: int) -> None:
    token = link_token(Purpose.BOARD, Link(game, seat, ply, number), epoch=1)
    link = read_link(token)
    assert link is not None
    assert (link.game, link.seat, link.ply, link.number) == (game, seat, ply, number)


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    link = read_link(text)
    assert link is None or not is_signed(Purpose.MOVE, link, epoch=0)


@given(st.data())
def test_a_token_with_one_character_altered_is_not_signed(data: st.DataObject) -> None:
    token = link_token(Purpose.MOVE, LINK, epoch=0, text="take a1")
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.sampled_from("ABCabc012-_").filter(lambda c: c != token[place]))
    link = read_link(token[:place] + letter + token[place + 1 :])
    assert link is None or not is_signed(Purpose.MOVE, link, epoch=0, text="take a1")
