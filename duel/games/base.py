"""What a game brings beside its rules: words and drawings; get them from `duel.games.registry`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from engine.contract import Threat
from engine.reading import Problem
from engine.turn import Win

View = Mapping[str, Any]
"""The position as a seat or a spectator may see it, as the engine's `Game.view` returns it."""

Event = Mapping[str, Any]
"""Something that happened, as the engine's `Game.events_for` returns it for one reader."""


@dataclass(frozen=True)
class MoveItem:
    """One legal move."""

    number: int
    """What is printed beside it: its place in reading order, from 1."""
    place: int
    """Its place in the sorted legal list, from 1: what its link names."""
    move: str
    """The canonical text."""
    short: str
    """The words for it under the title of its group."""
    briefs: tuple[str, ...]
    """The same in fewer and fewer words, as far as they tell it from the others there."""
    words: str
    """A phrase that can stand alone."""
    final: bool
    """It turns something up, so it cannot be taken back."""
    wins: str
    """Says that the move wins the game, or can win it; else empty."""
    wins_in_brief: str
    """The same in a word or two."""
    good_for: str
    """Says what the move is enough for; else empty."""


@dataclass(frozen=True)
class MoveGroup:
    """Moves of one kind under one title."""

    kind: str
    """The canonical verb."""
    title: str
    items: tuple[MoveItem, ...]
    goes_on: bool
    """Whether its moves, in brief, can stand without its title after those of the group before."""


Groups = tuple[MoveGroup, ...]


@dataclass(frozen=True)
class MoveLists:
    """Every legal move, once."""

    meant: Groups
    """The moves that people mean."""
    rarer: Groups
    """The rest."""
    collected: Groups
    """For a page of their own: what would make a letter too long."""
    left_out: str
    """What is left to that page, in words; nothing if every move stands in the lists."""

    def __iter__(self) -> Iterator[MoveItem]:
        """Yield every move, in the order of their numbers."""
        for groups in (self.meant, self.rarer, self.collected):
            for group in groups:
                yield from group.items


class MoveLinks(Protocol):
    """The moves of one letter in its HTML part, as its reader wants them: most want links."""

    def link(self, item: MoveItem, words: str, style: str = "") -> str:
        """Return the HTML of a move under its number; `words` are HTML too."""

    def listed(self, group: MoveGroup) -> str:
        """Return the HTML of a whole group: its title and its moves."""

    def elsewhere(self, group: MoveGroup, words: str, style: str = "") -> str:
        """Return the link (its `words` are HTML) to the page of the variants; "" without links."""


@dataclass(frozen=True)
class LetterDrawing:
    """A sheet as the HTML part of a letter draws it: tables and styles of single elements."""

    standing: SafeString
    """How the players stand."""
    table: SafeString
    """What lies on the table; moves stand beside what they are about."""
    moves: MoveLists
    """The moves that stand nowhere in it."""


class Sheet(Protocol):
    """A position for one reader, in words, for letters, pages and the game's own templates."""

    @property
    def turn(self) -> int:
        """The number of the turn."""

    @property
    def asked(self) -> str:
        """What is asked of the reader now, as a sentence."""

    @property
    def warning(self) -> str:
        """How another player could win on the next turn; nothing if there is no way in sight."""

    @property
    def is_plain(self) -> bool:
        """Whether what is asked goes without saying, once one knows the game."""

    @property
    def moves(self) -> MoveLists:
        """The legal moves; none if the reader is not to move."""

    @property
    def templates(self) -> str:
        """The folder of the game's own templates."""

    def in_letter(
        self, links: MoveLinks | None = None, since: Sequence[Mapping[str, Any]] = ()
    ) -> LetterDrawing:
        """Return the sheet for the HTML part of a letter; without `links` it shows no moves."""
        # `since` has the moves since the reader's last turn: what they brought is marked.


@dataclass(frozen=True)
class TokenCounter:
    """A kind of token; the reader chooses how many of it to give back."""

    key: str
    word: str
    owned: int
    chosen: int


@dataclass(frozen=True)
class Counters:
    """A choice that is made by counting, instead of from a list of moves."""

    counters: tuple[TokenCounter, ...]
    move: str
    """The canonical text of what is chosen; it need not be legal."""
    wrong: str
    """Why it is not what has to be chosen."""


@dataclass(frozen=True)
class Example:
    """A game that nobody plays: the moves that lead from a fixed shuffle to its position."""

    moves: tuple[str, ...]
    seats: int = 2
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Disclosure:
    """Something hidden that one move has shown."""

    what: tuple[Any, ...]
    """The same for the same thing, whichever move has shown it; shown to nobody."""
    sentence: str


@dataclass(frozen=True)
class Region:
    """A part of the table that is drawn by itself: replaced as a whole when it changes."""

    key: str
    """`board`, `market`, `player-0`: unique on a table, of small letters, digits and hyphens."""
    html: SafeString
    """What stands inside the element that the page makes for it."""


