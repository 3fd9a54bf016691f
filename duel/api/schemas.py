"""What is sent and answered, as the OpenAPI document tells it to programs."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Schema
from pydantic import ConfigDict, StringConstraints

from duel.models.note import NOTE_LENGTH
from duel.table.turn_ahead import MOST_STEPS

Ply = Annotated[int, Field(ge=0, le=2**31 - 1, description="Where the game stood when it was read")]
Move = Annotated[str, StringConstraints(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class RequestBody(Schema):
    """What programs send: nothing that is not expected."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Steps(RequestBody):
    """A turn composed so far."""

    ply: Ply
    steps: list[Move] = Field(max_length=MOST_STEPS, description="Moves in canonical text")


class Moves(RequestBody):
    """A turn to be played, whole or its next moves, all or none of them."""

    ply: Ply
    moves: list[Move] = Field(min_length=1, max_length=MOST_STEPS)
    note: str = Field("", max_length=4 * NOTE_LENGTH, description="Words to the others")
    note_to: list[SeatNumber] = Field(
        [], max_length=4, description="The seats that alone read the note; none: all others"
    )
    note_seats: list[Annotated[int, Field(ge=0, le=2**31 - 1)]] = Field(
        [],
        max_length=4,
        description="`taken` of every seat as it was read: a note goes to nobody who has sat down "
        "since. Left out, it goes only to those who have sat there from the beginning",
    )


class At(RequestBody):
    """Something that is done where the game stands."""

    ply: Ply


class Error(Schema):
    """Why nothing was done."""

    code: str = Field(description="For programs; never changed")
    sentence: str = Field(description="For people, in their language")
    story: list[str] | None = Field(None, description="What happened since, if the ply has passed")
    problems: list[str] | None = Field(None, description="What is false in a game's file")
    where: list[str] | None = Field(None, description="Which fields of what was sent are wrong")


class SeatOut(Schema):
    """A place at the table."""

    number: int
    name: str
    is_you: bool
    is_to_move: bool
    has_left: bool
    taken: int = Field(description="0, or another number each time somebody else takes the seat")


class NoteOut(Schema):
    """Words that another player sent with a move."""

    key: int = Field(description="By which it is hidden or reported")
    writer: str
    seat: int
    ply: int
    text: str
    sentence: str = Field(description="All of it as it is told to the reader")


class ChoiceOut(Schema):
    """A legal move."""

    move: str = Field(description="Canonical text")
    kind: str
    picks: list[str] = Field(description="What is tapped for it: `data-pick` of what is drawn")
    words: str
    final: bool = Field(description="It turns something up, so it cannot be taken back")
    wins: str
    ways: list[str] = Field(description="How it differs from others with the same picks, in words")


class RegionOut(Schema):
    """A part of the drawing."""

    key: str
    html: str


class Turn(Schema):
    """A turn after some steps: what they come to, and what may follow."""

    ply: int
    steps: list[str]
    words: list[str]
    notation: str
    choices: list[ChoiceOut]
    asked: str
    ended: bool
    again: bool = Field(description="The same player then has another turn")
    unknown: bool = Field(description="What follows hangs on what nobody has seen yet")
    final: str = Field(description="Why it cannot be taken back; else empty")
    view: dict[str, Any]
    regions: list[RegionOut] | None = None


class Table(Schema):
    """A game as its reader may know it."""

    id: str
    game: str
    rules: int
    options: list[str]
    title: str
    status: str
    seat: int | None
    seats: list[SeatOut]
    ply: int
    number: int = Field(description="Grows with all that the reader may see: for `news`")
    turn_number: int
    to_move: int | None
    asked: str
    warning: str
    reminders: list[str]
    deadline: datetime | None
    deadline_words: str
    is_late: bool
    can_take_back_until: datetime | None
    can_step_back: bool
    story: list[str]
    since_ply: int
    notes: list[NoteOut]
    result: dict[str, Any] | None
    result_words: str
    places_words: str
    view: dict[str, Any]
    turn: Turn | None = Field(description="The turn with no steps yet; none for who cannot play")
    said: str = Field(description="What has to be said of what was just done; else empty")
    regions: list[RegionOut] | None = None


class Changes(Schema):
    """How a region of the drawing comes from that of the frame before; empty before the first."""

    key: str
    splices: list[list[int]] = Field(
        description="In this order: a place, how many pieces go from there, which come instead"
    )


class FrameOut(Schema):
    """A position that the game went through, and what led to it."""

    ply: int
    seat: int | None
    move: str = Field(description="Canonical text; empty at the start, and where a seat has left")
    time: str
    words: list[str]
    regions: list[Changes]


class Replay(Schema):
    """A game from the start, or from a ply on, as its reader may know it."""

    id: str
    game: str
    rules: int
    options: list[str]
    title: str
    names: list[str]
    seat: int | None
    is_over: bool
    is_open: bool = Field(description="Nothing is hidden any more, in any frame")
    pieces: list[str] = Field(description="HTML: what regions are made of")
    frames: list[FrameOut]
    closing: list[str] = Field(description="How it ended")
    proof: dict[str, Any] | None = Field(description="What is claimed of chance, and all entries")
    origin: dict[str, Any] | None = Field(
        None, description="Of a file: whether this site holds the same record, and who signed it"
    )


class Chances(Schema):
    """Who stood how well at each step, as a program judges it by what everybody could see."""

    plies: list[int]
    chances: list[list[int]] = Field(description="For each ply, by seat, in thousandths")


class Advice(Schema):
    """What the strongest program would have played, seeing what the player saw."""

    ply: int
    seat: int | None = Field(description="Whose turn it was; none: nobody's")
    move: str = Field(description="Canonical text; empty where nobody was to move")
    words: str
    is_played: bool = Field(description="That is what was played there")


class GameLine(Schema):
    """A game in the list of its player's."""

    id: str
    game: str
    title: str
    seat: int | None
    opponent: str = Field(description="All others, by name")
    is_to_move: bool
    has_left: bool
    ply: int
    deadline: datetime | None
    is_late: bool
    is_damaged: bool = Field(description="Its record is damaged: nobody can play in it for now")


class Next(Schema):
    """Which game waits for the reader's move beside the one that they ask about."""

    count: int = Field(description="How many wait")
    game: GameLine | None = Field(description="The most urgent of them")
    words: str
