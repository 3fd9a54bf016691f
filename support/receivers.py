"""What operators do when the games send a signal: a letter when a record is found broken."""

from typing import Any

from django.dispatch import receiver

from duel.integrity.divergences import damage_found
from duel.models import Game
from support.letters.status import tell_of_damage


@receiver(damage_found)
def tell_operators_of_damage(game: Game, **_: Any) -> None:
    """Write to all who may look at the game that its record is broken."""
    tell_of_damage(game)
