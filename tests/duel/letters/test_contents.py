"""What letters about a game tell, and what they keep to themselves."""

import re

import pytest
from django.test import Client

from accounts.models import User
from duel.games.duel.vocabulary import card_words
from duel.models import Game, GameSecret
from duel.play.undo import take_back_turn
from duel.record.log import read_log
from engine.kinds import Channel
from tests.duel.letters.kinds import MESSAGE, REASON, draft_of, game_over, operator_decision
from tests.duel.letters.outbox import mover, parsed, read
from tests.duel.tables import begin, legal_moves, make_final, play_to_the_end, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def test_a_hidden_card_of_the_opponent_is_not_named(ada: User, bruno: User) -> None:
    for _ in range(20):
        game = begin(ada, bruno)
        blind = next(move for move in legal_moves(game) if "deck3" in move)
        seat = game.to_move or 0
        submit(game, blind)
        course = read_log(game).course
        view = course.game.view(course.position, seat)
        hidden = view["players"][seat]["reserved"][0]["id"]
        in_sight = {card_words(card) for row in view["market"].values() for card in row if card}
        if card_words(hidden) not in in_sight:
            break
    draft = read(game, mover(game))
    text = " ".join(draft.text.split())
    assert "a hidden card of level 3" in text
    for content in (text, draft.html):
        assert hidden not in content
        assert card_words(hidden) not in content


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_was_taken_back_is_told_only_as_that(game: Game) -> None:
    seat = game.to_move or 0
    takes = [move for move in legal_moves(game) if move.startswith("take ")]
    first = max(takes, key=len)
    cells = set(first.split()[1:])
    second = next(move for move in takes if not cells & set(move.split()[1:]))
    submit(game, first)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    submit(game, second)
    make_final(game)
    since = read(game, mover(game)).text.partition("WHAT HAPPENED SO FAR")[2]
    since = since.partition("HOW IT STANDS")[0]
    assert "took a move back" in since
    assert not any(cell in since.split() for cell in cells)


def test_a_secret_that_stays_closed_is_promised_by_the_readers_clock(game: Game) -> None:
    letter = game_over(game)
    User.objects.update(time_zone="Europe/Rome")
    words = " ".join(draft_of(letter).text.split())
    assert re.search(r"The secret stays closed until \w+ \d+ \w+, \d\d:\d\d \(Rome\)", words)


def test_an_end_over_the_board_shows_the_secret_and_brings_the_file(game: Game) -> None:
    play_to_the_end(game)
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    reader = game.seats.get(number=0).user
    assert reader is not None
    draft = read(game, reader, "game-over")
    assert secret in draft.text
    (file,) = draft.attachments
    assert secret in file.content.decode()
    assert draft.text.count("won the game") == 1
    assert draft.html.count("won the game") == 1
    assert "HOW IT STOOD AT THE END" in draft.text
    assert "How it stood at the end" in draft.html
    assert "how it stands" not in (draft.text + draft.html).lower()


def test_an_operators_decision_is_told_with_its_message_and_not_its_reason(game: Game) -> None:
    letter = operator_decision(game)
    draft = draft_of(letter)
    assert "An operator has given you 2 days more." in draft.text
    assert MESSAGE in draft.text
    assert REASON not in draft.text + draft.html
    assert parsed(letter)["X-Duelpost-Head"]


def test_the_last_letter_leads_to_another_game(client: Client, game: Game) -> None:
    draft = draft_of(game_over(game))
    link = re.search(r"https?://\S+(/again/\S+)", draft.text)
    assert link is not None
    assert client.get(link[1]).status_code == 200
    assert not game.rematches.exists()
    assert "is invited" in client.post(link[1]).content.decode()
    client.post(link[1])
    assert game.rematches.count() == 1


def test_who_stays_alone_is_offered_no_other_game(game: Game) -> None:
    letter = game_over(game)
    game.seats.exclude(user__email=letter.to).update(user=None)
    assert "/again/" not in draft_of(letter).text
