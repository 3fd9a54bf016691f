"""One measured quantity."""

import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Quantity:
    """A value with its unit, and the most it must be and should be, if that is laid down."""

    name: str
    value: float
    unit: str
    must: float | None = None
    aim: float | None = None

    @property
    def verdict(self) -> str:
        """How the value stands against what was laid down."""
        if self.must is not None and self.value > self.must:
            return "MISSED"
        if self.aim is not None and self.value <= self.aim:
            return "aim reached"
        return "" if self.must is None else "ok"

    def as_json(self) -> dict[str, Any]:
        """Return the quantity as an object for the results file."""
        return {
            "value": self.value,
            "unit": self.unit,
            "must": None if self.must is None else f"<= {self.must:.4g}",
            "aim": None if self.aim is None else f"<= {self.aim:.4g}",
        }


def say(text: str) -> None:
    """Tell on standard error how far the measuring is."""
    print(text, file=sys.stderr, flush=True)
