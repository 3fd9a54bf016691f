"""The sheet as the HTML part of a letter draws it: players, board, cards, each with its moves."""

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from duel.games.base import LetterDrawing, MoveGroup, MoveLinks, MoveLists
from duel.games.duel.standing import PlayerStanding, TableStanding
from duel.games.gems.letter import (
    EDGE,
    HALF,
    NO_MOVES,
    At,
    MoveDrawing,
    Portrait,
    draw_players,
    heading,
    is_at_card,
    paragraph,
    side_by_side,
    token_cell,
)
from duel.games.gems.letter_cards import draw_card_rows, new_slots
from duel.games.gems.vocabulary import colour_word
from engine.duel.moves import option_of

if TYPE_CHECKING:
    from duel.games.duel.sheet import TurnSheet


def in_letter(
    sheet: "TurnSheet", links: MoveLinks | None, since: Sequence[Mapping[str, Any]]
) -> LetterDrawing:
    """Return the whole sheet; without `links` it shows no moves."""
    moves, board = NO_MOVES, _board(sheet) + paragraph(sheet.standing.bag)
    at: At = {}
    if links:
        moves = sheet.moves
        colours = {cell.name: cell.colour for row in sheet.board for cell in row}
        drawn = MoveDrawing(moves, links, option_of, lambda o: [colours[c] for c in o.cells])
        at = drawn.at_cards()
        listed = drawn.in_lists()
        board = side_by_side([board, listed], HALF) if drawn.is_short else f"{board}\n{listed}"
    table = [
        heading(gettext("The board")),
        board,
        heading(gettext("The cards, with what you would pay")),
        _golds(moves, links) if links else "",
        draw_card_rows(sheet.cards, sheet.decks, at, new_slots(since, sheet.cards)),
    ]
    collected = [group for group in moves.collected if not is_at_card(group)]
    return LetterDrawing(
        standing=_standing(sheet.standing),
        table=SafeString("\n".join(table)),
        moves=MoveLists((), moves.rarer, tuple(collected), moves.left_out),
    )


def _standing(standing: TableStanding) -> SafeString:
    players = draw_players(map(_portrait, standing.players))
    return SafeString(f"{players}\n{paragraph(f'{standing.privileges} {standing.royals}')}")


def _portrait(player: PlayerStanding) -> Portrait:
    return Portrait(
        who=player.who,
        ways=player.ways,
        tokens=player.token_counts,
        tokens_total=player.tokens_total,
        kinds=player.kinds,
        cards=player.cards,
        sentences=(player.privileges, player.reserved, player.royals),
    )


def _golds(moves: MoveLists, links: MoveLinks) -> str:
    """Return which gold a reserve takes, and a link for each of the others."""
    meant = [group for group in moves.meant if group.kind == "reserve"]
    if not meant:
        return ""
    words = gettext("“Reserve” takes the gold on %(cell)s.") % {"cell": _cell_of(meant[0])}
    others = (
        links.elsewhere(group, _cell_of(group))
        for group in moves.collected
        if group.kind == "reserve"
    )
    cells = ", ".join(link for link in others if link)
    if cells:
        words += " " + gettext("With another gold: %(cells)s.") % {"cells": cells}
    return paragraph(words)


def _cell_of(group: MoveGroup) -> str:
    """Return the cell of the gold with which all of a group reserve."""
    return option_of(group.items[0].move).cells[0]


def _board(sheet: "TurnSheet") -> str:
    columns = "".join(f'<th scope="col">{cell.name[0]}</th>' for cell in sheet.board[0])
    language = get_language()
    rows = "\n".join(
        f'<tr><th scope="row">{row[0].name[1]}</th>'
        + "".join(_cell(language, cell.colour) for cell in row)
        + "</tr>"
        for row in sheet.board
    )
    return (
        '<table width="100%" cellpadding="0" cellspacing="3" border="0" style="max-width:262px;'
        'table-layout:fixed;text-align:center;font-size:13px;line-height:1.2">'
        f'<tr><td width="16"></td>{columns}</tr>\n{rows}</table>'
    )


@cache
def _cell(language: str | None, colour: str) -> str:
    if not colour:
        return f'<td height="44" style="border:1px dashed {EDGE};border-radius:6px">&nbsp;</td>\n'
    return token_cell(colour, escape(colour_word(colour)), 44) + "\n"
