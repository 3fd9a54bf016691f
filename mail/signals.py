"""What this room tells the others without knowing them."""

from django.dispatch import Signal

delivery_trouble = Signal()
"""A letter will not reach its reader. Receivers get `address`, `letter` (None if unknown) and
`reason`: `bounced`, `complained`, `suppressed` (the address takes no letters) or `failed` (given
up). They run in the transaction that records the trouble: if one raises, the provider or the sweep
comes again."""

letter_said_lost = Signal()
"""Somebody says by mail that a letter came back, and nothing else says so. Receivers get `letter`;
it can be sent once more, and the address takes letters as before."""

letter_arrived = Signal()
"""A letter has left or, where the provider reports that, was delivered. Receivers get `letter`,
`at` and `source` (of the draft, if the letter has just left); they may be called more than once."""

address_taken_up = Signal()
"""An `address` that was put aside takes letters again: its owner or an operator has confirmed it.
Receivers run in the transaction of that, once those letters wait again that were held back."""
