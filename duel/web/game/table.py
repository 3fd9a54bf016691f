"""The table page of a game, for its players and for spectators of a public game.

It is the same at the game's lasting address, after signing in, and behind a letter's link, which
brings a key for this seat instead. Without a script every move is a link to its page.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.errors import BrokenGame, Refused
from duel.games.base import Counters, Sheet
from duel.games.registry import title_of
from duel.games.stories import ShownNote, shown_notes
from duel.lobby.selectors import WaitingGames, games_waiting_after
from duel.models import AnyGame, KnownGame, KnownSeat
from duel.perspective.perspective import Perspective, PlayerPerspective
from duel.play.notes import NotesNotPassedOn
from duel.play.orders import memo_of, orders_of
from duel.record.links import Purpose, seat_path, seat_token
from duel.record.selectors import closed_until
from duel.table.open_table import Drawing, Visitor, draw_table, open_table
from duel.timekeeping.in_words import vacancy_sentences, vacations_at, why_the_turn_is_longer
from duel.web.game.fallback_pages import show_damage, show_departed_seat
from duel.web.game.moves import NOTE_NOT_KEPT, LinkedMoves, NoteField, link_moves, note_field
from duel.words.naming import all_others, others


@dataclass(frozen=True)
class GameOverview:
    """What players and spectators see alike: which game it is, and how it stands."""

    game: KnownGame
    title: str
    names: Sequence[str]
    seats: Sequence[KnownSeat]
    story: list[str]
    result: str
    places: str
    closed_until: datetime | None
    """When the secret of a game that is over opens."""
    mover: str

    @property
    def api(self) -> str:
        """Where the page's script asks about the game."""
        return f"/api/v1/games/{self.game.public_id}"


@dataclass(frozen=True)
class OwnTurn:
    """What the reader can do about a turn: make it, take it back, send it now."""

    is_mine: bool
    was_taken_back: bool
    moves: LinkedMoves
    counters: Counters | None
    wrong: str
    """Why what was counted is not right."""
    token: str
    can_step_back: bool
    take_back_until: datetime | None
    next_bot: str

    @property
    def take_back_seconds(self) -> int:
        """The seconds until then, rounded up."""
        until = self.take_back_until
        return ceil((until - timezone.now()).total_seconds()) if until else 0


@dataclass(frozen=True)
class WrittenWords:
    """What others wrote to the reader, and what the reader wrote for the next turn."""

    notes: list[ShownNote]
    templates: list[ShownNote]
    """An empty note of each player who may write one, for the page's script."""
    was_note_kept: bool
    memo: str
    has_orders: bool

    @property
    def note_not_kept(self) -> str:
        """Why the note that went with the last move was not kept."""
        return "" if self.was_note_kept else str(NotesNotPassedOn())


@dataclass(frozen=True)
class TableLinks:
    """Where the pages beside the table are, and their lasting addresses for after the next move.

    The links of a letter are good for one position; later one signs in for these pages.
    """

    more: str
    about_time: str
    timeline: str
    trouble: str
    rematch: str
    """Empty if all others have left."""
    later: dict[str, str]


@dataclass(frozen=True)
class TablePage:
    """All that `templates/duel/table.html` is made of."""

    base: str
    key: str
    is_signed_in: bool
    table: GameOverview
    drawing: Drawing
    sheet: Sheet
    turn: OwnTurn
    note: NoteField
    written: WrittenWords
    links: TableLinks
    about_the_clock: list[str]
    waiting: WaitingGames | None
    opponent: str | int
    others: str | int


