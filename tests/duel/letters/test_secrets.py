"""No letter tells what its reader may not know: it is the same in worlds that differ in that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from accounts.models import User
from duel.games.duel.vocabulary import card_words
from duel.models import Game, GameSecret
from duel.record.log import read_log
from engine.duel.position import Position
from engine.fairness import seed_of
from mail import registry
from mail.models import Letter
from mail.registry import Draft
from mail.sending.messages import compose
from tests.duel.letters.every_kind import AT_LARGER_TABLES, EVERY_KIND
from tests.duel.letters.outbox import built
from tests.duel.worlds import WORLDS, draw_a_card, other_world

pytestmark = [pytest.mark.django_db, pytest.mark.words]

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def letters_of(kind: str, game: Game) -> list[Letter]:
    """The letters of this kind, to whomever, that what calls for one has posted."""
    EVERY_KIND[kind](game)
    letters = list(Letter.objects.filter(kind=kind).order_by("pk"))
    return [letter for letter in letters if built(letter) is not None]


def seat_of(letter: Letter, game: Game) -> int | None:
    """The seat of the letter's reader; None for operators and strangers."""
    seat = game.seats.filter(user__email=letter.to).first()
    return seat.number if seat else None


def as_sent(letter: Letter) -> bytes:
    """All bytes that leave; only the random marks between the parts are set equal."""
    draft = built(letter)
    assert draft is not None
    message = compose(letter, draft).message()
    whole = bytes(message.as_bytes())
    for part in message.walk():
        if boundary := part.get_boundary():
            whole = whole.replace(boundary.encode(), b"BOUNDARY")
    return whole


def as_sent_in(languages: Sequence[str], letter: Letter) -> list[bytes]:
    sent = []
    for language in languages:
        User.objects.update(language=language)
        sent.append(as_sent(letter))
    return sent


def assert_it_tells_no_secret(
    letter: Letter, game: Game, languages: Sequence[str] = LANGUAGES
) -> None:
    here = as_sent_in(languages, letter)
    for number in WORLDS:
        with other_world(game, seat_of(letter, game), number):
            assert as_sent_in(languages, letter) == here


def test_every_kind_is_tried() -> None:
    assert set(EVERY_KIND) | AT_LARGER_TABLES == set(registry.kinds())


@pytest.mark.parametrize("is_drawn", [False, True], ids=["", "a-card-was-just-drawn"])
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_letter_is_the_same_whatever_is_hidden(
    kind: str, is_drawn: bool, much_is_hidden: Game
) -> None:
    game = much_is_hidden
    if is_drawn:  # and the other seat is to move
        draw_a_card(game)
    letters = letters_of(kind, game)
    assert letters
    secret = bytes(GameSecret.objects.get(game=game).secret)
    seed = seed_of(secret, read_log(game).header.nonces)
    for letter in letters:
        assert_it_tells_no_secret(letter, game)
        draft = built(letter)
        assert draft is not None
        content = draft.subject + draft.text + draft.html + str(draft.attachments)
        assert secret.hex() not in content
        assert seed.hex() not in content


def top_of_a_deck(position: Position, seat: int | None) -> str:
    return position.decks[1][0].id


def hand_of_the_opponent(position: Position, seat: int | None) -> str:
    hand = position.players[1 - (seat or 0)].reserved
    return next(card.id for card, is_hidden in hand if is_hidden)


@pytest.mark.parametrize("part", ["subject", "text", "html"])
@pytest.mark.parametrize("leak", [top_of_a_deck, hand_of_the_opponent])
@pytest.mark.parametrize("kind", ["your-turn", "dispute-opened", "sign-in"])
def test_a_hidden_card_told_in_words_would_be_found(
    kind: str, leak: Any, part: str, much_is_hidden: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = much_is_hidden
    letter = letters_of(kind, game)[0]
    honest = registry.kind_of(kind)

    def tell(data: dict[str, Any]) -> Draft | None:
        draft = honest.build(data)
        assert draft is not None
        card = leak(read_log(game).course.position, seat_of(letter, game))
        language = User.objects.values_list("language", flat=True)[0]
        with translation.override(language):
            leaking: dict[str, Any] = {part: getattr(draft, part) + " " + card_words(card)}
        return replace(draft, **leaking)

    monkeypatch.setitem(registry._kinds, kind, replace(honest, build=tell))
    for language in LANGUAGES:
        with pytest.raises(AssertionError, match="BOUNDARY"):
            assert_it_tells_no_secret(letter, game, [language])
