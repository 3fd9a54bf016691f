"""What this room tells the rooms above it. Receivers run in the transaction of the change."""

from django.dispatch import Signal

links_revoked = Signal()
"""All links of a `person` made so far are dead from now on."""

letters_chosen = Signal()
"""A `person` wants letters single from now on, or all together once a day."""

address_changed = Signal()
"""A `person` has a new address; `old` is the former one."""

name_proposed = Signal()
"""A `person` would like to be called `name`; a receiver raises ValidationError to refuse it."""

name_changed = Signal()
"""A `person` has a new name; `old` is the former one."""
