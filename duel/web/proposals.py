"""What pages about a proposed game share: terms, what comes next, why it is closed, two forms."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NewcomerForm
from accounts.models import User
from duel.games.registry import presentation_of, title_of
from duel.lobby.bots import has_bot, is_against_bots_alone
from duel.lobby.selectors import who_plays
from duel.models import Game, Status
from duel.perspective.perspective import perspective_of_player
from duel.words.naming import unsend_words
from duel.words.terms import in_full, lasting, leaving_sentences, terms_of, word_of_bot_sentence


class WordForm(forms.Form):
    """Asks for one's own word for the shuffle."""

    word = forms.CharField(
        label=_("Your word for the shuffle, if you like"),
        required=False,
        max_length=200,
        help_text=_(
            "Any word or phrase. Without one, a word is derived from the secret that the service "
            "drew: only your own word proves to you that the service did not choose the shuffle."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class NewPlayerForm(NewcomerForm):
    """Asks somebody without an account what is needed to play, and nothing else."""

    language = forms.ChoiceField(label=_("Your language"), choices=settings.LANGUAGES)

    field_order = ["name", "language", "time_zone", "word"]


def next_steps(
    game: Game, player: User, *, is_signed_in: bool, tells_address: bool = True
) -> list[str]:
    """Return what a player of a running game has to know: whose turn, which letters, how, when.

    Only they themselves, and readers of the invitation that went there, read their address.
    """
    address = player.email if is_signed_in or tells_address else gettext("your own address")
    return [
        gettext("The game has begun."),
        _whose_turn(game, player, address),
        gettext(
            "The letter shows the board and has a link for each move: open one, read what it does "
            "and press its button. You need not sign in for that."
        ),
        *in_full(terms_of(game).time, seats=game.seat_count),
        gettext("You find the game here among your games.")
        if is_signed_in
        else gettext("To see your games here, sign in with that address; there is no password."),
    ]


def waiting_steps(game: Game) -> list[str]:
    """Return what somebody has to know who has a seat in a game that is not full yet."""
    return [
        who_plays(game),
        gettext("The game begins as soon as all seats are taken."),
        gettext("When it is your turn, a letter comes."),
    ]


def _whose_turn(game: Game, player: User, address: str) -> str:
    """Return who moves first, while nobody has, and when a letter comes."""
    perspective = perspective_of_player(player, game.public_id)
    words = {"address": address}
    if perspective is None or perspective.game.ply or perspective.game.to_move is None:
        sentence = gettext("Whenever it is your turn, a letter comes to %(address)s.")
    elif perspective.is_to_move:
        sentence = gettext(
            "You make the first move: the letter with it is on its way to %(address)s."
        )
    else:
        words["name"] = perspective.names[perspective.game.to_move]
        sentence = gettext(
            "%(name)s makes the first move. When it is your turn, a letter comes to %(address)s."
        )
    return sentence % words


def agreement(game: Game) -> dict[str, Any]:
    """Return what a template needs to show a proposed game in full."""
    return {
        **terms_in_full(game),
        "proposer": proposer_of(game),
        "together": who_plays(game),
        "bots": word_of_bot_sentence() if has_bot(game) else "",
    }


def terms_in_full(game: Game) -> dict[str, Any]:
    """Return what players agree on, for `templates/duel/terms_in_full.html`; it takes no query."""
    terms = terms_of(game)
    time, seats = terms.time, game.seat_count
    return {
        "game": game,
        "title": title_of(game),
        "clock": in_full(time, seats=seats),
        "leaving": leaving_sentences(terms),
        "lasting": lasting(time, turns=presentation_of(game).usual_turns(seats), seats=seats),
        "unsend": unsend_words(settings.UNSEND_SECONDS),
    }


def closed_page(
    request: HttpRequest, game: Game, *, player: User | None, by_letter: bool = False
) -> HttpResponse | None:
    """Return the page that says why there is nothing to answer any more, or None if there is.

    `player` is the reader, if they sit in the game: they read what comes next. `by_letter` they
    read no more than that, while the game waits for others.
    """
    status = 200
    context: dict[str, Any]
    if player is not None and game.status == Status.RUNNING:
        is_signed_in = request.user == player
        context = {
            "title": gettext("You play this game"),
            "sentences": next_steps(game, player, is_signed_in=is_signed_in),
            "board": reverse("duel:game", args=[game.public_id]) if is_signed_in else "",
        }
    elif words := _why_closed(game, is_mine=player is not None):
        context = {"title": words[0], "sentences": [words[1]]}
        status = 200 if player is not None and game.status == Status.OVER else 410
    elif player is not None and by_letter:
        context = {"title": gettext("You have a seat"), "sentences": waiting_steps(game)}
    else:
        return None
    return render(request, "duel/challenge_closed.html", context, status=status)


def to_games(request: HttpRequest, game: Game, player: User) -> HttpResponse:
    """Lead somebody who is signed in to their games, and say what comes next in this one."""
    begun = game.status != Status.PROPOSED
    steps = next_steps(game, player, is_signed_in=True) if begun else waiting_steps(game)
    messages.success(request, "\n".join(steps))
    return redirect("duel:home")


def proposer_of(game: Game) -> str:
    """Return the name of the proposer."""
    first = game.seats.select_related("user").filter(number=0).first()
    return str(first.user) if first and first.user else gettext("a player who left")


def _why_closed(game: Game, *, is_mine: bool) -> tuple[str, str] | None:
    if game.status in (Status.RUNNING, Status.OVER):
        if not is_mine:
            return (
                gettext("The seat is taken"),
                gettext("Somebody else was faster, and the game has begun."),
            )
        return gettext("This game is over"), gettext("You find it among your games.")
    if game.off_because == "declined":
        return (
            gettext("The invitation was declined"),
            gettext("The game will not be played. Nobody is asked for a reason."),
        )
    if game.off_because == "withdrawn":
        return (
            gettext("The invitation was withdrawn"),
            gettext("%(name)s has thought better of it.") % {"name": proposer_of(game)},
        )
    if game.off_because or (game.expires_at and game.expires_at <= timezone.now()):
        return (
            gettext("The invitation has run out"),
            gettext("It was good for two weeks. A new game can be proposed at any time."),
        )
    return None


def lead_to_game(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Redirect to where the game is now: to its proposal, its table, or one's games."""
    if game.status == Status.PROPOSED:
        return redirect("duel:challenge", game.public_id)
    if is_against_bots_alone(game):  # it has begun at once
        return redirect("duel:game", game.public_id)
    return to_games(request, game, user)
