"""The form with which an operator answers a report. `support.admin.disputes` calls it."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.words.naming import joined
from support.deliverability import unreached_sentences
from support.disputes.canned_answers import answer_to_opponent, answer_to_reporter
from support.disputes.canned_answers.situations import AnswerStatement, Situation
from support.disputes.selectors import concerned_in
from support.models import ANSWER_LENGTH, Decision, Dispute

RECENT_DECISIONS = 10

_SETTLED_AS = [
    (Dispute.State.RESOLVED.value, _("resolved: something was put right or explained")),
    (Dispute.State.DISMISSED.value, _("dismissed: there was nothing to put right")),
]


class DecisionField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the decisions about a game."""

    def label_from_instance(self, obj: Decision) -> str:
        """Return what was decided, where the log has it, and why."""
        return gettext("%(act)s, entry %(seq)s: %(reason)s") % {
            "act": obj.get_act_display(),
            "seq": obj.seq,
            "reason": obj.reason[:80],
        }


class AnswerForm(forms.Form):
    """How the report is settled, and the answer to each player concerned."""

    expected = forms.IntegerField(widget=forms.HiddenInput)
    situation = forms.ChoiceField(
        choices=Situation.choices, required=False, widget=forms.HiddenInput
    )
    said = forms.TypedMultipleChoiceField(
        choices=AnswerStatement.choices,
        coerce=AnswerStatement,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    state = forms.ChoiceField(
        label=_("It is"),
        choices=_SETTLED_AS,
        initial=Dispute.State.RESOLVED,
        widget=forms.RadioSelect,
    )
    decision = DecisionField(
        label=_("Settled by the decision"),
        queryset=Decision.objects.none(),
        required=False,
        empty_label=_("none"),
    )
    to_reporter = forms.CharField(
        max_length=ANSWER_LENGTH, widget=forms.Textarea(attrs={"rows": 12, "cols": 90})
    )
    tell_opponent = forms.BooleanField(required=False)
    to_opponent = forms.CharField(
        max_length=ANSWER_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 90}),
    )

    def __init__(self, *args: Any, dispute: Dispute, **kwargs: Any) -> None:
        """Name the readers and their languages, so that nobody is written to in a wrong one."""
        super().__init__(*args, **kwargs)
        readers = concerned_in(dispute)
        decisions = dispute.game.decisions.order_by("-seq")
        # The choices are the newest; a slice could not be looked up in once more.
        newest = list(decisions.values_list("pk", flat=True)[:RECENT_DECISIONS])
        chosen = self.fields["decision"]
        assert isinstance(chosen, DecisionField)  # noqa: S101 (for the type checker)
        chosen.queryset = decisions.filter(pk__in=newest)
        own = [dispute.reporter] if dispute.reporter else []
        for name, people in (("to_reporter", own), ("to_opponent", readers)):
            self.fields[name].label = _recipients(people)
            self.fields[name].help_text = " ".join(unreached_sentences(people))
        self.fields["tell_opponent"].label = gettext("Write to %(name)s as well") % {
            "name": joined([str(reader) for reader in readers])
        }
        if not readers:
            del self.fields["tell_opponent"], self.fields["to_opponent"]

    def clean(self) -> dict[str, Any]:
        """Require words to the player it is about only if they are to be sent."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("tell_opponent") and not cleaned.get("to_opponent"):
            self.add_error("to_opponent", gettext("Write what they are to be told."))
        return cleaned

    @property
    def answer_fields(self) -> list[forms.BoundField]:
        """The fields of the answer itself; what it states is ticked above them."""
        return [field for field in self.visible_fields() if field.name != "said"]

    def sentences(self) -> list[str]:
        """Return how the report is settled, and by what; the letters say the rest."""
        decision = self.cleaned_data["decision"]
        sentences = [str(dict(_SETTLED_AS)[self.cleaned_data["state"]])]
        if decision is not None:
            chosen = self.fields["decision"]
            assert isinstance(chosen, DecisionField)  # noqa: S101 (for the type checker)
            sentences.append(f"{chosen.label}: {chosen.label_from_instance(decision)}")
        return sentences

    @property
    def word_to_opponent(self) -> str:
        """The words to the player it is about; empty unless it was ticked."""
        is_told = self.cleaned_data.get("tell_opponent")
        return str(self.cleaned_data["to_opponent"]) if is_told else ""


def canned(
    dispute: Dispute, chosen: Situation, stated: Collection[AnswerStatement]
) -> dict[str, str | list[str]]:
    """Return the proposed words for all readers, each in their own language."""
    return {
        "situation": chosen.value,
        "said": [each.value for each in stated],
        "to_reporter": answer_to_reporter(dispute, chosen, stated),
        "to_opponent": answer_to_opponent(dispute, chosen, stated),
    }


def _recipients(readers: Sequence[User]) -> str:
    if not readers:
        return gettext("To a player who left: nobody reads it")
    languages = dict(settings.LANGUAGES)
    sentence = gettext("%(name)s, who reads %(language)s")
    names = [sentence % {"name": one, "language": languages[one.language]} for one in readers]
    return gettext("To %(readers)s") % {"readers": joined(names)}
