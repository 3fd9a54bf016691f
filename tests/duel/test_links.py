import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from duel.links import Link, Purpose, is_sealed, link_token, read_link

NUMBERS = st.integers(min_value=0, max_value=2**62)
LINK = Link(game=123_456, seat=1, ply=140, number=180)


def sealed(**changes: object) -> bool:
    """Whether the link of Ada's letter is good for what is asked."""
    token = link_token(Purpose.MOVE, LINK, epoch=2, text="take a1 b1 c1")
    link = read_link(token)
    assert link is not None
    asked = {"purpose": Purpose.MOVE, "epoch": 2, "text": "take a1 b1 c1"} | changes
    return is_sealed(asked.pop("purpose"), link, **asked)  # type: ignore[arg-type]


def test_a_link_is_good_for_what_it_was_sealed_for() -> None:
    assert sealed()


@pytest.mark.parametrize(
    "change",
    [{"text": "take a1 b1"}, {"epoch": 3}, {"epoch": 1}, {"purpose": Purpose.BOARD}],
)
def test_a_link_is_good_for_nothing_else(change: dict[str, object]) -> None:
    assert not sealed(**change)


def test_the_address_of_a_move_fits_into_a_line_of_text() -> None:
    token = link_token(Purpose.MOVE, LINK, epoch=0, text="take a1")
    host = "a" * 24
    assert len(f"https://{host}/go/{token}") <= 76


def test_a_link_survives_a_change_of_keys_until_the_old_one_is_dropped(
    settings: Settings,
) -> None:
    link = read_link(link_token(Purpose.MOVE, LINK, epoch=0, text="take a1"))
    assert link is not None
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key"
    assert is_sealed(Purpose.MOVE, link, epoch=0, text="take a1")
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_sealed(Purpose.MOVE, link, epoch=0, text="take a1")


@given(game=NUMBERS, seat=st.integers(0, 3), ply=NUMBERS, number=NUMBERS)
def test_a_link_reads_back_as_it_was_written(game: int, seat: int, ply: int, number: int) -> None:
    token = link_token(Purpose.BOARD, Link(game, seat, ply, number), epoch=1)
    link = read_link(token)
    assert link is not None
    assert (link.game, link.seat, link.ply, link.number) == (game, seat, ply, number)


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    link = read_link(text)
    assert link is None or not is_sealed(Purpose.MOVE, link, epoch=0)


@given(st.data())
def test_a_token_with_one_character_altered_is_not_sealed(data: st.DataObject) -> None:
    token = link_token(Purpose.MOVE, LINK, epoch=0, text="take a1")
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.sampled_from("ABCabc012-_").filter(lambda c: c != token[place]))
    link = read_link(token[:place] + letter + token[place + 1 :])
    assert link is None or not is_sealed(Purpose.MOVE, link, epoch=0, text="take a1")
