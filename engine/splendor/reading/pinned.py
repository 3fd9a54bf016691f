"""A turn of Splendor written ahead of time: places become the cards that lie there now."""

from functools import partial

from engine.reading.pinned import pinned as pinned_by
from engine.splendor.reading.reader import READER

pinned = partial(pinned_by, READER)
"""Return the text with the cards that the seat sees now in it, or why it cannot be kept."""
