import pytest
from django.utils.translation import override

from duel.games.duel.vocabulary import card_words, crowns_words, royal_words
from duel.games.gems.vocabulary import (
    card_colour_word,
    colour_word,
    count_words,
    hidden_card_words,
    points_words,
    token_list,
    token_phrase,
)
from duel.words.naming import joined
from engine.duel.facts import CARDS, COLOURS

EACH_OF_TWO = {
    "en": "2 white, 2 blue, 2 green, 2 red, 2 black, 2 pearls, 2 gold",
    "fr": "2 blancs, 2 bleus, 2 verts, 2 rouges, 2 noirs, 2 perles, 2 or",
    "it": "2 bianchi, 2 blu, 2 verdi, 2 rossi, 2 neri, 2 perle, 2 oro",
}
EACH_OF_ONE = {
    "en": "1 white, 1 blue, 1 green, 1 red, 1 black, 1 pearl, 1 gold",
    "fr": "1 blanc, 1 bleu, 1 vert, 1 rouge, 1 noir, 1 perle, 1 or",
    "it": "1 bianco, 1 blu, 1 verde, 1 rosso, 1 nero, 1 perla, 1 oro",
}


@pytest.mark.parametrize("language", EACH_OF_TWO)
def test_tokens_agree_with_their_number(language: str) -> None:
    with override(language):
        assert token_list(dict.fromkeys(COLOURS, 2)) == EACH_OF_TWO[language]
        assert token_list(COLOURS) == EACH_OF_ONE[language]


@pytest.mark.parametrize(
    ("language", "none", "one", "many"),
    [
        ("en", "0 points, 0 crowns", "1 point, 1 crown", "3 points, 3 crowns"),
        ("fr", "0 point, 0 couronne", "1 point, 1 couronne", "3 points, 3 couronnes"),
        ("it", "0 punti, 0 corone", "1 punto, 1 corona", "3 punti, 3 corone"),
    ],
)
def test_nought_takes_the_number_that_the_language_gives_it(
    language: str, none: str, one: str, many: str
) -> None:
    with override(language):
        for count, words in ((0, none), (1, one), (3, many)):
            assert f"{points_words(count)}, {crowns_words(count)}" == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "2 white, 1 red and 1 pearl"),
        ("fr", "2 blancs, 1 rouge et 1 perle"),
        ("it", "2 bianchi, 1 rosso e 1 perla"),
    ],
)
def test_lists_are_joined_as_one_reads_them_aloud(language: str, words: str) -> None:
    with override(language):
        assert token_phrase(["white", "pearl", "red", "white"]) == words
        assert token_phrase(["white"]) == count_words("white", 1)
        assert joined([]) == ""


def test_a_card_and_a_token_have_their_own_forms_of_a_colour() -> None:
    with override("fr"):
        assert (colour_word("white"), card_colour_word("white")) == ("blanc", "blanche")
    with override("it"):
        assert (colour_word("red"), card_colour_word("red")) == ("rosso", "rossa")


CARD_WORDS = [
    ("D3-01", None, "white, 3 points, 2 crowns", "blanche, 3 points, 2 couronnes"),
    ("D2-24", None, "no colour, 5 points", "sans couleur, 5 points"),
    ("D1-27", None, "wild, 1 point", "couleur au choix, 1 point"),
    ("D1-27", "green", "wild, as green, 1 point", "couleur au choix, comptée verte, 1 point"),
    ("D2-17", None, "black, 1 point, 2 bonuses", "noire, 1 point, 2 bonus"),
    ("D2-10", None, "green, 1 point, steal", "verte, 1 point, vol"),
    ("D2-07", None, "blue, 2 points, privilege", "bleue, 2 points, privilège"),
    ("D1-18", None, "red, another turn", "rouge, nouveau tour"),
    ("D1-02", None, "white, token", "blanche, jeton"),
    ("D1-01", None, "white", "blanche"),
    ("D3-12", None, "wild, 3 points, another turn", "couleur au choix, 3 points, nouveau tour"),
]


@pytest.mark.parametrize(("card", "colour", "english", "french"), CARD_WORDS)
def test_a_card_is_told_by_what_it_brings(
    card: str, colour: str | None, english: str, french: str
) -> None:
    assert card_words(card, colour) == english
    with override("fr"):
        assert card_words(card, colour) == french


def test_royals_and_hidden_cards_in_words() -> None:
    assert royal_words("R-03") == "2 points + steal"
    assert royal_words("R-04") == "3 points"
    with override("it"):
        assert royal_words("R-01") == "2 punti + altro turno"
        assert hidden_card_words(2) == "una carta coperta di livello 2"


@pytest.mark.parametrize("language", ["fr", "it"])
def test_no_card_is_told_in_english_to_others(language: str) -> None:
    english = {word for colour in COLOURS if colour != "gold" for word in (colour,)}
    english |= {"wild", "token", "steal", "turn", "colour", "crown", "crowns"}
    with override(language):
        for card in CARDS:
            words = set(card_words(card.id).replace(",", "").split())
            assert not words & english


def test_italian_says_ed_before_an_e() -> None:
    with override("it"):
        assert joined(["d3", "e4"]) == "d3 ed e4"
        assert joined(["d3", "d4"]) == "d3 e d4"
