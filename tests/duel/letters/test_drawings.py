"""The HTML part draws the table: each card with the links of its own moves, and needs nothing."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import User
from duel.letters.context import LetterContext, letter_context
from duel.letters.turns import turn_draft
from duel.models import Game
from duel.perspective.perspective import perspective_of_game
from engine.duel import GAME
from engine.duel.position import Position
from mail.registry import Draft
from tests.duel.games.duel.games import DUEL
from tests.duel.games.splendor.test_letters import begun, longest_letter, played
from tests.duel.letters.outbox import as_printed, mover, play_to_a_handover, read
from tests.duel.letters.richest import richest_position
from tests.duel.letters.test_size import LANGUAGES, built_position, letter_at, long_letters
from tests.duel.tables import begin, legal_moves, submit
from tests.engine.duel.table import table

pytestmark = [pytest.mark.django_db, pytest.mark.words]

LINK = re.compile(r'<a href="([^"]+/go/[^"]+)"[^>]*>(\d+)\)')
CARD = re.compile(r'width="104".*?</table>', re.DOTALL)
SLOT = re.compile(r"<strong>([123]\.\d|r\d)</strong>")
NEW = re.compile(r"<strong>([123]\.\d)</strong> new<br>")
SPLENDOR_LIMIT = 60_000
"""Bytes of the HTML part of a letter with very many moves, to one of four with both modules."""
LONGEST_LINE = 998
"""What RFC 5322 allows: longer ones would have to be encoded, at twice the cost."""


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


@pytest.fixture
def four(ada: User, bruno: User, olga: User, eve: User) -> Game:
    return begun(ada, bruno, olga, eve)


class Tables(HTMLParser):
    """The tables of a letter: which lay things out, which have headers, and what is in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[bool] = []
        self.unnamed = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.open.append(dict(attrs).get("role") == "presentation")
        elif tag == "th":
            assert not self.open[-1]
            assert dict(attrs)["scope"] in ("row", "col")
        elif tag == "td":
            self.unnamed += not self.open[-1]

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.open.pop()


def links_in_text(draft: Draft) -> dict[int, str]:
    """The address beside each number, or in the line below it."""
    found = re.findall(r"^(\d+)\) [^\n]*?\s+(\S+/go/\S+)$", draft.text, re.MULTILINE)
    return {int(number): link for number, link in found}


def cards_in(html: str) -> dict[str, dict[int, str]]:
    """The links on each card, by its slot."""
    return {
        SLOT.findall(card)[0]: {int(number): link for link, number in LINK.findall(card)}
        for card in CARD.findall(html)
    }


def numbered(ctx: LetterContext | None) -> list[str]:
    assert ctx is not None
    return ctx.perspective.numbered


@pytest.mark.parametrize("position", [richest_position(), built_position(), *long_letters(54)[:3]])
def test_a_number_is_the_same_move_in_both_parts(game: Game, position: Position) -> None:
    draft = letter_at(game, position)
    drawn = [(int(number), link) for link, number in LINK.findall(draft.html)]
    assert len(drawn) == len(dict(drawn)) > 5
    assert dict(drawn) == links_in_text(draft)


@pytest.mark.parametrize("position", [richest_position(), built_position(), *long_letters(54)[:3]])
def test_each_card_carries_the_links_of_just_its_own_moves(game: Game, position: Position) -> None:
    draft = letter_at(game, position)
    view = GAME.view(position, 0)
    moves = game_order(position)
    slots = {
        card: f"{level}.{number}"
        for level, cards in view["market"].items()
        for number, card in enumerate(cards, 1)
    }
    slots |= {card["id"]: f"r{n}" for n, card in enumerate(view["players"][0]["reserved"], 1)}
    cards = cards_in(draft.html)
    assert cards.keys() == {slot for card, slot in slots.items() if card}
    for slot, links in cards.items():
        assert {slots[next(w for w in moves[n - 1].split() if w in slots)] for n in links} <= {slot}
    # What people mean by them stands there and nowhere else: with the first gold, and least gold.
    golds = [move.split()[1] for move in moves if move.startswith("reserve")]
    first_gold = min(golds, default="")
    there = {moves[number - 1] for links in cards.values() for number in links}
    assert {m for m in moves if m.startswith(f"reserve {first_gold} D")} <= there
    bought = {move.split()[1] for move in moves if move.startswith("buy")}
    assert bought == {move.split()[1] for move in there if move.startswith("buy")}


def game_order(position: Position) -> list[str]:
    """The moves of seat 0 as they are printed."""
    return DUEL.moves_in_order(GAME.view(position, 0), GAME.legal(position))


