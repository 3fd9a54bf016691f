"""Why the reader of Splendor refused a text: what it adds to the refusals of all games."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.gems.vocabulary import COLOURS, colour_word
from duel.games.refusals import Refusals
from duel.games.splendor.printed_cards import PrintedCards

_SENTENCES: Mapping[str, Promise] = {
    "no_noble": _("There is no noble %(card)s that comes to you now."),
    "no_post": _("There is no trading post %(card)s that you win now."),
    "which_noble": _("%(count)s nobles fit this description; please write which one you mean."),
    "which_post": _(
        "%(count)s trading posts fit this description; please write which one you mean."
    ),
    "which_noble 0": _("No noble that comes to you now fits this description."),
    "which_post 0": _("No trading post that you win now fits this description."),
    "needs_noble": _("Please name the noble, by the colours it shows."),
    "needs_post": _("Please name the trading post, by its colours or its power."),
    "needs_kept": _("Please write which card you keep, the first or the second."),
}


def refusals_of(printed: PrintedCards) -> Refusals:
    """Return the refusals of the game, given what is printed: no reader is shown an id."""

    def word(canonical: str) -> str | None:
        if canonical in COLOURS:
            return colour_word(canonical)
        facts = printed.facts
        if canonical in facts.card_of:
            return printed.card(canonical)
        if canonical in facts.noble_of:
            return printed.noble(canonical)
        if canonical in facts.post_of:
            return printed.post_name(canonical)
        return _verbs().get(canonical)

    return Refusals(_SENTENCES, word)


def _verbs() -> dict[str, str]:
    """Return the verbs of the notation, each as a word that is read as that verb."""
    return {
        "extra": pgettext("verb of a move", "extra"),
        "keep": pgettext("verb of a move", "keep"),
        "noble": pgettext("verb of a move", "noble"),
        "post": pgettext("verb of a move", "post"),
        "pass": pgettext("verb of a move", "pass"),
    }
