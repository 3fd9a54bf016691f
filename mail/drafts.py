"""What a builder hands over: the words of one letter, without its address."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter."""

    name: str
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter as it will be read. The text part holds everything; HTML only dresses it.

    Letters with the same `thread` are shown together by mail programs, if they also share the
    subject. `list_id` is what filters go by, such as `games.duelpost.example`.
    """

    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()
    thread: str = ""
    list_id: str = ""
    reply_key: str = ""
    """The key of the address that answers go to; none: it is not to be answered."""
    answers: str = ""
    """The Message-ID of the mail that this is the answer to."""
    source: object = field(default=None, repr=False, compare=False)
    """What its builder made it from, for its own use; `letter_arrived` brings it back."""
