"""Pages that replay a game or a file, download a game's file, and publish the signing keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.errors import NotOver, Refused
from duel.games.base import Region
from duel.models import KnownGame
from duel.record.export import game_file, published_keys
from duel.record.links import Purpose, seat_path
from duel.record.selectors import closed_until, readable_game
from duel.table.analysis import can_be_analysed
from duel.table.open_table import Visitor, open_table
from duel.table.replay import Frame, Replay
from duel.table.replay_sources import LARGEST_FILE, replay_of_game
from duel.web.game.context import LinkContext, by_link
from duel.web.numbers import whole_number
from engine.record import timestamp


@dataclass(frozen=True)
class Step:
    """A link to another position."""

    name: str
    words: str
    ply: int | None
    """Where it leads, or None."""


@dataclass(frozen=True)
class ReplayStage:
    """The position that is shown, and links to others; empty until a file was opened."""

    steps: list[Step]
    frames: Sequence[Frame] = ()
    place: int = 0
    regions: Sequence[Region] = ()
    closing: Sequence[str] = ()

    @property
    def shown(self) -> Frame | None:
        """The frame that is shown."""
        return self.frames[self.place] if self.frames else None

    @property
    def last(self) -> int:
        """The place of the last frame."""
        return max(len(self.frames) - 1, 0)


@dataclass(frozen=True)
class ReplayPage:
    """All that `templates/duel/replay.html` is made of."""

    game: KnownGame
    names: Sequence[str]
    title: str
    stage: ReplayStage
    is_for_all: bool
    is_open: bool
    can_be_analysed: bool
    closed_until: datetime | None


@never_cache
@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one position of the game, by `?ply=`, with links to all others and what happened.

    The page's script loads the rest. Nobody else finds the game; of a public one that still runs,
    the page says so.
    """
    person = request.user if isinstance(request.user, User) else None
    try:
        perspective = open_table(public_id, Visitor(person)).perspective
        replayed = replay_of_game(perspective)
    except NotOver as refusal:
        values = {"sentence": str(refusal), "public_id": public_id}
        return render(request, "duel/replay_later.html", values, status=409)
    except Refused:
        raise Http404 from None
    frames = [*replayed.frames()]
    place = _place(request, replayed)
    page = ReplayPage(
        game=perspective.game,
        names=perspective.names,
        title=replayed.title,
        stage=ReplayStage(
            steps=_steps(frames, place),
            frames=frames,
            place=place,
            regions=replayed.regions(frames[place]),
            closing=replayed.closing if place == len(frames) - 1 else (),
        ),
        is_for_all=perspective.game.is_public and replayed.is_over,
        is_open=replayed.secret is not None,
        can_be_analysed=can_be_analysed(replayed),
        closed_until=closed_until(perspective.game),
    )
    return render(request, "duel/replay.html", vars(page))


@require_safe
def replay_file(request: HttpRequest) -> HttpResponse:
    """Show a page that opens a game's file; the file is checked, and not stored."""
    context = {"most_bytes": LARGEST_FILE, "stage": ReplayStage(_steps([], 0))}
    return render(request, "duel/replay_file.html", context)


def _place(request: HttpRequest, replayed: Replay) -> int:
    """Return which frame to show; by default the end of a running game, the start of another."""
    wanted = request.GET.get("ply")
    if wanted is None:
        return 0 if replayed.is_over else len(replayed.plies) - 1
    return replayed.plies.index(replayed.ply_shown(whole_number(wanted, digits=9)))


def _steps(frames: list[Frame], place: int) -> list[Step]:
    """Return the four links that lead on from a frame; without frames they lead nowhere."""
    last = len(frames) - 1
    steps = (
        ("first", gettext("To the start"), 0),
        ("back", gettext("One step back"), place - 1),
        ("forward", gettext("One step forward"), place + 1),
        ("last", gettext("To the end"), last),
    )
    return [
        Step(name, words, frames[to].ply if to != place and 0 <= to <= last else None)
        for name, words, to in steps
    ]


@require_safe
@cache_control(no_store=True)
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the game's file; raise Http404 for those who may not see it."""
    try:
        game, seats = readable_game(public_id, request.user)
        file = game_file(game, reader=seats)
    except Refused:
        raise Http404 from None
    return _attached(file, public_id)


@require_safe
@by_link(Purpose.BOARD)
def download_by_link(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Return the file of a game that is over to the holder of the link to its last board."""
    perspective = ctx.perspective
    if not ctx.is_fresh or perspective.game.result is None:
        return redirect(seat_path(perspective.seat, Purpose.BOARD, ply=ctx.link.ply))
    file = game_file(perspective.game, reader={perspective.number})
    return _attached(file, perspective.game.public_id)


def _attached(file: str, public_id: str) -> HttpResponse:
    """Return the file of a game as an answer that browsers keep under its name."""
    return HttpResponse(
        file,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="duelpost-{public_id}.json"'},
    )


@require_safe
@cache_control(public=True, max_age=300)
def signing_keys(request: HttpRequest) -> JsonResponse:
    """Return every key with which files of games were ever signed, the one in use first."""
    keys = [
        {
            "key": key.public,
            "made_at": timestamp(key.made_at),
            "retired_at": timestamp(key.retired_at) if key.retired_at else None,
        }
        for key in published_keys()
    ]
    return JsonResponse({"algorithm": "Ed25519", "keys": keys})
