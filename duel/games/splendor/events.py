"""The engine's events as sentences for a reader; what moves revealed, for operators' rollbacks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duel.games.base import Disclosure, Event
from duel.games.gems.events import (
    EventContext,
    EventTeller,
    purchase_sentence,
    tell,
    tell_empty_slot,
    tell_events,
    tell_revealed_card,
)
from duel.games.gems.vocabulary import card_list, hidden_card_words, points_words, token_phrase
from duel.games.splendor.printed_cards import PrintedCards, victory_words
from duel.games.winners import victory_sentence


class EventSentences:
    """The sentences about each kind of event."""

    def __init__(self, printed: PrintedCards) -> None:
        self._printed = printed
        # Without a sentence: `turn`.
        self._tellers: Mapping[str, EventTeller] = {
            "taken": _taken,
            "looked": self._looked,
            "reserved": self._reserved,
            "buried": tell(
                _("You put the other card under deck %(level)s: %(card)s."),
                _("%(name)s put the other card under deck %(level)s."),
                lambda event: {
                    "level": str(event["level"]),
                    "card": printed.card(event["id"]) if event["id"] else "",
                },
            ),
            "bought": self._bought,
            "revealed": tell_revealed_card(printed.card),
            "slot_empty": tell_empty_slot,
            "discarded": tell(
                _("You returned %(tokens)s to the bank."),
                _("%(name)s returned %(tokens)s to the bank."),
                lambda event: {"tokens": token_phrase(event["colors"])},
            ),
            "noble": tell(
                _("You received a noble for these cards: %(cards)s (%(points)s)."),
                _("%(name)s received a noble for these cards: %(cards)s (%(points)s)."),
                lambda event: {
                    "cards": printed.noble(event["id"]),
                    "points": points_words(printed.facts.noble_of[event["id"]].points),
                },
            ),
            "post": tell(
                _("You won a trading post: %(power)s."),
                _("%(name)s won a trading post: %(power)s."),
                lambda event: {"power": printed.power(event["id"])},
            ),
            "passed": tell(_("You passed."), _("%(name)s passed.")),
            "last_round": _last_round,
            "retired": _retired,
            "returned": _returned,
            "victory": _victory,
        }

    def sentences(
        self, events: Sequence[Event], names: Sequence[str], viewer: int | None
    ) -> list[str]:
        """Return what the events of one move say to the reader, one sentence each."""
        return tell_events(self._tellers, EventContext(events, names, viewer))

    def _looked(self, event: Event, context: EventContext) -> Iterator[str]:
        seat, cards = event["seat"], [card for card in event["ids"] if card]
        yield context.about(
            seat,
            gettext("You looked at the top two cards of level %(level)s: %(cards)s."),
            gettext("%(name)s looked at the top two cards of level %(level)s."),
            level=str(event["level"]),
            cards=card_list(map(self._printed.card, cards)),
        )
        if _took_gold(context):
            yield context.about(seat, gettext("You took a gold."), gettext("%(name)s took a gold."))

    def _reserved(self, event: Event, context: EventContext) -> Iterator[str]:
        if event["from"] == "market":
            card = f"{context.slot()} ({self._printed.card(event['id'])})"
        elif event["id"] is None:
            card = hidden_card_words(event["level"])
        else:
            words = {"level": event["level"], "card": self._printed.card(event["id"])}
            card = gettext("a card of deck %(level)d (%(card)s)") % words
        if _took_gold(context):
            yield context.about(
                event["seat"],
                gettext("You took a gold and reserved %(card)s."),
                gettext("%(name)s took a gold and reserved %(card)s."),
                card=card,
            )
        else:
            yield context.about(
                event["seat"],
                gettext("You reserved %(card)s."),
                gettext("%(name)s reserved %(card)s."),
                card=card,
            )

    def _bought(self, event: Event, context: EventContext) -> Iterator[str]:
        # While a token is still to be taken, the slot is not filled, and so not named.
        level = {"level": self._printed.facts.card_of[event["id"]].level}
        slot = context.slot() or gettext("a card of level %(level)d") % level
        yield purchase_sentence(event, context, self._printed.card(event["id"]), slot)


def _took_gold(context: EventContext) -> bool:
    """Return whether a reserve brought a gold: there may be none in the bank."""
    return any(event["kind"] == "taken" for event in context.events)


def _taken(event: Event, context: EventContext) -> Iterator[str]:
    words = {"tokens": token_phrase(event["colors"])}
    if event["by"] == "extra":
        yield context.about(
            event["seat"],
            gettext("You also took %(tokens)s, by a trading post."),
            gettext("%(name)s also took %(tokens)s, by a trading post."),
            **words,
        )
    elif event["by"] != "reserve":  # the gold of a reserve is in the sentence about the card
        yield context.about(
            event["seat"],
            gettext("You took %(tokens)s."),
            gettext("%(name)s took %(tokens)s."),
            **words,
        )


def _last_round(event: Event, context: EventContext) -> Iterator[str]:
    # Who began it, and why, is told beside the position until the end.
    yield gettext("With that the last round began.")


def _returned(event: Event, context: EventContext) -> Iterator[str]:
    words = {"name": context.names[event["seat"]], "level": event["level"]}
    if event["seat"] == context.viewer:
        yield gettext("The cards you were choosing from went back under deck %(level)d.") % words
    else:
        sentence = gettext("The cards %(name)s was choosing from went back under deck %(level)d.")
        yield sentence % words


def _retired(event: Event, context: EventContext) -> Iterator[str]:
    """Yield what the seat leaves behind; a sentence of all games says before that it left."""
    if event["tokens"]:
        words = {"tokens": token_phrase(event["tokens"])}
        yield gettext("Back in the bank: %(tokens)s.") % words
    if number := len(event["cards"]):
        yield ngettext(
            "%(count)d reserved card left the game with its player.",
            "%(count)d reserved cards left the game with their player.",
            number,
        ) % {"count": number}


def _victory(event: Event, context: EventContext) -> Iterator[str]:
    how = victory_words(event["by"])
    yield victory_sentence(event["seats"], how, context.names, context.viewer)


def disclosure_of(event: Event, *, ply: int, name: str, printed: PrintedCards) -> Disclosure | None:
    """Return what an event has shown; what one player alone has seen is not named."""
    words: dict[str, Any] = {"ply": ply, "name": name}
    match event:
        case {"kind": "revealed", "id": str(card), "level": level, "slot": slot}:
            sentence = gettext(
                "Ply %(ply)d by %(name)s turned up a card on %(slot)s (%(card)s); all players "
                "saw it."
            )
            words = {**words, "card": printed.card(card), "slot": f"{level}.{slot}"}
            return Disclosure(("card", card), sentence % words)
        case {"kind": "looked", "ids": cards, "level": level, "seat": seat}:
            sentence = gettext(
                "Ply %(ply)d looked at the top two cards of level %(level)s; only %(name)s saw "
                "them."
            )
            return Disclosure(("cards", *cards, seat), sentence % {**words, "level": level})
        case {"kind": "reserved", "from": "deck", "id": card, "level": level, "seat": seat}:
            sentence = gettext(
                "Ply %(ply)d reserved a card of deck %(level)s; only %(name)s saw it."
            )
            return Disclosure(("card", card, seat), sentence % {**words, "level": level})
        case {"kind": "bought", "was_hidden": True, "id": str(card)}:
            sentence = gettext(
                "Ply %(ply)d by %(name)s bought a card that nobody else knew (%(card)s); all "
                "players saw it."
            )
            return Disclosure(("card", card), sentence % {**words, "card": printed.card(card)})
    return None
