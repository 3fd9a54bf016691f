"""What a letter was just built from, for the clock that starts when the letter has left.

So the log is not replayed a second time. Each thread keeps that of one letter, only for as long as
somebody has the letter's draft: the log has the seed of its game, and is not to lie about.
Nothing is believed of it: under the lock it counts only if nothing was written since.
"""

import os
import threading
import weakref

from duel.letters.context import LetterContext
from mail.drafts import Draft


class _Kept(threading.local):
    notice: int | None = None
    ctx: LetterContext | None = None
    draft: "weakref.ref[Draft] | None" = None


_kept = _Kept()


def keep(draft: Draft, ctx: LetterContext, *, notice: int) -> Draft:
    """Return the draft; what it was built from is kept for as long as somebody has it."""
    # The draft may end in another thread, whose letter is another one.
    own = _kept.__dict__

    def forget(dead: "weakref.ref[Draft]") -> None:
        if own.get("draft") is dead:
            own.clear()

    own.update(notice=notice, ctx=ctx, draft=weakref.ref(draft, forget))
    return draft


def take(notice: object) -> LetterContext | None:
    """Return what the letter of this notice was just built from by this thread, but once."""
    ctx = _kept.ctx if notice is not None and _kept.notice == notice else None
    if ctx is not None:
        _kept.__dict__.clear()
    return ctx


def _forget_all() -> None:
    _kept.__dict__.clear()


os.register_at_fork(after_in_child=_forget_all)
