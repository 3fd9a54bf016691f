"""Small drawings for the pages of help, from the symbols that table and letters use."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from duel.games.gems.vocabulary import colour_word

register = template.Library()

_COLOURS = {
    "w": "white",
    "u": "blue",
    "g": "green",
    "r": "red",
    "k": "black",
    "p": "pearl",
    "o": "gold",
}
_COLUMNS = "abcde"


@register.simple_tag
def symbol(name: str, kind: str = "token") -> SafeString:
    """Return one symbol of `tokens.svg`."""
    drawing = '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>'
    return format_html(drawing, kind, static("tokens.svg"), name)


@register.simple_tag
def tokens(names: str) -> SafeString:
    """Return a row of tokens, given as in “red red gold”."""
    each = format_html_join("", "{}", ((symbol(name),) for name in names.split()))
    return format_html('<span class="fig-row">{}</span>', each)


@register.simple_tag
def token_kinds(names: str) -> SafeString:
    """Return a list of these tokens, each with its word."""
    items = ((symbol(name), colour_word(name)) for name in names.split())
    return format_html('<ul class="tokens">{}</ul>', format_html_join("", "<li>{} {}</li>", items))


@register.simple_tag
def price(amounts: str) -> SafeString:
    """Return so many of each, given as in “blue:3 red:2”: a number beside its token."""
    pairs = (part.split(":") for part in amounts.split())
    pips = format_html_join(
        "",
        '<span class="fig-pip">{}<b>{}</b></span>',
        ((symbol(colour), number) for colour, number in pairs),
    )
    return format_html('<span class="fig-price">{}</span>', pips)


@register.simple_tag
def grid(rows: str, yes: str = "", no: str = "") -> SafeString:
    """Return a board of five rows of letters, as in “wugrk”; a dot is an empty cell.

    `yes` and `no` are cells that are shown as good and as bad to take.
    """
    cells = []
    for number, row in enumerate(rows.split(), 1):
        cells.append(format_html('<i class="fig-edge">{}</i>', number))
        for column, letter in zip(_COLUMNS, row, strict=True):
            cell = f"{column}{number}"
            mark = "yes" if cell in yes.split() else "no" if cell in no.split() else "plain"
            token = symbol(_COLOURS[letter]) if letter in _COLOURS else ""
            cells.append(format_html('<span class="fig-cell {}">{}</span>', mark, token))
    edges = format_html_join("", '<i class="fig-edge">{}</i>', ((each,) for each in _COLUMNS))
    body = format_html_join("", "{}", ((each,) for each in cells))
    return format_html('<div class="fig-grid"><i class="fig-edge"></i>{}{}</div>', edges, body)


@register.inclusion_tag("help/figures/card.html")
def card(
    colour: str,
    price: str,
    *,
    points: int = 0,
    bonus: int = 1,
    crowns: int = 0,
    ability: str = "",
    numbered: bool = False,
) -> dict[str, object]:
    """Draw a card; with `numbered` its parts have numbers, in the order of a list beside it."""
    has = {"points": points, "crowns": crowns, "ability": ability, "bonus": bonus, "price": price}
    parts = [part for part, there in has.items() if there]
    return {
        "colour": colour,
        "cost": price,
        "points": points,
        "bonuses": range(bonus),
        "crowns": range(crowns),
        "ability": ability,
        "number": {part: place for place, part in enumerate(parts, 1)} if numbered else {},
    }


@register.inclusion_tag("help/figures/tile.html")
def tile(points: str = "", cards: str = "", kind: str = "noble") -> dict[str, object]:
    """Draw a noble, a city or a trading post: its points, and the cards that it asks for."""
    pairs = [part.split(":") for part in cards.split()]
    return {"points": points, "cards": pairs, "kind": kind}
