"""Players as an HTML letter draws them: how near each is to winning, and what they have."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from duel.games.gems.letter.blocks import HALF, LAYOUT, side_by_side
from duel.games.gems.standing import Kinds, Way
from duel.games.gems.token_styles import EDGE, card_chip, chip
from duel.games.gems.vocabulary import COLOURS, counted

_BAR = f'{LAYOUT} width="100%" style="border:1px solid {EDGE}"><tr>'
_FILLED = "background:#cc4b3c;"
"""It stands out from the paper by day and by lamplight."""
_SENTENCES = '<p style="margin:4px 0;font-size:14px;line-height:1.4">'
_CHIPS = '<p style="margin:4px 0;font-size:14px;line-height:1.7">'


@dataclass(frozen=True)
class Portrait:
    """A player, for the drawing."""

    who: str
    ways: Sequence[Way]
    tokens: Mapping[str, int]
    tokens_total: str
    """How many tokens in all, or that there is none."""
    kinds: Kinds
    cards: str
    """The cards in a sentence, for who has none."""
    sentences: Iterable[str]
    """What else the player has."""


def drawn_players(players: Iterable[Portrait]) -> str:
    """Return the players side by side, or below each other in a narrow window."""
    return side_by_side(map(_player, players), HALF)


def _player(player: Portrait) -> str:
    tokens = "\n".join(
        chip(colour, counted(colour, player.tokens[colour]))
        for colour in COLOURS
        if player.tokens.get(colour)
    )
    cards = "\n".join(card_chip(colour or "", words) for colour, words in player.kinds)
    told = [said for said in ("" if cards else player.cards, *player.sentences) if said]
    lines = [
        (_CHIPS, f"{tokens}\n{player.tokens_total}".strip()),
        (_CHIPS, cards),
        (_SENTENCES, escape(" ".join(told))),
    ]
    return (
        f'<div style="margin:0 8px 8px 0;padding:8px 10px;border:1px solid {EDGE};'
        'border-radius:6px">'
        f'<h3 style="margin:0 0 4px;font:600 16px/1.3 Georgia,serif">{escape(player.who)}</h3>\n'
        + "\n".join(map(_way, player.ways))
        + "\n".join(f"{begins}{line}</p>" for begins, line in lines if line)
        + "</div>"
    )


def _way(way: Way) -> str:
    """Return the words, and a bar that says the same to the eye."""
    share = min(100, 100 * way.count // way.goal) if way.goal else 0
    said = f'<td style="font-size:14px;line-height:1.4">{way.words}</td>'
    bar = ""
    if way.goal:
        cells = "".join(
            f'<td width="{part}%" height="8" style="{style}font-size:0">&nbsp;</td>'
            for part, style in ((share, _FILLED), (100 - share, ""))
            if part
        )
        bar = f'<td width="40%" style="padding:0 0 0 8px">{_BAR}{cells}</tr></table></td>'
    return f'{LAYOUT} width="100%"><tr>{said}\n{bar}</tr></table>'
