"""How others could bring the end near on their next turn, in words."""

import pytest
from django.utils.translation import override

from engine.contract import Threat
from engine.splendor import GAME
from tests.duel.games.splendor.games import NAMES, SEED, sheet_of, table

FIRST = GAME.new(SEED, seats=4).first
NEXT, AFTER = (FIRST + 1) % 4, (FIRST + 2) % 4
CAREFUL = "Careful: as it stands before your move, "


def warned(*threats: Threat, **laid: object) -> str:
    return sheet_of(table(**laid), FIRST, threats=threats).warning  # type: ignore[arg-type]


def a_card(level: str = "3") -> str:
    return str(GAME.dump(GAME.new(SEED, seats=4))["market"][level][0])


def test_without_a_threat_nothing_is_said() -> None:
    assert warned() == ""


def test_it_names_who_could_begin_the_last_round_and_by_which_card() -> None:
    told = warned(Threat(NEXT, (f"buy {a_card()}",), (("points", 16),)))
    begins = f"{CAREFUL}{NAMES[NEXT]} could begin the last round on the next turn by buying 3.1 "
    assert told.startswith(begins)
    assert told.endswith("(16 points).")


def test_each_player_has_a_sentence() -> None:
    told = warned(
        Threat(NEXT, (f"buy {a_card()}",), (("points", 16),)),
        Threat(AFTER, (), (("points", 15),)),
    )
    assert f"{NAMES[AFTER]} could begin the last round on the next turn with any move" in told
    assert told.count("Careful") == 2


def test_in_the_last_round_it_says_who_could_win() -> None:
    cards = ["S3-04", "S3-08", "S3-12"]
    players = {FIRST: {"cards": cards}}
    position = table(turn=2, last_round=True, players=players)
    seat = position.seat
    threat = Threat((seat + 1) % 4, ("buy S1-01",), (("points", 17),))
    told = sheet_of(position, seat, threats=[threat]).warning
    assert f"{NAMES[(seat + 1) % 4]} could win on the last turn by buying" in told


def test_a_city_is_named_as_one() -> None:
    told = warned(Threat(NEXT, (f"buy {a_card()}",), (("city", 13),)))
    assert told.endswith("(a city, with 13 points).")


@pytest.mark.parametrize(
    ("language", "told"),
    [("fr", "pourrait lancer le dernier tour de table"), ("it", "potrebbe dare inizio all’ultimo")],
)
def test_it_speaks_the_readers_language(language: str, told: str) -> None:
    with override(language):
        assert told in warned(Threat(NEXT, (), (("points", 15),)))
