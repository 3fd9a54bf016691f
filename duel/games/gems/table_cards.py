"""Cards drawn for the table, and the pen for all that is drawn there: symbols, things to be picked.

A card shows what it brings, what it costs, and what a player lacks for it. Plain strings are
joined, as a table has hundreds of parts; so all text that is not written in this package is
escaped where it is put in.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from duel.games.base import Region
from duel.games.gems.offer import Purse, missing_words
from duel.games.gems.vocabulary import GOLD, hidden_card_words, token_list


@cache
def symbol(name: str, kind: str = "gem") -> str:
    """Return a drawing of `tokens.svg` by its id; what it means is said elsewhere."""
    use = f'<use href="{escape(static("tokens.svg"))}#{name}"></use>'
    return f'<svg class="{kind}" aria-hidden="true">{use}</svg>'


@dataclass(frozen=True)
class Pen:
    """Draws for one reader."""

    seat: int | None
    """Who sits here; None for a spectator, who can pick nothing."""
    picks: Collection[str] = ()
    """What the moves of now are made of."""
    moves_for: int | None = None
    """Another seat for which the reader tries moves; None: for their own."""

    @property
    def mover(self) -> int | None:
        """The seat whose moves are picked, and whose money counts."""
        return self.seat if self.moves_for is None else self.moves_for

    def thing(
        self,
        kind: str,
        inner: str,
        *,
        label: str,
        pick: str = "",
        mark: str = "",
        value: object = "",
        tint: str = "",
    ) -> str:
        """Return a drawn thing with its name, as a button if it can be picked."""
        # `mark` is the lasting key of its place, `value` what lies there, to compare; `tint` its
        # ground's colour.
        if not pick or self.seat is None:
            return image(kind, inner, label, mark=mark, value=value, tint=tint)
        legal = " legal" if pick in self.picks else ""
        return (
            f'<button type="button" class="pick {kind}{legal}"{tint_attribute(tint)}'
            f' data-pick="{pick}"{mark_attributes(mark, value)} aria-label="{escape(label)}"'
            f" disabled>{inner}</button>"
        )


def image(
    kind: str, inner: str, label: str, *, mark: str = "", value: object = "", tint: str = ""
) -> str:
    """Return something drawn that nobody picks, with its name in words."""
    marks = mark_attributes(mark, value) if mark else ""
    words = f'role="img"{marks} aria-label="{escape(label)}"'
    return f'<span class="{kind}"{tint_attribute(tint)} {words}>{inner}</span>'


def tint_attribute(colour: str) -> str:
    """Return the attribute that gives a thing the ground of a colour."""
    return f' data-tint="{colour}"' if colour else ""


def mark_attributes(mark: str, value: object) -> str:
    """Return the attributes of a place that can change: its lasting key, and what lies there."""
    return f' data-mark="{mark}" data-is="{escape(str(value))}"'


def draw_titled(title: str, *parts: str) -> str:
    """Return a part of the table under its title."""
    return f"<h2>{escape(title)}</h2>" + "".join(parts)


def screen_reader_text(words: str) -> str:
    """Return words that only a screen reader says."""
    return f'<span class="sr">{escape(words)}</span>'


def region(key: str, parts: Iterable[str]) -> Region:
    """Return a part of the table that is replaced as a whole."""
    return Region(key, _safe("".join(parts)))


def _safe(html: str) -> SafeString:
    # Names and words are escaped where they are put in, which the tests of the tables try out.
    return mark_safe(html)  # noqa: S308


@dataclass(frozen=True)
class CardPicture:
    """What is printed on a card."""

    id: str
    tint: str
    """The key of its colour, `wild` or `none`."""
    words: str
    top: str
    """What it brings, drawn: points, bonuses, and what else a game has."""
    cost: tuple[tuple[str, int], ...]
    """Colours and amounts, as they are printed."""


PictureOf = Callable[[str], CardPicture]
"""How a game draws a card, by its id, in the active language."""


def top_of(points: int, bonuses: Sequence[str], extras: str = "") -> str:
    """Return the head of a card: its points, its bonuses, and what else it brings."""
    worth = f"<b>{points}</b>" if points else ""
    gems = "".join(map(symbol, bonuses))
    return (
        f'<span class="top"><span class="worth">{worth}{extras}</span>'
        f'<span class="bonus">{gems}</span></span>'
    )


def draw_card(
    pen: Pen,
    picture: CardPicture,
    purse: Purse | None,
    *,
    mark: str = "",
    where: str = "",
    pick: str = "",
    is_own: bool = True,
    secret: str = "",
) -> str:
    """Return a card face up, with what the owner of the purse lacks; in brief unless `is_own`."""
    # `where` is the name of its place, `secret` says that nobody else knows the card.
    parts = [f"{where}: {picture.words}" if where else picture.words, _price_words(picture)]
    if purse:
        parts += _own_price(picture, purse) if is_own else _price_of_another(picture, purse)
    parts += [secret] if secret else []
    sign = symbol("secret", "sign") if secret else ""
    foot = f'<span class="foot">{_lack(picture.id, purse)}{sign}<span>{where}</span></span>'
    inner = f'{picture.top}<span class="cost">{_price(picture, purse)}</span>{foot}'
    can_pay = purse is not None and purse.can_pay(picture.id)
    return pen.thing(
        "card can" if can_pay else "card",
        inner,
        label="; ".join(parts),
        pick=pick,
        mark=mark,
        value=picture.id,
        tint=picture.tint,
    )


def draw_card_back(level: int, *, mark: str) -> str:
    """Return a card face down."""
    back = symbol(f"back{level}", "back")
    return image("card down", back, hidden_card_words(level), mark=mark, value=level)


def draw_unknown_card(*, mark: str) -> str:
    """Return a card whose level is hidden, too."""
    return image("card down", symbol("unseen", "figure"), gettext("a hidden card"), mark=mark)


def _price(picture: CardPicture, purse: Purse | None) -> str:
    if purse is None:
        return "".join(_amount(colour, amount, None, 0) for colour, amount in picture.cost)
    bonuses, tokens = purse.bonuses, purse.tokens
    return "".join(
        _amount(colour, amount, min(amount, bonuses[colour]), min(amount, tokens[colour]))
        for colour, amount in picture.cost
    )


@lru_cache(maxsize=2**12)
def _amount(colour: str, amount: int, bonuses: int | None, tokens: int) -> str:
    """Return how much of a colour is asked, and for a buyer how much of that they have."""
    drawn = f"{symbol(colour)}<b>{amount}</b>"
    if bonuses is None:
        return f"<span>{drawn}</span>"
    paid = min(tokens, amount - bonuses)
    lacking = amount - bonuses - paid
    pips = '<i class="b"></i>' * bonuses + '<i class="t"></i>' * paid + "<i></i>" * lacking
    return f'<span>{drawn}<span class="pips">{pips}</span></span>'


def _lack(card_id: str, purse: Purse | None) -> str:
    """Return a sign for what is missing: that nothing is, how much gold it takes, or how many."""
    if purse is None:
        return ""
    if purse.can_pay(card_id):
        gold = purse.gold_needed(card_id)
        paid = f"{symbol(GOLD, 'sign')}{gold}" if gold else ""
        return f'<span class="lack">{symbol("tick", "sign")}{paid}</span>'
    missing = purse.missing(card_id)
    return f'<span class="lack"><i></i>{missing}</span>' if missing else ""


def _price_words(picture: CardPicture) -> str:
    return gettext("costs %(price)s") % {"price": token_list(dict(picture.cost))}


def _own_price(picture: CardPicture, purse: Purse) -> Iterator[str]:
    price = token_list(purse.price(picture.id)) or gettext("nothing")
    yield gettext("you pay %(price)s") % {"price": price}
    if missing := missing_words(picture.id, purse):
        yield missing


def _price_of_another(picture: CardPicture, purse: Purse) -> Iterator[str]:
    if purse.can_pay(picture.id):
        yield gettext("its owner can pay")
    elif missing := missing_words(picture.id, purse):
        yield missing
