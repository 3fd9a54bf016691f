"""How a game stands: what each player has, what lies between them, how near the end is."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.gems.standing import (
    Kinds,
    Way,
    cards_sentence,
    decks_sentence,
    reserved_sentence,
    tokens_sentence,
    tokens_total,
    towards,
    upcoming_sentences,
)
from duel.games.gems.vocabulary import GEMS, card_count_words, count_words, points_words, token_list
from duel.games.splendor.printed_cards import PrintedCards
from duel.games.splendor.seat_view import Hand, hands_of, reader_first
from duel.games.splendor.tiles import Tiles, tiles_of

POINTS_FOR_THE_END = 15


def last_round_sentences(
    view: View, hands: Sequence[Hand], names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what the reader has to know of the last round; nothing before it and after it."""
    if not view["last_round"] or view["to_move"] is None:
        return []
    seat = _beginner(view, hands)
    begun = (
        gettext("This is the last round.")
        if seat is None
        else _begun_sentence(seat, "city" if view["cities"] else "points", names, viewer)
    )
    return [begun, *([_turn_left(view, viewer)] if _plays(view, viewer) else [])]


def _begun_sentence(seat: int, reason: str, names: Sequence[str], viewer: int | None) -> str:
    """Return that the seat has begun the last round, and why."""
    words = {"name": names[seat]}
    if reason == "city":
        if seat == viewer:
            return gettext("You began the last round: you meet all that a city asks for.")
        return gettext("%(name)s began the last round by meeting all that a city asks for.") % words
    if seat == viewer:
        return gettext("You began the last round: you have 15 points or more.")
    return gettext("%(name)s began the last round with 15 points or more.") % words


def _beginner(view: View, hands: Sequence[Hand]) -> int | None:
    """Return who began it: the first in this round who has what it takes."""
    # Nobody had it before this round, and nobody loses it. Nobody is named if a seat reached it in
    # the very turn that ended with leaving, which begins nothing.
    for place in range(len(hands)):
        seat = (view["first"] + place) % len(hands)
        if _has_enough(view, hands[seat]):
            return None if seat in view.get("out", ()) else seat
    return None


def _has_enough(view: View, hand: Hand) -> bool:
    if view["cities"]:
        return any(hand.meets(hand.printed.facts.city_of[city]) for city in view["cities"])
    return hand.points >= POINTS_FOR_THE_END


def _plays(view: View, viewer: int | None) -> bool:
    return viewer is not None and viewer not in view.get("out", ())


def _turn_left(view: View, viewer: int | None) -> str:
    """Return whether the reader is at their last turn, before it, or past it."""
    if view["to_move"] == viewer:
        return gettext("This is your last turn.")
    seats = len(view["players"])
    place = ((viewer or 0) - view["first"]) % seats
    if place > (view["turn"] - 1) % seats:
        return gettext("You have one more turn.")
    return gettext("You have had your last turn.")


@dataclass(frozen=True)
class PlayerStanding:
    """One player, in sentences and in figures. A sentence about nothing is empty."""

    seat: int
    name: str
    is_viewer: bool
    is_out: bool
    who: str
    """The name, or “You”."""
    way: Way
    """How many points."""
    tokens: str
    tokens_total: str
    token_counts: dict[str, int]
    cards: str
    """The cards that were bought, by colour, with the points on them."""
    kinds: Kinds
    """The same colour by colour."""
    reserved: str
    """Nothing for the reader of a running game: their own stand among the cards on offer."""
    nobles: str
    posts: str
    points: int
    card_count: int

    @property
    def distances(self) -> str:
        """How many points: “You: 6 points of 15.”; or that the player has left."""
        if self.is_out:
            return has_left(self.name, is_viewer=self.is_viewer)
        return gettext("%(who)s: %(points)s.") % {"who": self.who, "points": self.way.words}

    @property
    def belongings(self) -> tuple[str, ...]:
        """The sentences about what the player has, those about nothing left out."""
        every = (self.tokens, self.cards, self.reserved, self.nobles, self.posts)
        return tuple(sentence for sentence in every if sentence)


