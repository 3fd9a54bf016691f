"""The page about time: claim the game of a late player, or give time."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.errors import Refused
from duel.perspective.acts import may_be_called_off, what_follows
from duel.record.links import Purpose, seat_path
from duel.timekeeping.clocks import call_off_unreachable, claim, give_time, seat_to_get_time
from duel.web.game.context import LinkContext, by_link
from duel.web.game.stale_link import show_what_happened
from duel.web.numbers import whole_number
from duel.words.naming import all_others, others
from duel.words.terms import in_full, leaving_sentences, terms_of

HOURS = (12, 24, 48, 72, 7 * 24)
"""The hours that can be given or asked for."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.TIME)
def about_time(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show how the clock stands and what one can do about it; do what is pressed.

    After a turn of one's own the link still shows the page, but only a fresh one takes presses.
    """
    is_press = request.method == "POST"
    if not ctx.is_fresh and (is_press or not ctx.is_of_latest_turn):
        return show_what_happened(request, ctx, status=409 if is_press else 200)
    outcome = ""
    if is_press:
        act = _ACTS.get(request.POST.get("act", ""))
        try:
            outcome = act(ctx, request) if act else gettext("Nothing was chosen.")
        except Refused as refusal:
            outcome = str(refusal)
        ctx = ctx.renewed()
    perspective = ctx.perspective
    seat, game = perspective.number, perspective.game
    late, names = perspective.late_seat, perspective.names
    context = {
        "outcome": outcome,
        "here": seat_path(perspective.seat, Purpose.TIME),
        "board": seat_path(perspective.seat, Purpose.BOARD),
        **all_others(names, seat),
        "mover": names[game.to_move] if game.to_move is not None else "",
        "gets_time": names[seat_to_get_time(game, seat)],
        "can_get_time": [
            (number, name)
            for number, name in others(list(enumerate(names)), seat)
            if number in perspective.playing
        ],
        "clock": [
            *in_full(terms_of(game).time, seats=game.seat_count),
            *leaving_sentences(terms_of(game)),
        ],
        "deadline": game.deadline,
        "is_late": game.is_late,
        "is_over": game.to_move is None,
        "is_mine": game.to_move == seat,
        "can_claim": late not in (None, seat),
        "can_call_off": may_be_called_off(perspective),
        "leaving": what_follows(perspective, perspective.history.turn.seat),
        "gifts": HOURS,
    }
    return render(request, "duel/linked/time.html", context)


def _claim(ctx: LinkContext, request: HttpRequest) -> str:
    claim(**ctx.actor)
    if ctx.perspective.game.seat_count > 2:
        return gettext("You claimed the game: whoever was late has left it.")
    return gettext("You claimed the game, and won it.")


def _call_off(ctx: LinkContext, request: HttpRequest) -> str:
    call_off_unreachable(**ctx.actor)
    return gettext("You called the game off.")


def _give(ctx: LinkContext, request: HttpRequest) -> str:
    game, seat, names = ctx.perspective.game, ctx.perspective.number, ctx.perspective.names
    chosen = request.POST.get("to")
    to = seat_to_get_time(game, seat) if chosen is None else whole_number(chosen, digits=1)
    give_time(**ctx.actor, to=to, hours=whole_number(request.POST.get("hours", ""), digits=5))
    if game.seat_count == 2:
        return gettext("You gave time. Your opponent reads it in the next letter.")
    words = {"name": names[to]}
    return gettext("You gave time. %(name)s reads it in the next letter.") % words


_ACTS: dict[str, Callable[[LinkContext, HttpRequest], str]] = {
    "claim": _claim,
    "call-off": _call_off,
    "give": _give,
}
