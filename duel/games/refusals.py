"""Why a reader refused a text, in the active language and in words that can be sent back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from duel.words.naming import joined
from engine.reading import Fact, Problem

_SENTENCES: Mapping[str, Promise] = {
    "empty": _("There is no move in this text."),
    "too_long": _("This text is too long to be read as a move."),
    "unknown": _("Not understood: %(words)s."),
    "negated": _("“%(word)s” says what not to do; please write only what you do."),
    "question": _("“%(word)s” makes this a question; please write only what you do."),
    "condition": _("“%(word)s” makes this a condition; please write only what you do."),
    "choice": _("“%(word)s” offers a choice; please write only the one move you mean."),
    "reported": _(
        "“%(word)s” tells of something that was done; please write only what you do now."
    ),
    "hedged": _("“%(word)s” leaves open whether you mean it; please write only what you do now."),
    "others": _("“%(word)s” speaks of somebody else’s move; please write only what you do."),
    "incomplete": _("A word is missing beside “%(word)s”; please write the whole move."),
    "counts": _(
        "It is not clear which number belongs to which colour; please write “2 red, 1 blue”."
    ),
    "untrue": _("“%(text)s” does not happen with this move; please check it."),
    "ambiguous": _("“%(word)s” can mean %(meanings)s; please write the word you mean."),
    "gold_or_choice": _(
        "“%(word)s” can mean gold or offer a choice; please write “gold”, or only the one move "
        "you mean."
    ),
    "no_verb": _("The text does not say what to do; possible now: %(verbs)s."),
    "many_verbs": _("This reads like several moves (%(verbs)s); put a semicolon between them."),
    "not_now": _("“%(verb)s” is not possible now; possible: %(verbs)s."),
    "no_card": _("There is no card %(card)s that you can %(verb)s."),
    "other_card": _("What you write about %(card)s is not true of that card."),
    "which_card": _("%(count)s cards fit this description; please write which one you mean."),
    "which_card 0": _("No card that you can have now fits this description."),
    "many_cards": _("Only one card can be named here, not %(cards)s."),
    "needs_card": _("Please name the card."),
    "needs_colours": _("Please name the colours."),
    "several": _("%(count)s legal moves fit this text; please write which one you mean."),
    "not_legal": _("“%(understood)s” is not a legal move here."),
    "over": _("There is nothing to choose here."),
    "not_your_turn": _("It is not your turn."),
    "turn_over": _(
        "Understood: %(understood)s. Your turn is over before “%(text)s”, so none of these moves "
        "was played."
    ),
    "another_turn": _(
        "Understood: %(understood)s. “%(text)s” belongs to your extra turn; send it when you have "
        "seen what came of the first one."
    ),
}
_QUOTED = ("word", "words", "text", "first", "last")
"""Facts that are quoted as they were written."""

_DECK = re.compile("deck([1-3])")


@dataclass(frozen=True)
class Refusals:
    """The refusals of one game: what it adds to those of all games."""

    sentences: Mapping[str, Promise]
    """By their codes, the reasons that only this game has, or tells in words of its own."""
    word: Callable[[str], str | None]
    """Its own canonical words as its players write them: verbs, colours; None for all others."""

    def sentence(self, problem: Problem) -> str:
        """Return the reason as one sentence."""
        facts = {name: self._fact(name, fact) for name, fact in problem.facts.items()}
        code = f"{problem.code} 0" if problem.facts.get("count") == 0 else problem.code
        sentence = self.sentences.get(code) or _SENTENCES[code]
        return str(sentence) % facts

    def understood_words(self, canonical: str) -> str:
        """Return what was made out, such as `take a1 red`, with verb and colours in words."""
        return " ".join(self._word(word) for word in canonical.split())

    def _fact(self, name: str, fact: Fact) -> str:
        if isinstance(fact, int):
            return str(fact)
        if name == "words":
            return ", ".join(gettext("“%(word)s”") % {"word": word} for word in fact)
        if name in _QUOTED:
            return fact if isinstance(fact, str) else " ".join(fact)
        if isinstance(fact, str):
            return self.understood_words(fact)
        if name == "understood":
            return "; ".join(self.understood_words(move) for move in fact)
        if name in ("cells", "verbs", "meanings"):
            return ", ".join(self.understood_words(part) for part in fact)
        return joined([self.understood_words(part) for part in fact])

    def _word(self, word: str) -> str:
        """Return a canonical word as the reader writes it; any other one as it is."""
        if deck := _DECK.fullmatch(word):
            return gettext("top of level %(level)s") % {"level": deck[1]}
        # A thing that was counted ("the second royal") is named by its number.
        return self.word(word) or _verbs().get(word, word.removeprefix("place"))


def _verbs() -> dict[str, str]:
    """Return the verbs that games share, each as a word that is read as that verb."""
    return {
        "take": pgettext("verb of a move", "take"),
        "reserve": pgettext("verb of a move", "reserve"),
        "draw": pgettext("verb of a move", "draw"),
        "buy": pgettext("verb of a move", "buy"),
        "discard": pgettext("verb of a move", "discard"),
        "choose": pgettext("verb of a move", "choose"),
    }
