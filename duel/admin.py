"""Where Django looks for an app's admin; it lies with the operators."""

from duel.operators import admin

__all__ = ["admin"]
