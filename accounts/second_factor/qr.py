"""A text as a QR code that the page draws itself: nothing is fetched, no policy must allow it."""

from dataclasses import dataclass

import segno

QUIET_ZONE = 4
"""Cells of light around it, as ISO 18004 wants them."""


@dataclass(frozen=True)
class QrCode:
    """The dark cells of a QR code as the path of an SVG, and the length of a side in cells."""

    side: int
    path: str


def qr_code(text: str) -> QrCode:
    """Return the QR code of a text, with the light around it."""
    rows = list(segno.make_qr(text).matrix_iter(border=QUIET_ZONE))
    dark = (
        f"M{across} {down}h1v1h-1z"
        for down, row in enumerate(rows)
        for across, cell in enumerate(row)
        if cell
    )
    return QrCode(len(rows), "".join(dark))
