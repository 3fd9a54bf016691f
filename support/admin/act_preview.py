"""Previews of acts that write to players, and carrying out exactly what was previewed.

Preview and act are the same run. The act is done in a transaction and its letters are built as
their readers would get them; unless the press brings the seal of just that preview, all of it is
taken back and the preview is shown. So nothing is carried out that nobody has seen.

The pages of decisions, people and reports call it.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.db import transaction
from django.db.models import Max, Model, Q
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import get_language_info, gettext

from accounts.models import User
from lib.signing import decode_token, encode_token, is_signature, signature
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
    posted = list(Letter.objects.filter(about, pk__gt=last).order_by("pk"))
    build = builder_for(done)
    looks = [(letter.to, look_at(letter, build=build)) for letter in posted]
    people = User.objects.filter(email__in={letter.to for letter in posted})
    readers = {reader.email: reader for reader in people}
    return done, [
        ForeseenLetter(str(reader), reader.language, look.subject, look.text)
        for address, look in looks
        if look is not None and (reader := readers.get(address)) is not None
    ]


_SALT = "duel.operators.preview"
_SIZE = 16
_TIME_OF_DAY = re.compile(r"\b\d{1,2}:\d{2}\b")


@dataclass(frozen=True)
class Preview:
    """What an act will do, the letters that it sends, and the seal that carries out just that."""

    sentences: list[str]
    letters: list[ForeseenLetter]
    seal: str
    has_changed: bool
    """Whether it should have been carried out, but is not what the operator has seen."""

    @property
    def refusal(self) -> str:
        """Why nothing was carried out; nothing if that was not asked for."""
        if not self.has_changed:
            return ""
        return gettext(
            "This is not what the preview showed: something has changed since. Nothing was done; "
            "look again."
        )

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows it."""
        return 409 if self.has_changed else 200


def preview_or_carry_out(
    request: HttpRequest,
    form: Form,
    act: Callable[[], T],
    *,
    foresee: Callable[[], list[str]],
    about: Q | None,
    builder_for: Callable[[T], Builder | None] = lambda _: None,
    binds: object = None,
    binds_sentences: bool = True,
) -> T | Preview:
    """Return what the act returns if the press carries out its preview; else the preview.

    `about` says which letters of the act are shown; None: none, and the act is not tried out for
    them. `builder_for` returns who builds them from what the act returned. `binds` is what was
    chosen besides the valid form. `binds_sentences` is false where they hold figures that change
    all the time.
    """
    with transaction.atomic():
        sentences = foresee()
        done, letters = (
            (None, [])
            if about is None
            else posted_letters(act, about=about, builder_for=builder_for)
        )
        shown = [sentences if binds_sentences else [], [_bound(letter) for letter in letters]]
        filled = {name: _plain(value) for name, value in form.cleaned_data.items()}
        sealed = [request.user.pk, request.get_full_path(), filled, binds, shown]
        message = json.dumps(sealed, sort_keys=True).encode()
        is_pressed = "carry_out" in request.POST
        if not (is_pressed and _is_seal(request.POST.get("preview", ""), message)):
            transaction.set_rollback(True)
            seal = encode_token(signature(_SALT, message, size=_SIZE))
            return Preview(sentences, letters, seal, has_changed=is_pressed)
        return act() if about is None else cast(T, done)


def _is_seal(token: str, message: bytes) -> bool:
    return is_signature(decode_token(token) or b"", _SALT, message, size=_SIZE)


def _bound(letter: ForeseenLetter) -> list[str]:
    """Return what must not change in a letter."""
    # A deadline moves on while the operator reads, so its time of day may change. Anything else
    # that would move it is an entry of the log, and the form is bound to that.
    return [letter.reader, letter.code, letter.subject, _TIME_OF_DAY.sub("", letter.text)]


def _plain(value: Any) -> Any:
    """Return the value of a field for the seal; browsers end lines in their own way."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value).replace("\r\n", "\n")
