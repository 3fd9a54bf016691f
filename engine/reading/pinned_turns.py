"""A turn written ahead of time: each place in the market becomes the card that lies there now.

When the turn is played, another card may lie there. A player who writes `buy 2.1` means the card
they see, so what is kept names that card. Colours stay: tokens have no names.
"""

import re
from collections.abc import Sequence

from engine.reading import O, PinnedTurn, Problem
from engine.reading.cards import View, card_at
from engine.reading.grammar import S
from engine.reading.parsed_clause import ParsedClause
from engine.reading.reader import ClauseReader
from engine.reading.tokens import rewritten

_PLACE = re.compile(r"[0-9]\.[0-9]")
_HELD = re.compile(r"r[0-9]")


def pinned(
    reader: ClauseReader[S, O], view: View, seat: int, text: str, language: str | None = None
) -> PinnedTurn:
    """Return the text with the cards that the seat sees now in it, or why it cannot be kept."""
    parsed = reader.parse_text(text, language)
    if problem := parsed.problem or _problem(parsed.clauses):
        return PinnedTurn(text, problem=problem)
    places = {card for clause in parsed.clauses for card in clause.cards if _is_place(clause, card)}
    lies = {place: card_at(place, view, seat) for place in places}
    if empty := sorted(place for place, card in lies.items() if card is None):
        return PinnedTurn(text, trouble="empty", named=empty[0])

    def rewrite(shape: str, written: str) -> str:
        place = written.lower().replace(",", ".")
        return lies.get(place) or written if shape in ("slot", "held") else written

    meant = rewritten(text, reader.grammar.shapes, rewrite)
    if any(_is_open(clause) for clause in reader.parse_text(meant, language).clauses):
        return PinnedTurn(text, trouble="described")
    return PinnedTurn(meant)


def _problem(clauses: Sequence[ParsedClause]) -> Problem | None:
    """Return what cannot be read in any position."""
    if not clauses:
        return Problem("empty")
    return next((found for clause in clauses if (found := clause.problem(None))), None)


def _is_place(clause: ParsedClause, card: str) -> bool:
    """Return whether it names a place, in the market or in the hand; elsewhere `r2` is a name."""
    in_hand = clause.verb == "buy" and _HELD.fullmatch(card)
    return bool(_PLACE.fullmatch(card) or in_hand)


def _is_open(clause: ParsedClause) -> bool:
    """Return whether it still hangs on the position which card is meant."""
    if any(_is_place(clause, card) for card in clause.cards):
        return True  # "the second card of level 2"
    tells_a_card = clause.verb in ("buy", "reserve") or bool(clause.facts)
    return tells_a_card and not clause.cards and not clause.draws and not clause.names_tile