@dataclass(frozen=True)
class TableStanding:
    """All players, the reader first, and what lies between them."""

    players: tuple[PlayerStanding, ...]
    last_round: str
    """That the last round runs, who began it, and whether the reader has a turn left."""
    bank: str
    piles: tuple[tuple[str, str], ...]
    """The same pile by pile, empty ones too: each colour, and how many of it."""
    decks: str
    tiles: Tiles
    upcoming: tuple[str, ...]
    """The next cards of each deck, where nothing is hidden any more; else nothing."""


def standing(
    view: View, names: Sequence[str], viewer: int | None, printed: PrintedCards
) -> TableStanding:
    """Return how the game stands, told to the seat `viewer` (None: a spectator)."""
    hands = hands_of(view, printed)
    return TableStanding(
        players=tuple(
            _player(view, hands[seat], names, seat, viewer)
            for seat in reader_first(len(hands), viewer)
        ),
        last_round=" ".join(last_round_sentences(view, hands, names, viewer)),
        bank=_bank(view),
        piles=tuple((c, count_words(c, number)) for c, number in view["bank"].items()),
        decks=decks_sentence(view),
        tiles=tiles_of(view, hands, names, viewer, printed),
        upcoming=tuple(upcoming_sentences(view, printed.card)),
    )


def _player(
    view: View, hand: Hand, names: Sequence[str], seat: int, viewer: int | None
) -> PlayerStanding:
    is_viewer, is_out = seat == viewer, seat in view.get("out", ())
    is_running = view["to_move"] is not None
    is_listed = is_out or (is_viewer and is_running)
    kinds = _kinds(hand)
    return PlayerStanding(
        seat=seat,
        name=names[seat],
        is_viewer=is_viewer,
        is_out=is_out,
        who=pgettext("standing", "You") if is_viewer else names[seat],
        way=_way(view, hand),
        tokens="" if is_out else tokens_sentence(hand),
        tokens_total="" if is_out else tokens_total(hand),
        token_counts={} if is_out else dict(hand.tokens),
        cards=cards_sentence(kinds),
        kinds=kinds,
        reserved=""
        if is_listed
        else reserved_sentence(hand, hand.printed.card, is_running=is_running),
        nobles=_nobles(hand),
        posts=_posts(hand),
        points=hand.points,
        card_count=len(hand.cards),
    )


def _way(view: View, hand: Hand) -> Way:
    """Return the points of a player; with cities there is no number that ends the game."""
    points = points_words(hand.points)
    if view["cities"]:
        return Way(points, hand.points, 0)
    words = towards(points, hand.points, POINTS_FOR_THE_END)
    return Way(words, hand.points, POINTS_FOR_THE_END)


def has_left(name: str, *, is_viewer: bool) -> str:
    """Return that a player is no longer in the game."""
    if is_viewer:
        return gettext("You have left the game.")
    return gettext("%(name)s has left the game.") % {"name": name}


def _kinds(hand: Hand) -> Kinds:
    """Return the bought cards by colour, as in “2 blue (3 points)”: each is a bonus of it."""
    return [
        (colour, cards_of(colour, cards, hand))
        for colour in GEMS
        if (cards := [card for card in hand.cards if hand.printed.colour(card) == colour])
    ]


def cards_of(colour: str, cards: Sequence[str], hand: Hand) -> str:
    """Return the cards of a colour with the points on them, as in “2 blue (3 points)”."""
    points = sum(hand.printed.facts.card_of[card].points for card in cards)
    number = card_count_words(colour, len(cards))
    return f"{number} ({points_words(points)})" if points else number


def _nobles(hand: Hand) -> str:
    if not hand.nobles:
        return ""
    nobles = pgettext("between cards", "; ").join(map(hand.printed.noble, hand.nobles))
    return gettext("Nobles: %(nobles)s.") % {"nobles": nobles}


def _posts(hand: Hand) -> str:
    if not hand.posts:
        return ""
    posts = ", ".join(map(hand.printed.post_name, hand.posts))
    return gettext("Trading posts: %(posts)s.") % {"posts": posts}


def _bank(view: View) -> str:
    tokens = token_list(view["bank"])
    if not tokens:
        return gettext("The bank is empty.")
    return gettext("In the bank: %(tokens)s.") % {"tokens": tokens}
