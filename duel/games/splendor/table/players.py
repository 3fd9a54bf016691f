"""The players of Splendor, drawn: what each has, and how far they have come."""

from collections.abc import Iterator

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.gems.table import players
from duel.games.gems.table.cards import PictureOf
from duel.games.gems.table.pen import Pen, image, symbol
from duel.games.gems.vocabulary import GEMS, GOLD
from duel.games.splendor.position.last_round import POINTS_FOR_THE_END
from duel.games.splendor.position.seat_view import Hand
from duel.games.splendor.position.standing import cards_of, has_left


def player(
    pen: Pen, view: View, seat: int, hand: Hand, *, name: str, secret: str, picture_of: PictureOf
) -> str:
    """Return what a seat has; `secret` is what is said of a card that only its owner knows."""
    is_own, is_out = seat == pen.seat, seat in view.get("out", ())
    moves, is_running = seat == pen.mover, view["to_move"] is not None
    goal = 0 if view["cities"] else POINTS_FOR_THE_END
    points = players.goal(pgettext("table", "Points"), hand.points, goal, mark=f"points-{seat}")
    parts = [f'<div class="goals">{points}</div>', players.purse(_columns(seat, hand))]
    if is_out:
        parts.insert(0, f'<p class="out">{escape(has_left(name, is_viewer=is_own))}</p>')
    else:
        parts += [
            players.tokens(pen, seat, hand, (*GEMS, GOLD), lambda c: f"own:{c}" if moves else ""),
            players.reserve(pen, seat, hand, picture_of, is_running=is_running, secret=secret),
        ]
    return players.player(
        name,
        parts,
        is_own=is_own,
        is_to_move=seat == view["to_move"],
        signs="".join(_won(seat, hand)) + _first(view, seat),
    )


def _columns(seat: int, hand: Hand) -> Iterator[str]:
    for colour in GEMS:
        cards = [card for card in hand.cards if hand.printed.colour(card) == colour]
        mark = f"cards-{seat}-{colour}"
        if cards:
            points = sum(hand.printed.facts.card_of[card].points for card in cards)
            yield players.bought(
                colour,
                bonuses=len(cards),
                points=points,
                words=cards_of(colour, cards, hand),
                mark=mark,
                value=f"{len(cards)} {points}",
            )
        else:
            yield players.none_bought(colour, mark=mark)


def _won(seat: int, hand: Hand) -> Iterator[str]:
    """Yield the nobles and trading posts that the player has."""
    for noble in hand.nobles:
        points = hand.printed.facts.noble_of[noble].points
        inner = f"{symbol('noble', 'scroll')}<b>{points}</b>"
        words = gettext("noble: %(noble)s") % {"noble": hand.printed.noble(noble)}
        yield image("won", inner, words, mark=f"won-{seat}-{noble}", value=noble)
    for post in hand.posts:
        words = gettext("trading post: %(post)s") % {"post": hand.printed.post_name(post)}
        inner = symbol("post", "scroll")
        yield image("won", inner, words, mark=f"won-{seat}-{post}", value=post)


def _first(view: View, seat: int) -> str:
    if seat != view["first"]:
        return ""
    words = gettext("begins each round")
    return f"<small>{escape(words)}</small>"
