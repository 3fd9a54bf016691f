"""A legal move taken apart, as far as every reader needs it."""

from typing import Protocol, TypeVar


class Option(Protocol):
    """The parts of a canonical move."""

    @property
    def move(self) -> str:
        """Its canonical text."""

    @property
    def verb(self) -> str:
        """Its first word."""

    @property
    def card(self) -> str | None:
        """A card or a tile by its id, or a deck as `deck2`."""

    @property
    def colours(self) -> tuple[str, ...]:
        """What is taken or discarded; in a purchase, what gold is paid for."""


O = TypeVar("O", bound=Option)  # noqa: E741
