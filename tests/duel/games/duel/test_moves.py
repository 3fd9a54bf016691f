"""Each kind of move in words, in three languages, and whether it can be taken back."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils.translation import override

from duel.games.base import View
from duel.games.duel.phrases import PHRASES, phrase
from duel.games.duel.seat_view import SeatView
from engine.duel import GAME
from engine.duel.moves import option_of
from engine.turn import Win
from tests.duel.games.duel.games import DUEL, NAMES, steps
from tests.engine.duel.table import table


def view(**words: Any) -> dict[str, Any]:
    """What Ada sees, who is to move; she can make a move of every kind."""
    position = table(
        **{
            "board": "KKK.. PPUUO W....",
            "mine": "WWWRRRO",
            "theirs": "GU",
            "cards": ("D1-16", "D1-01"),
            "reserved": ("D1-30*",),
            "market": ("D2-10", "D1-14", "D1-26"),
            "privileges": (1, 1),
            **words,
        }
    )
    return GAME.view(position, 0)


def said(move: str, seen: View, names: Sequence[str] = NAMES) -> str:
    """The move as a phrase that stands alone."""
    return phrase(option_of(move), SeatView(seen, seen["to_move"], names))


MOVES = [
    (
        "buy D1-14 gold red",
        "buy 1.1 (green, 1 crown) for 1 red and 1 gold",
        "acheter 1.1 (verte, 1 couronne) pour 1 rouge et 1 or",
        "acquistare 1.1 (verde, 1 corona) per 1 rosso e 1 oro",
    ),
    (
        "buy D1-26 as red gold pearl",
        "buy 1.2 (wild, 1 crown) as red for 3 white and 1 gold",
        "acheter 1.2 (couleur au choix, 1 couronne) comme rouge pour 3 blancs et 1 or",
        "acquistare 1.2 (colore a scelta, 1 corona) come rossa per 3 bianchi e 1 oro",
    ),
    (
        "reserve e2 D3-01",
        "reserve 3.1 (white, 3 points, 2 crowns) with the gold on e2",
        "réserver 3.1 (blanche, 3 points, 2 couronnes) avec l’or en e2",
        "prenotare 3.1 (bianca, 3 punti, 2 corone) con l’oro in e2",
    ),
    (
        "reserve e2 deck2",
        "reserve the top card of level 2 with the gold on e2",
        "réserver la première carte du paquet de niveau 2 avec l’or en e2",
        "prenotare la prima carta del mazzo di livello 2 con l’oro in e2",
    ),
    (
        "take b2 c2 d2",
        "take b2 c2 d2: pearl, blue, blue",
        "prendre b2 c2 d2\N{NO-BREAK SPACE}: perle, bleu, bleu",
        "prendere b2 c2 d2: perla, blu, blu",
    ),
    (
        "take a2 b2",
        "take a2 b2: pearl, pearl; Bruno takes a privilege",
        "prendre a2 b2\N{NO-BREAK SPACE}: perle, perle\N{NO-BREAK SPACE}; Bruno prend un privilège",
        "prendere a2 b2: perla, perla; Bruno prende un privilegio",
    ),
    (
        "replenish",
        "replenish the board; Bruno takes a privilege",
        "remplir le plateau\N{NO-BREAK SPACE}; Bruno prend un privilège",
        "rifornire il tabellone; Bruno prende un privilegio",
    ),
    (
        "use a3",
        "use a privilege: white on a3",
        "utiliser un privilège\N{NO-BREAK SPACE}: blanc en a3",
        "usare un privilegio: bianco in a3",
    ),
]


@pytest.mark.parametrize(("move", "english", "french", "italian"), MOVES)
def test_a_move_is_said_in_three_languages(
    move: str, english: str, french: str, italian: str
) -> None:
    seen = view()
    assert said(move, seen) == english
    with override("fr"):
        assert said(move, seen) == french
    with override("it"):
        assert said(move, seen) == italian


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("steal green", "steal 1 green from Bruno"),
        ("royal R-03", "take the royal: 2 points + steal"),
        ("discard red red white", "return 1 white and 2 red to the bag"),
        ("token c2", "take c2: blue"),
    ],
)
def test_a_choice_after_the_action_is_said(move: str, words: str) -> None:
    assert said(move, view()) == words


def test_nobody_takes_a_fourth_privilege() -> None:
    seen = view(privileges=(0, 3))
    assert said("replenish", seen) == "replenish the board"
    assert "privilege" not in " ".join(DUEL.move_sentences("take a1 b1 c1", seen, NAMES))


def test_without_one_on_the_table_the_privilege_is_the_movers_own() -> None:
    sentences = DUEL.move_sentences("take a1 b1 c1", view(privileges=(2, 1)), NAMES)
    assert sentences == [
        "You take a1, b1 and c1: black, black, black.",
        "Bruno takes a privilege from you.",
    ]


POOR = {"board": "G", "mine": "RRKK"}
RICH = {"board": "G", "mine": "WWWWKKO"}


@pytest.mark.parametrize(
    ("move", "changes", "sentence"),
    [
        ("buy D2-10", {}, "You then steal a gem or pearl of your choice from Bruno."),
        ("buy D2-10", {"theirs": "O"}, "Bruno has no gem or pearl, so there is nothing to steal."),
        ("buy D1-26 as red gold pearl", {}, "It counts as red."),
        ("buy D1-30 gold pearl", {}, "Bruno sees this card for the first time."),
        ("buy D1-14", {}, "A new card comes to 1.1."),
        ("buy D1-14", {"empty_decks": (1,)}, "1.1 then stays empty: its deck has run out."),
        (
            "buy D1-14",
            {"cards": ("D1-16", "D1-01", "D2-21=red")},
            "Your crowns then bring you a royal of your choice.",
        ),
        ("buy D1-02", {**POOR, "board": "W"}, "You then take a token from the board: white."),
        ("buy D1-02", {**POOR, "board": "P"}, "No token of its colour lies on the board, so it "),
        ("buy D1-03", {**POOR, "mine": "UUGGO"}, "You then have another turn."),
        ("buy D2-03", RICH, "You take a privilege."),
        ("buy D2-03", {**RICH, "privileges": (1, 2)}, "You take a privilege from Bruno."),
        ("buy D2-03", {**RICH, "privileges": (3, 0)}, "You already have all three privileges, so"),
        ("take b2 c2 d2", {"mine": "WWWRRRGGGO"}, "You then have 3 tokens too many and return"),
        ("reserve e2 deck1", {}, "You take the gold on e2 and reserve the top card of level 1, wh"),
        ("royal R-01", {}, "You then have another turn."),
    ],
)
def test_the_sentences_tell_what_follows(move: str, changes: dict[str, Any], sentence: str) -> None:
    told = DUEL.move_sentences(move, view(**changes), NAMES)
    assert any(said.startswith(sentence) for said in told), told


def test_a_move_that_wins_promises_no_other_turn() -> None:
    told = DUEL.move_sentences("royal R-01", view(), NAMES, wins=Win.SURELY)
    assert told[1:] == ["This wins the game."]


def test_a_move_that_wins_by_what_is_chosen_then_says_so() -> None:
    told = DUEL.move_sentences("royal R-01", view(), NAMES, wins=Win.BY_CHOICE)
    assert "You then have another turn." in told
    assert told[-1].startswith("This can win the game")


def test_final_is_exactly_what_the_engine_calls_a_reveal() -> None:
    finals = 0
    for number in range(6):
        for position, move, step in steps(number):
            assert position.to_move is not None
            seen = GAME.view(position, position.to_move)
            is_final = PHRASES.is_final(option_of(move), SeatView(seen, position.to_move, NAMES))
            assert is_final == step.reveals, move
            assert bool(DUEL.final_words(move, seen, NAMES)) == step.reveals
            finals += step.reveals
    assert finals


def test_every_move_has_words_of_its_own() -> None:
    for number in range(3):
        for position, _, _ in steps(number):
            assert position.to_move is not None
            seen = GAME.view(position, position.to_move)
            moves = GAME.legal(position)
            assert len({said(move, seen) for move in moves}) == len(moves)
            assert all(all(DUEL.move_sentences(move, seen, NAMES)) for move in moves[::5])


def test_a_name_is_never_taken_for_a_placeholder() -> None:
    strange = ("Ada", "%(name)s {} %s")
    assert said("replenish", view(), strange).endswith("%(name)s {} %s takes a privilege")
