"""The letters that an act of an operator would send, shown before it is carried out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Max, Q
from django.utils.translation import get_language_info

from accounts.models import User
from mail.models import Letter
from mail.previews import look_at
from mail.registry import Builder

T = TypeVar("T")


@dataclass(frozen=True)
class ForeseenLetter:
    """A letter as its reader would get it, with every link dead."""

    reader: str
    code: str
    """The code of the reader's language."""
    subject: str
    text: str

    @property
    def language(self) -> str:
        """The name of the reader's language, in that of the operator."""
        return str(get_language_info(self.code)["name_translated"])


def posted_letters(
    act: Callable[[], T], *, about: Q, builder_for: Callable[[T], Builder | None]
) -> tuple[T, list[ForeseenLetter]]:
    """Return what the act returns, and the letters of these that it posts, each as it will read.

    `about` says which letters are meant, as others are posted at the same time. `builder_for`
    makes a builder of letters from what the act returned; with None the registered ones build
    them. A caller that only looks rolls the transaction back.
    """
    last = Letter.objects.aggregate(last=Max("pk"))["last"] or 0
    done = act()
    posted = Letter.objects.filter(about, pk__gt=last).order_by("pk")
    build = builder_for(done)
    return done, [letter for each in posted if (letter := _foreseen(each, build))]


def _foreseen(letter: Letter, build: Builder | None) -> ForeseenLetter | None:
    look = look_at(letter, build=build)
    reader = User.objects.filter(email=letter.to).first()
    if look is None or reader is None:
        return None
    return ForeseenLetter(str(reader), reader.language, look.subject, look.text)
