"""The questions that answer a reply which cannot be taken; the readers of replies call it."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_SENTENCES: dict[str, str | Promise] = {
    "bare_note": _(
        "For whom is this note? Begin it with “to all:” or a name, as in “to Bruno:”; for "
        "yourself with “to me:”. Nobody has seen it."
    ),
    "empty_note": _("There is nothing after the colon, so nothing was done."),
    "ask_with_more": _(
        "Beside what you ask for there is something else, so nothing was done. Please send one "
        "thing at a time; only orders may stand behind a move."
    ),
    "several_asks": _("This asks for several things at once. Please send them one by one."),
    "resign_with_more": _("To resign, answer with that word alone."),
    "bad_time": _("Please say how much time, as in “two more days” or “12 hours”."),
    "bad_days": _(
        "Please name the first and the last day, as in “holiday 24 December to 2 January”."
    ),
    "empty": _("There is no word in your mail above the quoted letter."),
}

_ABOUT_NAMES: dict[str, str | Promise] = {
    "unclear_name": _(
        "To whom is your note? “%(written)s” is not the whole name of one player alone. "
        "Nothing was done, and nobody has read it. Please send it again and begin it with "
        "%(headings)s."
    ),
    "unknown_name": _(
        "Nobody in this game is called “%(written)s”. Nothing was done, and nobody has read your "
        "note. Please send it again and begin it with %(headings)s."
    ),
}


def unreadable_sentence() -> str:
    """Return the sentence about a mail that could not be read at all."""
    return gettext(
        "Your email could not be read, so nothing was done, and your clock does not wait for it. "
        "Please use the links in our letters, or write it in other words. The operators see that "
        "this happened."
    )


def problem_sentence(code: str, quoted: str = "", candidates: Sequence[str] = ()) -> str:
    """Return the question; `quoted` is an unclear name, `candidates` are those with such names."""
    if code in _ABOUT_NAMES:
        headings = [gettext("“to %(name)s:”") % {"name": name} for name in candidates]
        return str(_ABOUT_NAMES[code]) % {"written": quoted, "headings": _or(headings)}
    sentence = _SENTENCES.get(code)
    return str(sentence) if sentence else gettext("This could not be read.")


def _or(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    words = {"most": ", ".join(parts[:-1]), "last": parts[-1]}
    return gettext("%(most)s or %(last)s") % words
