"""What happened, in sentences: the engine's events, as they were filtered for the reader.

A reader is told of their own acts in the second person. Names stand where no language bends them
and no verb needs to know the person's gender.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext

from duel.games.base import Event
from duel.games.duel.position.cards import card_words, hidden_card_words, royal_words
from duel.games.duel.victories import victory_words
from duel.games.duel.vocabulary import colours_listed, token_count_words, tokens_told
from duel.words.naming import joined, others


class Telling:
    """Who tells whom: the names of the seats, and the seat that reads (None: a spectator)."""

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
                return f"{event['level']}.{event['slot']}"
        return ""

    def gold_cell(self) -> str:
        """Return the cell from which gold was taken for a reserve."""
        return next(str(event["cells"][0]) for event in self.events if event["kind"] == "taken")


def event_sentences(events: Sequence[Event], names: Sequence[str], viewer: int | None) -> list[str]:
    """Return what the events of one move say to the reader, one sentence each."""
    telling = Telling(events, names, viewer)
    return [
        sentence
        for event in events
        if event["kind"] in _SENTENCES
        for sentence in _SENTENCES[event["kind"]](event, telling)
    ]


def _taken(event: Event, telling: Telling) -> Iterator[str]:
    words = {"cells": joined(event["cells"]), "colours": colours_listed(event["colors"])}
    if event["by"] == "use":
        yield telling.about(
            event["seat"],
            gettext("You used a privilege and took %(cells)s: %(colours)s."),
            gettext("%(name)s used a privilege and took %(cells)s: %(colours)s."),
            **words,
        )
    elif event["by"] != "reserve":  # the gold for a reserve is told with the card
        yield telling.about(
            event["seat"],
            gettext("You took %(cells)s: %(colours)s."),
            gettext("%(name)s took %(cells)s: %(colours)s."),
            **words,
        )


def _privilege(event: Event, telling: Telling) -> Iterator[str]:
    source = event["from"]
    if source == "supply":
        yield telling.about(
            event["seat"], gettext("You took a privilege."), gettext("%(name)s took a privilege.")
        )
    elif source == telling.viewer:
        yield telling.about(event["seat"], "", gettext("%(name)s took a privilege from you."))
    else:
        yield telling.about(
            event["seat"],
            gettext("You took a privilege from %(other)s."),
            gettext("%(name)s took a privilege from %(other)s."),
            other=telling.names[source],
        )


def _replenished(event: Event, telling: Telling) -> Iterator[str]:
    yield telling.about(
        event["seat"],
        gettext("You replenished the board with %(total)s: %(tokens)s."),
        gettext("%(name)s replenished the board with %(total)s: %(tokens)s."),
        total=token_count_words(len(event["cells"])),
        tokens=tokens_told(event["colors"]),
    )


def _reserved(event: Event, telling: Telling) -> Iterator[str]:
    cell = telling.gold_cell()
    if event["from"] == "market":
        yield telling.about(
            event["seat"],
            gettext("You took the gold from %(cell)s and reserved %(card)s."),
            gettext("%(name)s took the gold from %(cell)s and reserved %(card)s."),
            cell=cell,
            card=f"{telling.slot()} ({card_words(event['id'])})",
        )
    elif event["id"] is None:
        yield telling.about(
            event["seat"],
            gettext("You took the gold from %(cell)s and reserved %(card)s."),
            gettext("%(name)s took the gold from %(cell)s and reserved %(card)s."),
            cell=cell,
            card=hidden_card_words(event["level"]),
        )
    else:
        yield telling.about(
            event["seat"],
            gettext(
                "You took the gold from %(cell)s and reserved the top card "
                "of level %(level)s: %(card)s."
            ),
            gettext(
                "%(name)s took the gold from %(cell)s and reserved the top card "
                "of level %(level)s: %(card)s."
            ),
            cell=cell,
            level=str(event["level"]),
            card=card_words(event["id"]),
        )


def _bought(event: Event, telling: Telling) -> Iterator[str]:
    description = card_words(event["id"], event["color"])
    price = tokens_told(event["paid"])
    if event["from"] == "reserve":
        card = gettext("a reserved card (%(card)s)") % {"card": description}
    else:
        card = f"{telling.slot()} ({description})"
    if price:
        yield telling.about(
            event["seat"],
            gettext("You bought %(card)s for %(price)s."),
            gettext("%(name)s bought %(card)s for %(price)s."),
            card=card,
            price=price,
        )
    else:
        yield telling.about(
            event["seat"],
            gettext("You bought %(card)s for nothing."),
            gettext("%(name)s bought %(card)s for nothing."),
            card=card,
        )


def _revealed(event: Event, telling: Telling) -> Iterator[str]:
    slot = f"{event['level']}.{event['slot']}"
    words = {"slot": slot, "card": card_words(event["id"])}
    yield gettext("New on %(slot)s: %(card)s.") % words


def _slot_empty(event: Event, telling: Telling) -> Iterator[str]:
    slot = {"slot": f"{event['level']}.{event['slot']}"}
    yield gettext("%(slot)s stays empty: its deck has run out.") % slot


def _ability_skipped(event: Event, telling: Telling) -> Iterator[str]:
    seat = event["seat"]
    if event["ability"] == "token":
        yield gettext("No token of the card’s colour lay on the board, so it gave none.")
    elif event["ability"] == "privilege":
        yield telling.about(
            seat,
            gettext("You already had all three privileges, so there was none to take."),
            gettext("%(name)s already had all three privileges, so there was none to take."),
        )
    else:
        yield telling.about(
            others(range(len(telling.names)), seat)[0],
            gettext("You had no gem or pearl, so there was nothing to steal."),
            gettext("%(name)s had no gem or pearl, so there was nothing to steal."),
        )


def _stolen(event: Event, telling: Telling) -> Iterator[str]:
    token = tokens_told([event["color"]])
    if event["from"] == telling.viewer:
        yield telling.about(
            event["seat"], "", gettext("%(name)s stole %(token)s from you."), token=token
        )
    else:
        yield telling.about(
            event["seat"],
            gettext("You stole %(token)s from %(other)s."),
            gettext("%(name)s stole %(token)s from %(other)s."),
            token=token,
            other=telling.names[event["from"]],
        )


def _royal(event: Event, telling: Telling) -> Iterator[str]:
    yield telling.about(
        event["seat"],
        gettext("You took a royal: %(royal)s."),
        gettext("%(name)s took a royal: %(royal)s."),
        royal=royal_words(event["id"]),
    )


def _discarded(event: Event, telling: Telling) -> Iterator[str]:
    yield telling.about(
        event["seat"],
        gettext("You returned %(tokens)s to the bag."),
        gettext("%(name)s returned %(tokens)s to the bag."),
        tokens=tokens_told(Counter(event["colors"])),
    )


def _extra_turn(event: Event, telling: Telling) -> Iterator[str]:
    yield telling.about(
        event["seat"], gettext("You got another turn."), gettext("%(name)s got another turn.")
    )


def _victory(event: Event, telling: Telling) -> Iterator[str]:
    how = victory_words(event["by"])
    yield telling.about(
        event["seat"],
        gettext("You won the game: %(reasons)s."),
        gettext("%(name)s won the game: %(reasons)s."),
        reasons=how,
    )


# Not told: `privilege_used` (told with the token), `ability` (its effect is told), `turn`.
_SENTENCES: dict[str, Callable[[Event, Telling], Iterator[str]]] = {
    "taken": _taken,
    "privilege": _privilege,
    "replenished": _replenished,
    "reserved": _reserved,
    "bought": _bought,
    "revealed": _revealed,
    "slot_empty": _slot_empty,
    "ability_skipped": _ability_skipped,
    "stolen": _stolen,
    "royal": _royal,
    "discarded": _discarded,
    "extra_turn": _extra_turn,
    "victory": _victory,
}
