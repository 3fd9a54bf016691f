"""Blocks side by side: as many in a row as the window has room for."""

from collections.abc import Iterable

HALF = 272
"""The width of what stands in pairs where there is room; a phone has one below the other."""

LAYOUT = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
"""The beginning of a table that only lays things out."""

_ROW = f"<!--[if mso]>{LAYOUT}><tr><![endif]-->"
_ROW_ENDS = "<!--[if mso]></tr></table><![endif]-->"
_BLOCK_ENDS = "</div><!--[if mso]></td><![endif]-->"


def heading(words: str) -> str:
    """Return a heading, given its HTML."""
    return f'<h2 style="margin:24px 0 8px;font:600 18px/1.3 Georgia,serif">{words}</h2>'


def paragraph(words: str) -> str:
    """Return a paragraph, given its HTML."""
    return f'<p style="margin:8px 0">{words}</p>'


def side_by_side(blocks: Iterable[str], width: int, *, is_fixed: bool = False) -> str:
    """Return blocks of that width in rows; unless fixed, they shrink in a narrower window."""
    wide = f"width:{width}px" if is_fixed else f"width:100%;max-width:{width}px"
    kind = "" if is_fixed else ' class="half"'
    begins = (
        f'<!--[if mso]><td width="{width}" valign="top"><![endif]-->'
        f'<div{kind} style="display:inline-block;vertical-align:top;{wide}">\n'
    )
    return _ROW + "".join(begins + block + _BLOCK_ENDS for block in blocks) + _ROW_ENDS