@dataclass(frozen=True)
class Choice:
    """A legal move at the table: what one taps for it, and what it is in words."""

    move: str
    """The canonical text."""
    kind: str
    """Its verb."""
    picks: tuple[str, ...]
    """What is tapped for it: keys of what is drawn, in no order, one as often as it is tapped."""
    words: str
    """A phrase that can stand alone."""
    final: bool
    """It turns something up, so it cannot be taken back."""
    wins: str
    """Says that the move wins the game, or can win it; else empty."""
    ways: tuple[str, ...] = ()
    """In what it differs from others for which the same is tapped, in words; chosen after that."""


class Presentation(Protocol):
    """One game, under one version of its rules, in words and drawings."""

    title: str
    """A proper name, the same in every language."""
    options: tuple[tuple[str, Promise], ...]
    """What can be played with or without: each option's name, and the words for it."""
    follows_by_itself: frozenset[str]
    """Phases whose choice is made for the player, as an entry of its own, if there is only one."""
    templates: str
    """The folder of its templates: `letter.txt` tells a sheet in the text part of a letter,
    `standing.txt` only how it stands; `page.html` draws it on a page, `watch.html` for spectators,
    `hidden.html` for operators; `front.txt` has some lines of a letter for the
    front page."""

    examples: Promise
    """Some moves in words, each in quotes, as players may write them in a reply."""

    example: Example
    """A game in its middle, to show what it looks like."""

    def usual_turns(self, seats: int) -> int:
        """Return how many turns a game of so many seats has in all, as a rule."""

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return the names of the options that make sense beside those that were chosen."""

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
    ) -> Sheet:
        """Return the sheet of the seat whose view it is.

        `legal` is the sorted list of legal moves, and empty when the seat is not to move. `wins`
        are those of them that win the game, `threats` what the reader is to be warned of,
        `reminders` what the method of that name has returned. With `in_full` the lists name things
        in full, as they stand far from the position.
        """

    def prompt(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        """Return what is asked of the seat now, or whose turn it is: as the sheet says it."""

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        """Return how another player could win on the next turn: as the sheet says it."""

    def spectator_view(self, view: View, names: Sequence[str]) -> Any:
        """Return the position for `watch.html`, as a spectator may see it."""

    def picture(self, view: View, seat: int | None, names: Sequence[str]) -> SafeString:
        """Return a small picture of the game for the reader in `seat` (None: a spectator)."""
        # It shows how near to its end everybody is, without buttons and links, in 3 kB or so.

    def counters(
        self, view: View, seat: int, chosen: Mapping[str, int] | None = None
    ) -> Counters | None:
        """Return what the seat chooses by counting now; None where it chooses from the list."""

    def can_win(self, move: str, view: View) -> bool:
        """Return whether a move is of a kind that may win the game, so that it is worth asking."""

    def recalls(self, view: View, seat: int) -> str:
        """Return the verb of moves that showed their player what no view tells any more, or ""."""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return the reminders for a seat, from its view and the events that it learned so far."""

    def move_sentences(
        self, move: str, view: View, names: Sequence[str], *, wins: Win | None = None
    ) -> list[str]:
        """Return what a legal move does, to its player, without what it would reveal."""

    def final_words(self, move: str, view: View, names: Sequence[str]) -> str:
        """Return why a legal move is final; nothing if it is not."""

    def event_sentences(
        self, events: Sequence[Event], names: Sequence[str], viewer: int | None
    ) -> list[str]:
        """Return what one move's events say, a sentence each; of a leaver only what follows."""

    def moves_in_order(self, view: View, legal: Sequence[str]) -> list[str]:
        """Return the legal moves of the seat to move as they are printed, number 1 first."""

    def refusal(self, problem: Problem) -> str:
        """Return why the reader of the game refused a text, in one sentence that may quote it."""

    def understood_words(self, canonical: str) -> str:
        """Return what the reader made out of a refused text, in words that can be sent back."""

    def victory_words(self, reasons: Sequence[str]) -> str:
        """Return why somebody won over the board."""

    def disclosure(self, event: Event, *, ply: int, name: str) -> "Disclosure | None":
        """Return what an event revealed, given the whole truth of it; no player's own secret."""

    def text(self, view: View, names: Sequence[str]) -> str:
        """Return the position in lines of words that can be copied, as a spectator may see it."""

    def hidden(self, whole: Mapping[str, Any], view: View, names: Sequence[str]) -> Any:
        """Return what is hidden in a position for `hidden.html`, given its dump."""

    def chance_words(self, label: str) -> str:
        """Return that what chance has decided under a label of the stream follows from the seed."""

    def table(
        self,
        view: View,
        seat: int | None,
        names: Sequence[str],
        *,
        picks: Collection[str] = (),
        moves_for: int | None = None,
    ) -> tuple[Region, ...]:
        """Return the table as the reader sees it, in the order in which it is read aloud.

        It follows from the arguments and the active language alone. To a spectator (None) prices
        are only those that are printed. What can be picked by any move of the game is a disabled
        button with its key in `data-pick`, of the class `legal` if the key is among `picks`: what
        the moves of now are made of. What can change has a lasting key in `data-mark`. A
        reader who tries moves of another seat picks what `moves_for` has and sees its prices.
        """

    def choices(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
    ) -> list[Choice]:
        """Return the legal moves of the seat to move, in the order of `moves_in_order`."""