def show_table(
    request: HttpRequest,
    perspective: PlayerPerspective,
    *,
    number: int,
    key: str = "",
    counters: Counters | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the table; `number` is that of the latest news in it.

    `key` opens the seat to the page's script where nobody is signed in; `counters` are those of a
    wrong choice.
    """
    game, names, seat = perspective.game, perspective.names, perspective.seat
    presentation, is_over = perspective.presentation, bool(game.result)
    sheet = perspective.sheet(in_full=True)
    choices = presentation.choices(
        perspective.view, perspective.legal, seat.number, names, wins=perspective.wins
    )
    reader = None if key or perspective.is_to_move else perspective.reader
    page = TablePage(
        base="duel/linked/base.html" if key else "base.html",
        key=key,
        is_signed_in=not key,
        table=_overview(perspective),
        drawing=draw_table(perspective, number, choices),
        sheet=sheet,
        turn=OwnTurn(
            is_mine=perspective.is_to_move,
            was_taken_back=perspective.was_taken_back,
            moves=link_moves(perspective, sheet.moves),
            counters=counters or presentation.counters(perspective.view, seat.number),
            wrong=counters.wrong if counters else "",
            token=seat_token(seat, Purpose.BOARD),
            can_step_back=perspective.can_step_back,
            take_back_until=perspective.can_take_back_until,
            next_bot=perspective.next_bot,
        ),
        note=note_field(perspective),
        written=WrittenWords(
            notes=shown_notes(perspective.notes, names, seat.number),
            templates=[
                ShownNote(0, number, name, "", "")
                for number, name in others(list(enumerate(names)), seat.number)
                if not perspective.seats[number].is_bot
            ],
            was_note_kept=NOTE_NOT_KEPT not in request.GET,
            memo="" if is_over else memo_of(seat),
            has_orders=not is_over and bool(orders_of(seat)),
        ),
        links=_links_of(perspective, seat, is_signed_in=not key),
        about_the_clock=_about_the_clock(perspective),
        waiting=games_waiting_after(reader, game.public_id) if reader else None,
        **all_others(names, seat.number),
    )
    return render(request, "duel/table.html", vars(page), status=status)


def seat_at_table(own: Collection[int], game: AnyGame) -> int:
    """Return the seat in which somebody who has these sits: against oneself, the one to move."""
    return min(own, key=lambda number: (number != game.to_move, number))


def _overview(perspective: Perspective) -> GameOverview:
    game, names = perspective.game, perspective.names
    return GameOverview(
        game=game,
        title=title_of(game),
        names=names,
        seats=perspective.seats,
        story=perspective.story(),
        result=perspective.result_words,
        places=perspective.places_words,
        closed_until=closed_until(game),
        mover=names[game.to_move] if game.to_move is not None else "",
    )


def _about_the_clock(perspective: Perspective) -> list[str]:
    """Return why the deadline moves beside moves: vacant seats, vacations, reports that wait."""
    game, mover, seats = perspective.game, perspective.game.to_move, perspective.seats
    if mover is None:
        return []
    is_own, reader = mover == perspective.number, perspective.reader
    longer = why_the_turn_is_longer(game, name=perspective.names[mover], is_own=is_own)
    return [*vacancy_sentences(seats, reader), *vacations_at(seats, reader), *longer]


def _links_of(perspective: Perspective, seat: KnownSeat, *, is_signed_in: bool) -> TableLinks:
    game = perspective.game.public_id
    later = {
        "more": reverse("duel:own-more", args=[game]),
        "about_time": reverse("duel:own-time", args=[game]),
        "timeline": reverse("duel:timeline", args=[game]),
    }
    now = {
        "more": seat_path(seat, Purpose.MORE),
        "about_time": seat_path(seat, Purpose.TIME),
        "timeline": seat_path(seat, Purpose.TIMELINE),
    }
    return TableLinks(
        **(later if is_signed_in else now),
        later={} if is_signed_in else later,
        trouble=seat_path(seat, Purpose.TROUBLE),
        rematch=seat_path(seat, Purpose.REMATCH) if perspective.can_be_played_again else "",
    )


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game to anybody who may see it; raise Http404 for others."""
    person = request.user if isinstance(request.user, User) else None
    try:
        opened = open_table(public_id, Visitor(person))
    except Refused:
        raise Http404 from None
    perspective = opened.perspective
    if not isinstance(perspective, PlayerPerspective):
        presentation = perspective.presentation
        context = {
            "table": _overview(perspective),
            "drawing": draw_table(perspective, opened.number),
            "watched": presentation.spectator_view(perspective.view, perspective.names),
            "template": f"{presentation.templates}/watch.html",
        }
        return render(request, "duel/watch.html", context)
    try:
        if perspective.seat.has_left:
            return show_departed_seat(request, perspective)
        return show_table(request, perspective, number=opened.number)
    except BrokenGame as broken:
        return show_damage(request, broken.game, perspective.seat)
