"""The page on which a player reports trouble to operators, and sees earlier reports."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from duel.errors import Refused
from duel.games.stories import note_sentences, shown_notes
from duel.lobby.bots import is_against_bots_alone
from duel.models import KnownGame, Note, Status
from duel.operators import REPORT_LENGTH, Report, ReportTopic, desk
from duel.play.notes import note_written_to
from duel.record.links import Purpose, about_seat, seat_path
from duel.seats.reporting import can_be_reported, report
from duel.timekeeping.in_words import given_in_words
from duel.web.game.context import LinkContext, by_link, own_perspective
from duel.words.naming import all_others
from engine.kinds import Channel
from mail.inbound.selectors import mail_about

SENT = "sent"
NOTE = "note"
"""In the address: the key of the note that is reported."""


class ReportForm(forms.Form):
    """Asks what is wrong, and whether the clocks should stand still meanwhile."""

    topic = forms.ChoiceField(
        label=_("What is it about?"), choices=ReportTopic.choices, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=_("What happened?"),
        max_length=REPORT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    asks_hold = forms.BooleanField(
        label=_("Please stop the clocks while you look"),
        required=False,
    )

    def __init__(
        self, *args: Any, game: KnownGame, unsettled: Report | None, **kwargs: Any
    ) -> None:
        """Ask only what is open: an unsettled report keeps its topic."""
        super().__init__(*args, **kwargs)
        if unsettled is not None:
            del self.fields["topic"]
            self.fields["text"].label = _("What would you like to add?")
        elif is_against_bots_alone(game):
            # Bots write no notes, so they cannot insult anybody.
            topics = [each for each in ReportTopic.choices if each[0] != ReportTopic.ABUSE]
            cast(forms.ChoiceField, self.fields["topic"]).choices = topics
        if game.status != Status.RUNNING or (unsettled and unsettled.asks_hold):
            del self.fields["asks_hold"]
        else:
            self.fields["asks_hold"].help_text = _about_respites(game)


def _about_respites(game: KnownGame) -> str:
    """Return that nobody loses on time while a report waits, and who sees that."""
    return ngettext(
        "An operator decides that. So that you do not lose on time meanwhile, you are given two "
        "days whenever it is your turn and less than a day is left, until your report is answered: "
        "seven days in all at most, for one report in a game. Your opponent sees that you were "
        "given time because of a report.",
        "An operator decides that. So that you do not lose on time meanwhile, you are given two "
        "days whenever it is your turn and less than a day is left, until your report is answered: "
        "seven days in all at most, for one report in a game. The other players see that you were "
        "given time because of a report.",
        game.seat_count - 1,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.TROUBLE)
def trouble(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Ask what is wrong; a press reports it, or adds to an unsettled report.

    The link works as long as its seat does, also after the next move.
    """
    game, seat, names = ctx.perspective.game, ctx.perspective.seat, ctx.perspective.names
    reports = desk().reports_from(seat)
    unsettled = next((each for each in reports if not each.is_settled), None)
    posted = request.POST if request.method == "POST" else None
    note = note_written_to(game, seat.number, request.GET.get(NOTE, ""))
    initial = _words_of_note(note, names, seat.number) or {"text": _words_of_mail(request, ctx)}
    form = ReportForm(posted, initial=initial, game=game, unsettled=unsettled)
    if posted is not None and form.is_valid():
        try:
            report(
                seat=seat,
                topic=form.cleaned_data.get("topic") or (unsettled.topic if unsettled else ""),
                text=form.cleaned_data["text"],
                asks_hold=form.cleaned_data.get("asks_hold", False),
                channel=Channel.LINK,
                note=note,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(f"{_page(ctx)}?{SENT}")
    context = {
        "form": form,
        "game": game,
        **all_others(names, seat.number),
        "was_sent": SENT in request.GET and posted is None,
        "reports": reports,
        "given": given_in_words(game, seat.number)
        if any(each.got_respite for each in reports)
        else "",
        "unsettled": unsettled,
        "can_report": can_be_reported(game, now=timezone.now()),
        "here": f"{_page(ctx)}?{NOTE}={note.pk}" if note else _page(ctx),
        "note": shown_notes([note], names, seat.number)[0] if note else None,
        "board": seat_path(seat, Purpose.BOARD) if ctx.leads_on else "",
    }
    status = 400 if form.errors else 200
    return render(request, "duel/linked/trouble.html", context, status=status)


@login_required
@require_safe
def from_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead a player who is signed in to the page of their seat; raise Http404 for others."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    page = seat_path(own_perspective(request.user, public_id).seat, Purpose.TROUBLE)
    note = request.GET.get(NOTE, "")
    return redirect(f"{page}?{NOTE}={note}" if note.isdecimal() else page)


def _words_of_note(note: Note | None, names: Sequence[str], seat: int) -> dict[str, str]:
    """Return the initial values for the report of a note: its words, as they read now."""
    if note is None:
        return {}
    words = "\n".join(note_sentences([note], names, seat))
    return {"topic": ReportTopic.ABUSE, "text": f"{words}\n\n"}


def _words_of_mail(request: HttpRequest, ctx: LinkContext) -> str:
    """Return what was read of the mail that the address names, if it is of this very seat."""
    digest = request.GET.get("mail", "")
    if len(digest) < 16:
        return ""
    seat = about_seat(ctx.perspective.game.public_id, ctx.perspective.number)
    mail = mail_about([seat]).filter(is_owner=True)
    words = mail.filter(digest__startswith=digest).values_list("reading__quote", flat=True).first()
    return str(words or "")[:REPORT_LENGTH]


def _page(ctx: LinkContext) -> str:
    """Return the address of this page again; the link is as old as it was."""
    return seat_path(ctx.perspective.seat, Purpose.TROUBLE, ply=ctx.link.ply)
