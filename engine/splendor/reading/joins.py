"""What belongs together only in Splendor: extra tokens, tiles with their colours and powers."""

from engine.languages import table_in, words_in
from engine.reading import joins
from engine.reading.joins import Join, card, fact, join_single_facts, measured
from engine.reading.piece import NUMBER, ORDINAL, Piece
from engine.splendor.facts import POINTS_PER_POST

_SINGLE_FACTS = joins.SINGLE_FACTS | {
    power: f"power {power}" for power in table_in("splendor", "facts")
}
_PRONOUNS = words_in("pronouns")


def _without_one(run: list[Piece]) -> list[Piece]:
    """Leave out the noun in "the second one", "the red one"."""
    is_noun = run[-1].kind == NUMBER and run[-1].text.lower() in _PRONOUNS
    return run[:-1] if is_noun else run


def _last_first(run: list[Piece]) -> list[Piece]:
    """Put a noun before the colours that belong to it: "the red and green noble"."""
    return [run[-1], *run[:-1]]


def _counted_tile(run: list[Piece]) -> list[Piece]:
    """Read "the second noble", "noble 2"."""
    noun = run[0] if run[-1].kind in (NUMBER, ORDINAL) else run[-1]
    return [noun, *card("place{0}")(run)]


def _last(run: list[Piece]) -> list[Piece]:
    return run[-1:]


def _with_points(run: list[Piece]) -> list[Piece]:
    """Read "the post with the points": only one gives any."""
    if run[-1].value != "points":
        return run
    return [*run[:-1], fact(run[-1:], f"power {POINTS_PER_POST}")]


_MEASURED = (measured(_SINGLE_FACTS), join_single_facts(_SINGLE_FACTS))

JOINS = (
    Join("[oTh]n", _without_one),
    *_MEASURED,
    Join("P~W?~q", _with_points),
    Join("W~q", _last),  # "the card with 2 points"
    Join("sm?x", _last),  # "I pay"
    joins.BESIDE_GOLD,
    Join("g~e|e~g", lambda run: [piece for piece in run if piece.kind == "e"]),
    Join("h~e(?![apAyfH:n]*h)", _last_first),
    Join("n~e", joins.one),
    Join("(?:n?~h[&-]?)+~[KP]", _last_first),
    Join("o~C~L-?n~D", joins.top_of_deck),
    *joins.DECKS,
    Join("L-?n~C~D", joins.deck),
    *joins.SLOTS,
    Join("o~[KP]|[KP]n(?=$|[,&])", _counted_tile),
    joins.HELD,
    joins.LEVEL,
    *joins.IN_RESERVE,
    Join("n~C", joins.one),
    Join("C~q+h(?=$|[WFxSi])", _last_first),  # "ma carte réservée rouge"
)
IN_BRACKETS = (_MEASURED[0], joins.LEVEL, _MEASURED[1])
