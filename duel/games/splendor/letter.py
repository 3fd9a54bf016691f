"""The sheet as the HTML part of a letter draws it: players, bank, tiles, cards with their moves."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from duel.games.base import LetterDrawing, MoveLinks, MoveLists
from duel.games.gems.letter import (
    EDGE,
    HALF,
    NO_MOVES,
    At,
    MoveDrawing,
    Portrait,
    card_chip,
    draw_players,
    heading,
    paragraph,
    side_by_side,
    token_cell,
)
from duel.games.gems.letter_cards import draw_card_rows, new_slots
from duel.games.gems.vocabulary import card_count_words
from duel.games.splendor.standing import PlayerStanding, TableStanding
from duel.games.splendor.tiles import TileLine
from engine.splendor.moves import option_of

if TYPE_CHECKING:
    from duel.games.splendor.sheet import TurnSheet


def in_letter(
    sheet: "TurnSheet", links: MoveLinks | None, since: Sequence[Mapping[str, Any]]
) -> LetterDrawing:
    """Return the whole sheet; without `links` it shows no moves."""
    moves, listed = NO_MOVES, ""
    at: At = {}
    if links:
        moves = sheet.moves
        drawn = MoveDrawing(moves, links, option_of, lambda option: option.colours)
        at, listed = drawn.at_cards(), drawn.in_lists()
    table = [
        heading(gettext("The bank")),
        _bank(sheet.standing),
        listed,
        heading(gettext("The cards, with what you would pay")),
        _gold(moves),
        draw_card_rows(sheet.cards, sheet.decks, at, new_slots(since, sheet.cards)),
        *(paragraph(escape(sentence)) for sentence in sheet.reminders),
    ]
    return LetterDrawing(
        standing=_standing(sheet.standing),
        table=SafeString("\n".join(table)),
        moves=MoveLists((), moves.rarer, (), moves.left_out),
    )


def _standing(standing: TableStanding) -> SafeString:
    sentences = standing.last_round
    last_round = paragraph(f"<strong>{escape(sentences)}</strong>") if sentences else ""
    parts = [last_round, draw_players(map(_portrait, standing.players))]
    for title, tiles in standing.tiles.groups:
        parts += [heading(escape(title)), side_by_side(map(_tile, tiles), HALF)]
    return SafeString("\n".join(parts))


def _portrait(player: PlayerStanding) -> Portrait:
    sentences = (player.reserved, player.nobles, player.posts)
    return Portrait(
        who=player.who,
        ways=() if player.is_out else (player.way,),
        tokens=player.token_counts,
        tokens_total=player.tokens_total,
        kinds=player.kinds,
        cards=player.cards,
        sentences=(player.distances, *sentences) if player.is_out else sentences,
    )


def _bank(standing: TableStanding) -> str:
    piles = "\n".join(token_cell(colour, words, 48) for colour, words in standing.piles)
    return (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="3" border="0" '
        'style="max-width:420px;table-layout:fixed;text-align:center;font-size:13px;'
        f'line-height:1.2"><tr>{piles}</tr></table>'
    )


def _tile(tile: TileLine) -> str:
    chips = (card_chip(colour, card_count_words(colour, number)) for colour, number in tile.needs)
    terms = "\n".join([", ".join(tile.terms), *chips])
    lines = [
        f"<strong>{tile.name}</strong> {terms}" if tile.name else terms,
        tile.power,
        f'<span class="muted" style="color:#645a50">{escape(tile.missing)}</span>',
    ]
    return (
        f'<div style="margin:0 8px 8px 0;padding:6px 10px;border:1px solid {EDGE};'
        'border-radius:6px;font-size:14px;line-height:1.6">'
        + "<br>\n".join(line for line in lines if line)
        + "</div>"
    )


def _gold(moves: MoveLists) -> str:
    """Return what a reserve brings beside the card, as the title of these moves says it."""
    meant = [group for group in moves.meant if group.kind == "reserve"]
    return paragraph(f"{meant[0].title}.") if meant else ""
