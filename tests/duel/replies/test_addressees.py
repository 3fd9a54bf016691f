"""To whom a note in a reply goes, and which names are asked back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duel.replies.words.addressees import Addressees, UnclearNameError

ADA = 0
NAMES = ["Ada", "Bruno", "Chiara", "Bruno Rossi", "Brüno (was Eve)", "Dan"]


def candidates_for(table: Addressees, written: str) -> tuple[str, ...]:
    """Those who may be meant, each as they can be addressed."""
    with pytest.raises(UnclearNameError) as unclear:
        table.seats_named(written)
    return unclear.value.candidates


def test_a_whole_name_of_one_player_is_clear() -> None:
    table = Addressees(["Ada", "Bruno Rossi", "Chiara"], ADA)
    assert table.seats_named("Bruno Rossi") == (1,)
    assert table.seats_named("CHIARA") == (2,)
    assert table.seats_named("Сhiara") == (2,), "The first letter is Cyrillic."
    assert table.seats_named("Chiara and bruno rossi") == (1, 2)


def test_a_name_that_is_part_of_another_is_asked_back() -> None:
    table = Addressees(["Ada", "Bruno", "Bruno Rossi"], ADA)
    assert candidates_for(table, "Bruno") == ("Bruno (2)", "Bruno Rossi")
    assert table.seats_named("Bruno (2)") == (1,)
    assert table.seats_named("Bruno Rossi") == (2,)
    assert candidates_for(table, "Bruno (3)") == ("Bruno (2)", "Bruno Rossi")


def test_a_player_who_took_another_name_is_addressed_by_both() -> None:
    """Carla calls herself Bruno: a note that is meant for Bruno Rossi never reaches her."""
    table = Addressees(
        ["Ada", "Bruno Rossi", "Bruno (was Carla)"], ADA, earlier=[[], [], ["Carla"]]
    )
    assert candidates_for(table, "Bruno") == ("Bruno Rossi", "Bruno (was Carla)")
    assert candidates_for(table, "Carla") == ("Bruno (was Carla)",)
    assert table.seats_named("Bruno (was Carla)") == (2,)
    alone = Addressees(["Ada", "Dan", "Bruno (was Carla)"], ADA, earlier=[[], [], ["Carla"]])
    assert candidates_for(alone, "Bruno") == ("Bruno (was Carla)",)


def test_a_name_that_its_owner_gave_up_is_asked_back() -> None:
    names = ["Ada", "Bob (was Bruno)", "Bruno (was Carla)"]
    table = Addressees(names, ADA, earlier=[[], ["Bruno"], ["Carla"]])
    assert candidates_for(table, "Bruno") == tuple(names[1:])


def test_a_newcomer_of_the_same_name_is_asked_back() -> None:
    table = Addressees(["Ada", "Bruno", "Chiara"], ADA, earlier=[[], ["Bruno"], []])
    assert candidates_for(table, "Bruno") == ("Bruno (2)",)
    assert table.seats_named("Bruno (2)") == (1,)
    assert table.seats_named("Chiara") == (2,)


def test_of_two_players_part_of_a_name_is_enough() -> None:
    assert Addressees(["Ada", "Bruno Rossi"], ADA).seats_named("Bruno") == (1,)
    assert candidates_for(Addressees(["Ada", "Bruno Rossi"], ADA), "Eve") == ("Bruno Rossi",)


def test_of_a_name_that_nobody_has_all_others_are_named() -> None:
    table = Addressees(["Ada", "Bruno Rossi", "Chiara"], ADA)
    for written in ("Eve", "Bru", "Chiara and Eve", "Ada"):
        assert candidates_for(table, written) == ("Bruno Rossi", "Chiara")


@given(
    st.lists(st.sampled_from(NAMES), min_size=3, max_size=4, unique=True),
    st.sampled_from([*NAMES, "Rossi", "Eve", "Вruno", "bruno (3)", "Dan and Bruno"]),
)
def test_a_note_goes_to_nobody_whose_name_could_not_be_meant(
    names: list[str], written: str
) -> None:
    """The slow, obvious rule: one seat for each name, and no other that is called so in part."""
    table = Addressees(names, ADA)
    try:
        seats = table.seats_named(written)
    except UnclearNameError as unclear:
        seats = tuple(seat for each in unclear.candidates for seat in table.seats_named(each))
        written = " and ".join(unclear.candidates)
    assert ADA not in seats
    called = [plainly(name) for name in names]
    for said in map(plainly, written.split(" and ") if written else []):
        whole = [
            seat
            for seat in seats
            if said in (called[seat], f"{called[seat].split(' (')[0]} ({seat + 1})")
        ]
        assert len(whole) == 1
        others = [seat for seat in range(1, len(names)) if seat != whole[0]]
        assert "(" in said or not any(said in called[seat].split() for seat in others)


def plainly(name: str) -> str:
    """The name as it is compared, as far as names of these tests go."""
    return name.replace("В", "B").casefold().replace("ü", "u")
