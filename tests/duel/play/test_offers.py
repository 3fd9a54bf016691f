import pytest

from accounts.models import User
from duel import errors
from duel.models import Game, Notice
from duel.play.moves import resign
from duel.play.offers import accept_offer, decline_offer, offer_to_cancel, withdraw_offer
from duel.record.log import read_log
from engine.kinds import Channel
from tests.duel.tables import a_quiet_move, assert_sound, begin, submit


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def offer(game: Game, seat: int) -> str:
    return offer_to_cancel(public_id=game.public_id, seat=seat, channel=Channel.WEB)


def told(game: Game, kind: str) -> list[int]:
    notices = Notice.objects.filter(game=game, kind=kind)
    return list(notices.order_by("seat").values_list("seat", flat=True))


def test_a_game_is_called_off_when_both_agree(game: Game) -> None:
    terms = offer(game, 0)
    assert told(game, "offer") == [1]
    accept_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.LINK)
    assert_sound(game)
    assert (game.status, game.result) == ("over", {"winners": [], "by": ["cancel"]})
    assert told(game, "game-over") == [0, 1]


def test_two_offers_of_the_same_are_an_agreement(game: Game) -> None:
    offer(game, 0)
    offer(game, 1)
    assert_sound(game)
    assert game.result == {"winners": [], "by": ["cancel"]}


def test_an_offer_made_twice_is_told_once(game: Game) -> None:
    offer(game, 0)
    offer(game, 0)
    assert told(game, "offer") == [1]
    assert game.entries.count() == 1


def test_an_offer_leaves_the_ply_and_the_links_alone(game: Game) -> None:
    offer(game, 0)
    submit(game, a_quiet_move(game), ply=0)
    assert read_log(game).course.offers == {"cancel": 0}


def test_a_declined_offer_is_gone_and_may_be_made_again(game: Game) -> None:
    terms = offer(game, 0)
    decline_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)
    assert told(game, "offer-declined") == [0]
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)
    offer(game, 0)
    assert told(game, "offer") == [1, 1]


def test_a_withdrawn_offer_is_gone(game: Game) -> None:
    terms = offer(game, 0)
    withdraw_offer(public_id=game.public_id, seat=0, terms=terms, channel=Channel.WEB)
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)


def test_offers_are_answered_by_others_and_withdrawn_by_oneself(game: Game) -> None:
    terms = offer(game, 0)
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=0, terms=terms, channel=Channel.WEB)
    with pytest.raises(errors.NoSuchOffer):
        decline_offer(public_id=game.public_id, seat=0, terms=terms, channel=Channel.WEB)
    with pytest.raises(errors.NoSuchOffer):
        withdraw_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)
    assert game.entries.count() == 1


@pytest.mark.parametrize("terms", ["cancel", "undo 0", "undo", "peace", "", "x" * 300])
def test_there_is_no_answer_to_what_was_not_offered(game: Game, terms: str) -> None:
    for answer in (accept_offer, decline_offer, withdraw_offer):
        with pytest.raises(errors.NoSuchOffer):
            answer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)
    assert not game.entries.exists()


def test_a_seat_that_is_not_there_offers_nothing(game: Game) -> None:
    with pytest.raises(errors.NotYourSeat):
        offer(game, 2)
    terms = offer(game, 0)
    with pytest.raises(errors.NotYourSeat):
        accept_offer(public_id=game.public_id, seat=-1, terms=terms, channel=Channel.WEB)


def test_nothing_is_offered_or_answered_once_the_game_is_over(game: Game) -> None:
    terms = offer(game, 0)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    with pytest.raises(errors.GameIsOver):
        accept_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.WEB)
    with pytest.raises(errors.GameIsOver):
        offer(game, 1)
