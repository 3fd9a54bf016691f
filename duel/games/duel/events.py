"""The engine's events as sentences for a reader; what moves revealed, for operators' rollbacks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.games.base import Disclosure, Event
from duel.games.duel.vocabulary import card_words, royal_words, victory_words
from duel.games.gems.events import (
    EventContext,
    EventTeller,
    purchase_sentence,
    tell,
    tell_empty_slot,
    tell_events,
    tell_revealed_card,
)
from duel.games.gems.vocabulary import (
    colour_list,
    hidden_card_words,
    token_count_words,
    token_phrase,
)
from duel.games.winners import victory_sentence
from duel.words.naming import joined, others


def event_sentences(events: Sequence[Event], names: Sequence[str], viewer: int | None) -> list[str]:
    """Return what the events of one move say to the reader, one sentence each."""
    return tell_events(_SENTENCES, EventContext(events, names, viewer))


def _taken(event: Event, context: EventContext) -> Iterator[str]:
    words = {"cells": joined(event["cells"]), "colours": colour_list(event["colors"])}
    if event["by"] == "use":
        yield context.about(
            event["seat"],
            gettext("You used a privilege and took %(cells)s: %(colours)s."),
            gettext("%(name)s used a privilege and took %(cells)s: %(colours)s."),
            **words,
        )
    elif event["by"] != "reserve":  # the gold of a reserve is in the sentence about the card
        yield context.about(
            event["seat"],
            gettext("You took %(cells)s: %(colours)s."),
            gettext("%(name)s took %(cells)s: %(colours)s."),
            **words,
        )


def _privilege(event: Event, context: EventContext) -> Iterator[str]:
    source = event["from"]
    if source == "supply":
        yield context.about(
            event["seat"], gettext("You took a privilege."), gettext("%(name)s took a privilege.")
        )
    elif source == context.viewer:
        yield context.about(event["seat"], "", gettext("%(name)s took a privilege from you."))
    else:
        yield context.about(
            event["seat"],
            gettext("You took a privilege from %(other)s."),
            gettext("%(name)s took a privilege from %(other)s."),
            other=context.names[source],
        )


def _reserved(event: Event, context: EventContext) -> Iterator[str]:
    cell = _gold_cell(context)
    if event["from"] == "market":
        yield context.about(
            event["seat"],
            gettext("You took the gold from %(cell)s and reserved %(card)s."),
            gettext("%(name)s took the gold from %(cell)s and reserved %(card)s."),
            cell=cell,
            card=f"{context.slot()} ({card_words(event['id'])})",
        )
    elif event["id"] is None:
        yield context.about(
            event["seat"],
            gettext("You took the gold from %(cell)s and reserved %(card)s."),
            gettext("%(name)s took the gold from %(cell)s and reserved %(card)s."),
            cell=cell,
            card=hidden_card_words(event["level"]),
        )
    else:
        yield context.about(
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


def _gold_cell(context: EventContext) -> str:
    """Return the cell from which gold was taken for a reserve."""
    return next(str(event["cells"][0]) for event in context.events if event["kind"] == "taken")


def _bought(event: Event, context: EventContext) -> Iterator[str]:
    yield purchase_sentence(event, context, card_words(event["id"], event["color"]), context.slot())


def _ability_skipped(event: Event, context: EventContext) -> Iterator[str]:
    seat = event["seat"]
    if event["ability"] == "token":
        yield gettext("No token of the card’s colour lay on the board, so it gave none.")
    elif event["ability"] == "privilege":
        yield context.about(
            seat,
            gettext("You already had all three privileges, so there was none to take."),
            gettext("%(name)s already had all three privileges, so there was none to take."),
        )
    else:
        yield context.about(
            others(range(len(context.names)), seat)[0],
            gettext("You had no gem or pearl, so there was nothing to steal."),
            gettext("%(name)s had no gem or pearl, so there was nothing to steal."),
        )


def _stolen(event: Event, context: EventContext) -> Iterator[str]:
    token = token_phrase([event["color"]])
    if event["from"] == context.viewer:
        yield context.about(
            event["seat"], "", gettext("%(name)s stole %(token)s from you."), token=token
        )
    else:
        yield context.about(
            event["seat"],
            gettext("You stole %(token)s from %(other)s."),
            gettext("%(name)s stole %(token)s from %(other)s."),
            token=token,
            other=context.names[event["from"]],
        )


def _victory(event: Event, context: EventContext) -> Iterator[str]:
    how = victory_words(event["by"])
    yield victory_sentence([event["seat"]], how, context.names, context.viewer)


# Without a sentence: `privilege_used` (it is in that of the token), `ability` (its effect has one),
# `turn`.
_SENTENCES: Mapping[str, EventTeller] = {
    "taken": _taken,
    "privilege": _privilege,
    "replenished": tell(
        _("You replenished the board with %(total)s: %(tokens)s."),
        _("%(name)s replenished the board with %(total)s: %(tokens)s."),
        lambda event: {
            "total": token_count_words(len(event["cells"])),
            "tokens": token_phrase(event["colors"]),
        },
    ),
    "reserved": _reserved,
    "bought": _bought,
    "revealed": tell_revealed_card(card_words),
    "slot_empty": tell_empty_slot,
    "ability_skipped": _ability_skipped,
    "stolen": _stolen,
    "royal": tell(
        _("You took a royal: %(royal)s."),
        _("%(name)s took a royal: %(royal)s."),
        lambda event: {"royal": royal_words(event["id"])},
    ),
    "discarded": tell(
        _("You returned %(tokens)s to the bag."),
        _("%(name)s returned %(tokens)s to the bag."),
        lambda event: {"tokens": token_phrase(event["colors"])},
    ),
    "extra_turn": tell(_("You got another turn."), _("%(name)s got another turn.")),
    "victory": _victory,
}


def disclosure_of(event: Event, *, ply: int, name: str) -> Disclosure | None:
    """Return what an event has shown; what one player alone has seen is not named."""
    words: dict[str, Any] = {"ply": ply, "name": name}
    match event:
        case {"kind": "revealed", "id": str(card), "level": level, "slot": slot}:
            sentence = gettext(
                "Ply %(ply)d by %(name)s turned up a card on %(slot)s (%(card)s); both players "
                "saw it."
            )
            words = {**words, "card": card_words(card), "slot": f"{level}.{slot}"}
            return Disclosure(("card", card), sentence % words)
        case {"kind": "replenished", "colors": colours, "cells": cells}:
            sentence = gettext(
                "Ply %(ply)d by %(name)s drew tokens from the bag: %(tokens)s; both players "
                "saw them."
            )
            words = {**words, "tokens": token_phrase(colours)}
            return Disclosure(("tokens", *zip(cells, colours, strict=True)), sentence % words)
        case {"kind": "reserved", "from": "deck", "id": card, "level": level, "seat": seat}:
            sentence = gettext(
                "Ply %(ply)d reserved the top card of level %(level)s; only %(name)s saw it."
            )
            return Disclosure(("card", card, seat), sentence % {**words, "level": level})
        case {"kind": "bought", "was_hidden": True, "id": str(card)}:
            sentence = gettext(
                "Ply %(ply)d by %(name)s bought a card that nobody else knew (%(card)s); both "
                "players saw it."
            )
            return Disclosure(("card", card), sentence % {**words, "card": card_words(card)})
    return None
