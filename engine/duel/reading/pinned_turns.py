"""A turn of Splendor Duel written ahead of time: places become the cards that lie there now."""

from functools import partial

from engine.duel.reading.reader import READER
from engine.reading.pinned_turns import pinned as pinned_by

pinned = partial(pinned_by, READER)
"""Return the text with the cards that the seat sees now in it, or why it cannot be kept."""
