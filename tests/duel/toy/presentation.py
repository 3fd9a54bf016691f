"""The toy, told and drawn in the plainest way."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from duel.games.base import (
    Choice,
    Counters,
    Disclosure,
    Event,
    Example,
    LetterDrawing,
    MoveGroup,
    MoveItem,
    MoveLinks,
    MoveLists,
    Presentation,
    Region,
    View,
)
from engine.contract import Threat
from engine.reading import Problem
from engine.turn import Win

TEMPLATES = "games/toy"
_DOES = {"one": "says one", "two": "says two", "nod": "nods", "peek": "peeks"}


@dataclass(frozen=True)
class Drawn:
    """The position as its templates want it: a line for each player."""

    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class ToySheet:
    """The toy for one reader."""

    turn: int
    asked: str
    warning: str
    moves: MoveLists
    drawn: Drawn
    is_plain: bool = True
    templates: str = TEMPLATES

    def in_letter(
        self, links: MoveLinks | None = None, since: Sequence[Mapping[str, Any]] = ()
    ) -> LetterDrawing:
        lines = format_html_join(
            "", '<p class="toy">{}</p>', ((line,) for line in self.drawn.lines)
        )
        return LetterDrawing(standing=SafeString(), table=lines, moves=self.moves)


class ToyPresentation:
    """The toy, rules 1."""

    title = "Toy"
    options: tuple[tuple[str, Promise], ...] = ()
    follows_by_itself = frozenset({"nod"})
    templates = TEMPLATES
    examples: Promise = gettext_lazy("“one”, “two”")
    example = Example(("one", "two"), seats=3)

    def usual_turns(self, seats: int) -> int:
        return 4 * seats

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        return ()

    def sheet(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
        threats: Sequence[Threat] = (),
        reminders: Sequence[str] = (),
        in_full: bool = False,
    ) -> ToySheet:
        return ToySheet(
            turn=view["turn"],
            asked=self.prompt(view, legal, seat, names),
            warning=self.warning(view, threats, seat, names),
            moves=_lists(legal, wins or {}),
            drawn=_drawn(view, names),
        )

    def prompt(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        to_move = view["to_move"]
        if to_move not in (None, seat):
            return f"{names[to_move]} is to count."
        return "Count." if to_move == seat else "The toy is over."

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        return "Somebody can come to five." if threats else ""

    def spectator_view(self, view: View, names: Sequence[str]) -> Drawn:
        return _drawn(view, names)

    def picture(self, view: View, seat: int | None, names: Sequence[str]) -> SafeString:
        return format_html_join("", "<p>{}</p>", ((line,) for line in _drawn(view, names).lines))

    def counters(
        self, view: View, seat: int, chosen: Mapping[str, int] | None = None
    ) -> Counters | None:
        return None

    def can_win(self, move: str, view: View) -> bool:
        return move in ("one", "two")

    def recalls(self, view: View, seat: int) -> str:
        return ""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        return []

    def move_sentences(
        self, move: str, view: View, names: Sequence[str], *, wins: Win | None = None
    ) -> list[str]:
        return [f"To {move} is what you chose.", *(["It wins."] if wins else [])]

    def final_words(self, move: str, view: View, names: Sequence[str]) -> str:
        return "It shows you a number." if move == "peek" else ""

    def event_sentences(
        self, events: Sequence[Event], names: Sequence[str], viewer: int | None
    ) -> list[str]:
        return [
            f"{names[event['seat']]} {_DOES[event['kind']]}"
            + (f" at {event['number']}." if "number" in event else ".")
            for event in events
            if event["kind"] != "retired"
        ]

    def moves_in_order(self, view: View, legal: Sequence[str]) -> list[str]:
        return list(legal)

    def refusal(self, problem: Problem) -> str:
        return problem.sentence

    def understood_words(self, canonical: str) -> str:
        return canonical

    def victory_words(self, reasons: Sequence[str]) -> str:
        return "five was counted"

    def disclosure(self, event: Event, *, ply: int, name: str) -> Disclosure | None:
        if event["kind"] != "peek":
            return None
        return Disclosure(("number", event["seat"]), f"{name} has seen a number.")

    def text(self, view: View, names: Sequence[str]) -> str:
        return "\n".join(_drawn(view, names).lines)

    def hidden(self, whole: Mapping[str, Any], view: View, names: Sequence[str]) -> Drawn:
        return _drawn(whole, names)

    def chance_words(self, label: str) -> str:
        return label

    def table(
        self,
        view: View,
        seat: int | None,
        names: Sequence[str],
        *,
        picks: Collection[str] = (),
        moves_for: int | None = None,
    ) -> tuple[Region, ...]:
        lines = [(f"line-{number}", line) for number, line in enumerate(_drawn(view, names).lines)]
        words = [("legal" if word in picks else "", word, word) for word in _DOES]
        button = '<button type="button" class="pick {}" data-pick="{}" disabled>{}</button>'
        return (
            Region("words", format_html_join("", button, words)),
            Region("players", format_html_join("", '<p data-mark="{}">{}</p>', lines)),
        )

    def choices(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
    ) -> list[Choice]:
        return [
            Choice(item.move, "say", (item.move,), item.words, item.final, item.wins)
            for item in _lists(legal, wins or {})
        ]


def _drawn(view: View, names: Sequence[str]) -> Drawn:
    return Drawn(
        tuple(
            f"{name} has counted {total} and holds {number or 'a hidden number'}."
            for name, total, number in zip(names, view["totals"], view["numbers"], strict=True)
        )
    )


def _lists(legal: Sequence[str], wins: Mapping[str, Win]) -> MoveLists:
    items = tuple(
        MoveItem(
            number=place,
            place=place,
            move=move,
            short=move,
            briefs=(move,),
            words=f"say {move}",
            final=move == "peek",
            wins="It wins." if move in wins else "",
            wins_in_brief="wins" if move in wins else "",
            good_for="",
        )
        for place, move in enumerate(legal, 1)
    )
    groups = (MoveGroup("say", "Say", items, goes_on=False),) if items else ()
    return MoveLists(meant=groups, rarer=(), collected=(), left_out="")


TOLD: Presentation = ToyPresentation()