def test_every_legal_move_is_one_link_in_html_or_on_the_page_of_the_rest(
    client: Client, game: Game
) -> None:
    draft = read(game, mover(game))  # with three gold on the board
    drawn = [link for link, _ in LINK.findall(draft.html)]
    [*pages] = {unescape(link) for link in re.findall(r'href="([^"]+/pay/[^"]+)"', draft.html)}
    assert len(pages) == 2  # one for each other gold
    addresses, parts = zip(*(page.split("#") for page in pages), strict=True)
    [address] = set(addresses)
    page = client.get(address).content.decode()
    assert set(parts) == set(re.findall(r'<h2 id="(m\d+)">', page))
    rest = re.findall(r'href="(/go/[^"]+)"', page)
    assert len({*drawn}) == len(drawn)
    assert len(drawn) + len(rest) == len(legal_moves(game))


def test_a_game_of_four_has_its_links_at_the_cards_too(four: Game) -> None:
    played(four, 19)
    draft = read(four, mover(four))
    drawn = {int(number): link for link, number in LINK.findall(draft.html)}
    assert drawn == links_in_text(draft)
    assert four.to_move is not None
    moves = numbered(letter_context(perspective_of_game(four.pk, four.to_move)))
    assert len(drawn) == len(moves)
    there = [moves[number - 1] for links in cards_in(draft.html).values() for number in links]
    at_cards = [move for move in moves if re.match(r"(buy|reserve) S", move)]
    assert at_cards
    assert sorted(there) == sorted(at_cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_letters_stay_small(game: Game, four: Game, language: str) -> None:
    letters = [letter_at(game, position, language) for position in (richest_position(),)]
    letters.append(longest_letter(four))
    assert len(letters[-1].html.encode()) < SPLENDOR_LIMIT
    for draft in letters:
        assert len(draft.html.encode()) + len(draft.text.encode()) < 100_000
        assert max(map(len, draft.html.splitlines())) <= LONGEST_LINE


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_needs_no_image_and_nothing_from_elsewhere(
    game: Game, four: Game, language: str
) -> None:
    for draft in (letter_at(game, richest_position(), language), longest_letter(four)):
        assert not re.search(
            r"<(img|svg|link|script|iframe|object)\b|url\(|src=|@import", draft.html
        )
        elsewhere = [a for a in re.findall(r'href="([^"]*)"', draft.html) if "127.0.0.1" not in a]
        assert all(address.startswith("mailto:") for address in elsewhere)


def test_tables_that_lay_out_are_not_read_as_data(game: Game, four: Game) -> None:
    for draft in (letter_at(game, richest_position()), longest_letter(four)):
        found = Tables(draft.html)
        assert not found.open
    # The board alone is a table of data: a corner and 25 cells.
    assert Tables(letter_at(game, richest_position()).html).unnamed == 26


def test_colour_is_never_the_only_sign(game: Game) -> None:
    """Whatever has a token's background says its colour in a word, or where it is and its name."""
    html = letter_at(game, built_position()).html
    for told in re.findall(r'<span style="background:[^"]*">([^<]*)</span>', html):
        assert re.search(r"white|blue|green|red|black|pearl|gold|colour", told), told


def test_cards_that_came_since_ones_last_turn_are_marked(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    first = mover(game)
    submit(game, next(move for move in legal_moves(game) if move.startswith("take")))
    reserve = next(move for move in legal_moves(game) if move.startswith("reserve"))
    assert not NEW.findall(read(game, mover(game)).html)
    submit(game, reserve)
    draft = read(game, first)
    [came] = re.findall(r"New on (\d\.\d):", draft.text)
    assert NEW.findall(draft.html) == [came]


def test_what_can_be_bought_is_marked_beside_its_colour(game: Game) -> None:
    html = letter_at(game, built_position()).html
    for card in CARD.findall(html):
        assert ("border:2px solid;" in card) == (") Buy" in card or ") as " in card)


def test_a_winning_purchase_says_so_on_its_card(game: Game) -> None:
    position = table(cards=("D3-01", "D3-08", "D3-10", "D3-13"), mine="RRRO", market=("D1-14",))
    html = letter_at(game, position).html
    [card] = [card for card in CARD.findall(html) if "<strong>1.1</strong>" in card]
    assert "win the game" in card or "wins the game" in card


def test_who_wants_numbers_finds_them_at_the_cards(game: Game) -> None:
    play_to_a_handover(game, least=12)
    while not any(move.startswith("reserve ") for move in legal_moves(game)):
        play_to_a_handover(game)
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(numbers_only=True)
    html = read(game, reader).html
    assert "/go/" not in html
    assert "/pay/" not in html
    moves = as_printed(game)
    at_cards = [n for n, move in enumerate(moves, 1) if re.match(r"reserve \S+ D|buy", move)]
    assert any(f"{number}) Reserve" in html for number in at_cards)


def test_who_answers_by_mail_taps_the_cards_too(game: Game) -> None:
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(answers_by_mail=True)
    ctx = letter_context(perspective_of_game(game.pk, game.to_move or 0))
    assert ctx is not None
    cards = CARD.findall(turn_draft("your_turn", ctx).html)
    assert len(cards) > 10
    assert all('href="mailto:' in card for card in cards)
