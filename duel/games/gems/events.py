"""What happened, in sentences: the reader and the names, and the events that games share.

Readers' own acts are in the second person. Names are placed where no language inflects them and no
verb needs to know the person's gender.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext

from duel.games.base import Event
from duel.games.gems.vocabulary import CardWords, token_phrase


class EventContext:
    """The events of a move, the names of the seats, and the seat that reads (None: a spectator)."""

    def __init__(self, events: Sequence[Event], names: Sequence[str], viewer: int | None) -> None:
        self.events = events
        self.names = names
        self.viewer = viewer

    def about(self, seat: int, to_them: str, to_others: str, **words: str) -> str:
        """Return the sentence in the second person to the seat itself, by name to others."""
        sentence = to_them if seat == self.viewer else to_others
        return sentence % {"name": self.names[seat], **words}

    def slot(self) -> str:
        """Return the market slot that a card has just left."""
        for event in self.events:
            if event["kind"] in ("revealed", "slot_empty"):
                return slot_of(event)
        return ""


EventTeller = Callable[[Event, EventContext], Iterator[str]]
"""What tells of one kind of event."""


def tell_events(tellers: Mapping[str, EventTeller], context: EventContext) -> list[str]:
    """Return what the events say, one sentence each; kinds without a teller are not told."""
    return [
        sentence
        for event in context.events
        if event["kind"] in tellers
        for sentence in tellers[event["kind"]](event, context)
    ]


def tell(
    to_them: Promise,
    to_others: Promise,
    words: Callable[[Event], Mapping[str, str]] = lambda event: {},
) -> EventTeller:
    """Return what tells a kind of event to its seat and to others, with words of the event."""

    def tell_event(event: Event, context: EventContext) -> Iterator[str]:
        yield context.about(event["seat"], str(to_them), str(to_others), **words(event))

    return tell_event


def slot_of(event: Event) -> str:
    """Return the slot of the market that the event is about."""
    return f"{event['level']}.{event['slot']}"


def purchase_sentence(event: Event, context: EventContext, description: str, slot: str) -> str:
    """Return that a card was bought and what was paid, given what it is and where it lay."""
    price = token_phrase(event["paid"])
    if event["from"] == "reserve":
        card = gettext("a reserved card (%(card)s)") % {"card": description}
    else:
        card = f"{slot} ({description})"
    if price:
        return context.about(
            event["seat"],
            gettext("You bought %(card)s for %(price)s."),
            gettext("%(name)s bought %(card)s for %(price)s."),
            card=card,
            price=price,
        )
    return context.about(
        event["seat"],
        gettext("You bought %(card)s for nothing."),
        gettext("%(name)s bought %(card)s for nothing."),
        card=card,
    )


def tell_revealed_card(card_words: CardWords) -> EventTeller:
    """Return what tells which card came to a slot."""

    def tell(event: Event, context: EventContext) -> Iterator[str]:
        words = {"slot": slot_of(event), "card": card_words(event["id"])}
        yield gettext("New on %(slot)s: %(card)s.") % words

    return tell


def tell_empty_slot(event: Event, context: EventContext) -> Iterator[str]:
    """Yield that a slot stays empty."""
    yield gettext("%(slot)s stays empty: its deck has run out.") % {"slot": slot_of(event)}
