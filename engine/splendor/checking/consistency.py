"""What must hold between the parts of a position, beyond the shape of each."""

from engine.gems.consistency import Checks
from engine.splendor.position import Position

CHECKS: Checks[Position] = Checks()
