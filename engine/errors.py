"""What can go wrong in the engine, sorted by what callers do, in sentences that reveal nothing."""


class EngineError(Exception):
    """Any refusal of the engine."""


class BadSetup(EngineError):
    """A game cannot be begun like this: wrong seed, number of seats or option."""


class UnknownGame(EngineError):
    """There is no game of that name, or no such version of its rules."""


class Unreadable(EngineError):
    """The text is not the canonical form of any move."""


class Illegal(EngineError):
    """The move can be read, but is not allowed here."""


class BrokenRecord(EngineError):
    """The record of a game contradicts itself or the rules."""


class BadPosition(EngineError):
    """A position that cannot be; `problems` names everything that is wrong with it."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(f"This is no position of the game: {'; '.join(problems)}.")
        self.problems = problems
