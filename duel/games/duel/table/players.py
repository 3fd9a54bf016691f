"""The players of Splendor Duel, drawn: what each has, and how far from each victory."""

from collections.abc import Iterator

from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.duel.position.seat_view import Hand
from duel.games.duel.position.standing import cards_of, privileges_sentence
from duel.games.duel.table.cards import picture_of, royal
from duel.games.gems.table import players
from duel.games.gems.table.pen import Pen, image, symbol
from duel.games.gems.vocabulary import COLOURS, GEMS, GOLD, colour_word
from engine.duel.facts import CARD_OF
from engine.duel.flow import CROWNS_FOR_ROYALS


def player(pen: Pen, view: View, seat: int, hand: Hand, *, name: str, secret: str) -> str:
    """Return what a seat has; `secret` is what is said of a card that only its owner knows."""
    moves = seat == pen.mover
    is_running = view["to_move"] is not None
    parts = (
        *_goals(seat, hand),
        players.purse(_columns(seat, hand)),
        players.tokens(pen, seat, hand, COLOURS, lambda colour: _pick(colour, is_own=moves)),
        players.reserve(pen, seat, hand, picture_of, is_running=is_running, secret=secret),
    )
    return players.player(
        name,
        parts,
        is_own=seat == pen.seat,
        is_to_move=seat == view["to_move"],
        signs=_royals(pen, seat, hand) + _privileges(seat, hand),
    )


def _pick(colour: str, *, is_own: bool) -> str:
    """Return the key of a token: one's own can be discarded, another's stolen unless it is gold."""
    if is_own:
        return f"own:{colour}"
    return "" if colour == GOLD else f"steal:{colour}"


def _goals(seat: int, hand: Hand) -> Iterator[str]:
    yield '<div class="goals">'
    yield players.goal(pgettext("table", "Points"), hand.points, 20, mark=f"points-{seat}")
    yield players.goal(
        pgettext("table", "Crowns"),
        hand.crowns,
        10,
        mark=f"crowns-{seat}",
        steps=CROWNS_FOR_ROYALS,
    )
    best = max(hand.colour_points.values())
    colours = [colour for colour, points in hand.colour_points.items() if points == best and best]
    words = ", ".join(map(colour_word, colours))
    what = gettext("In %(colours)s") % {"colours": words} if best else gettext("In one colour")
    yield players.goal(what, best, 10, mark=f"colour-{seat}")
    yield "</div>"


def _columns(seat: int, hand: Hand) -> Iterator[str]:
    for colour in (*GEMS, None):
        cards = [CARD_OF[owned["id"]] for owned in hand.cards if owned["color"] == colour]
        mark = f"cards-{seat}-{colour or 'none'}"
        if cards:
            bonuses = sum(card.bonus for card in cards) if colour else 0
            points, crowns = sum(c.points for c in cards), sum(c.crowns for c in cards)
            yield players.bought(
                colour or "none",
                bonuses=bonuses,
                points=points,
                extras=f"{symbol('crown', 'sign')}{crowns}" if crowns else "",
                words=cards_of(colour, cards),
                mark=mark,
                value=f"{len(cards)} {bonuses} {points} {crowns}",
            )
        elif colour:
            yield players.none_bought(colour, mark=mark)


def _royals(pen: Pen, seat: int, hand: Hand) -> str:
    return "".join(royal(pen, each, mark=f"royal-{each}-{seat}") for each in hand.royals)


def _privileges(seat: int, hand: Hand) -> str:
    count = hand.privileges
    words = privileges_sentence(count)
    scrolls = symbol("privilege", "scroll") * count
    return image("scrolls", scrolls, words, mark=f"privileges-{seat}", value=count)
