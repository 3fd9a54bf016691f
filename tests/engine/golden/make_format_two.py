"""Makes the golden games of format 2: `python -m tests.engine.golden.make_format_two`.

They say which words for the shuffle were derived from the secret.
"""

import random

from engine.record import canonical_json
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.golden import make, make_splendor


def against_a_bot() -> Bookkeeper:
    """A game of two, one of whom gave a word of their own."""
    book = Bookkeeper("format-two", drawn=(False, True))
    chance = random.Random("format-two")
    while book.course.outcome is None:
        book.play(make.choose(book, chance, "all", 0.05))
    return book


def of_three() -> Bookkeeper:
    """A game of three in which the first seat gave none."""
    book = Bookkeeper("splendor-format-two", "splendor", seats=3, drawn=(True, False, True))
    chance = random.Random("splendor-format-two")
    while book.course.outcome is None:
        book.play(make_splendor.choose(book, chance, 0.05))
    return book


def main() -> None:
    """Write them beside this file."""
    for book in (against_a_bot(), of_three()):
        path = make.FOLDER / f"{book.header.id}.json"
        path.write_bytes(canonical_json(book.file()) + b"\n")
        print(f"{path.name}: {len(book.entries)} entries, {book.course.result}")


if __name__ == "__main__":
    main()
