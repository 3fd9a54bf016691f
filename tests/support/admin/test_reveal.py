"""Hidden things in the admin: absent until somebody who may asks and says why."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.games.duel.vocabulary import card_words
from duel.models import Game, GameSecret
from duel.record.log import read_log
from engine.duel.position import Position
from tests.duel.tables import begin, play_any


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game in which both have reserved the top card of a deck."""
    game = begin(ada, bruno)
    for _ in range(4):
        play_any(game, choose=_the_top_of_a_deck)
        if all(any(hidden for _, hidden in hand.reserved) for hand in _position(game).players):
            return game
    raise AssertionError("Somebody could not reserve.")


def _the_top_of_a_deck(moves: list[str]) -> str:
    return next((move for move in moves if re.match(r"reserve \S+ deck", move)), moves[0])


def _position(game: Game) -> Position:
    return read_log(game).course.position  # type: ignore[no-any-return]


def page_of(client: Client, game: Game, **query: Any) -> str:
    response = client.get(reverse("admin:duel_game_change", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def ask(client: Client, game: Game, **form: Any) -> Any:
    return client.post(reverse("admin:duel_game_reveal", args=[game.pk]), form)


def hidden_ids(game: Game) -> set[str]:
    """Every card that a spectator does not see."""
    position = read_log(game).course.position
    reserved = {card.id for hand in position.players for card, hidden in hand.reserved if hidden}
    return reserved | {card.id for deck in position.decks for card in deck}


def hidden_words(game: Game) -> set[str]:
    """What hidden cards are called, where no card in sight is called the same."""
    position = read_log(game).course.position
    seen = [card for row in position.market for card in row if card]
    for hand in position.players:
        seen += [card for card, hidden in hand.reserved if not hidden]
        seen += [card for card, _ in hand.cards]
    hidden = {card_words(card) for card in hidden_ids(game)}
    return hidden - {card_words(card.id) for card in seen}


def tell_tales(page: str, words: set[str]) -> set[str]:
    """Which of the cards' names stand on the page as such, not as part of a longer one."""
    cards = re.findall(r'<span class="words">\s*(.*?)\s*</span>', page)
    return {word for word in words if word in cards}


def test_the_page_tells_nothing_hidden_at_any_ply(desk: Client, game: Game) -> None:
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    seed = read_log(game).course.position.seed.hex()
    for ply in (game.ply, game.ply // 2, 0):
        page = page_of(desk, game, ply=ply, timeline="all")
        assert secret not in page
        assert seed not in page
        assert not {card for card in hidden_ids(game) if re.search(rf"\b{card}\b", page)}
    assert not tell_tales(page_of(desk, game), hidden_words(game))
    assert "a hidden card of level" in page_of(desk, game)


def test_what_is_hidden_is_shown_to_whoever_says_why(desk: Client, game: Game, olga: User) -> None:
    response = ask(desk, game, ply=game.ply, reason="Bruno says the deck is stacked")
    page = response.content.decode()
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    position = read_log(game).course.position
    tops = {card_words(card.id) for deck in position.decks for card in deck[:5]}
    hands = {card_words(card.id) for hand in position.players for card, _ in hand.reserved}
    assert tell_tales(page, tops | hands) == tops | hands
    assert position.seed.hex() not in page
    assert bytes(GameSecret.objects.get(game=game).secret).hex() not in page
    act = AuditEntry.objects.get(object_id=str(game.pk))
    assert (act.user, "stacked" in act.change_message) == (olga, True)
    assert "saw what is hidden" in page_of(desk, game)
    assert not tell_tales(page_of(desk, game), hidden_words(game))


def test_what_was_hidden_at_an_earlier_ply_is_shown_as_it_was(desk: Client, game: Game) -> None:
    page = ask(desk, game, ply=0, reason="from the start").content.decode()
    decks = read_log(game).course.position_at(0).decks
    assert card_words(decks[2][0].id) in page
    assert page.count("Nothing.") == 2  # nobody has reserved anything yet


@pytest.mark.parametrize(
    "form", [{}, {"reason": ""}, {"reason": "  \n\0 "}, {"reason": "x" * 2001}]
)
def test_without_a_reason_nothing_is_shown(desk: Client, game: Game, form: Any) -> None:
    response = ask(desk, game, ply=game.ply, **form)
    assert response.status_code == 400
    assert "Say why" in response.content.decode()
    assert not tell_tales(response.content.decode(), hidden_words(game))
    assert not AuditEntry.objects.exists()


def test_a_ply_that_is_not_there_is_refused(desk: Client, game: Game) -> None:
    response = ask(desk, game, ply=game.ply + 1, reason="?")
    assert response.status_code == 400
    assert not AuditEntry.objects.exists()


def test_reading_alone_reveals_nothing(desk: Client, game: Game) -> None:
    page = reverse("admin:duel_game_reveal", args=[game.pk])
    assert desk.get(page, {"reason": "?", "ply": "0"}).status_code == 403
    assert not AuditEntry.objects.exists()


def test_an_operator_without_the_permission_is_refused(
    client: Client, game: Game, eve: User
) -> None:
    eve.is_staff = True
    eve.save()
    eve.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(eve)
    assert 'name="reason"' not in page_of(client, game)
    assert ask(client, game, ply=0, reason="curious").status_code == 403
    assert not AuditEntry.objects.exists()


def test_whoever_plays_in_the_game_is_refused(client: Client, game: Game, bruno: User) -> None:
    bruno.is_staff = bruno.is_superuser = True
    bruno.save()
    client.force_login(bruno)
    assert 'name="reason"' not in page_of(client, game)
    assert "You play in this game" in page_of(client, game)
    response = ask(client, game, ply=game.ply, reason="curious")
    assert response.status_code == 400
    assert not tell_tales(response.content.decode(), hidden_words(game))
    assert not AuditEntry.objects.exists()
