"""Setting a game back: its page lists what was seen since, and nothing made for it works."""

import random
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.errors import TooLate
from duel.games.duel.vocabulary import card_words
from duel.lobby.proposals import rematch
from duel.models import Game
from duel.play.moves import resign
from duel.play.offers import offer_to_cancel
from duel.record.log import read_log
from engine.kinds import Channel
from support.decisions import preview
from support.decisions.new_knowledge import new_knowledge_since
from support.errors import NoSuchPly
from support.models import Act
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, begin_with, send_letters, sweep_at
from tests.duel.letter_links import move_address
from tests.duel.tables import (
    a_quiet_move,
    assert_sound,
    begin,
    legal_moves,
    play_any,
    play_on,
    play_to_the_end,
    submit,
)
from tests.support.decisions.bench import (
    assert_settled,
    mover_and_other,
    player,
    ruling,
    start_clock,
    turn_letters,
    verify,
)
from tests.support.decisions.verbs import award, hold, resume, roll_back, void


def test_a_game_set_back_goes_on_and_still_verifies(
    game: Game, olga: User, traveller: time_machine.Traveller, tmp_path: Path
) -> None:
    position = read_log(game).course.state_hash
    ply = game.ply
    play_on(game, 3)
    offer_to_cancel(public_id=game.public_id, seat=0, channel=Channel.WEB)
    decision = roll_back(ruling(olga, game), ply=ply)
    assert_settled(game, decision, last=f"rollback {ply}")
    log = read_log(game)
    assert (log.course.state_hash, log.course.offers) == (position, {})
    assert game.ply == ply + 4
    play_to_the_end(game)
    assert_sound(game)
    file = verify(game, tmp_path)
    assert f"rollback {ply}" in [f"{entry['kind']} {entry['text']}" for entry in file["entries"]]


def test_only_whoever_is_to_move_after_it_gets_a_turn_letter(game: Game, olga: User) -> None:
    send_letters(game)
    ply, (mover, _) = game.ply, mover_and_other(game)
    play_on(game, 3)
    roll_back(ruling(olga, game), ply=ply)
    game.refresh_from_db()
    assert turn_letters(game) == [(mover, game.ply)]


def test_links_of_plies_that_were_taken_back_are_dead(
    game: Game, olga: User, client: Client
) -> None:
    ply = game.ply
    while game.ply < ply + 2:
        play_any(game)
    address = move_address(game)
    roll_back(ruling(olga, game), ply=ply)
    game.refresh_from_db()
    before = game.ply
    page = client.post(address)
    assert "An operator set the game back" in page.content.decode()
    game.refresh_from_db()
    assert game.ply == before


def test_the_turn_has_its_full_time_and_banks_hold_what_they_held_then(
    traveller: time_machine.Traveller, ada: User, bruno: User, olga: User
) -> None:
    game = begin_with(ada, bruno, grace=3600, bank=10 * 3600, increment=600, cap=20 * 3600)

    def banks() -> list[int]:
        return list(game.seats.order_by("number").values_list("bank_left", flat=True))

    held: dict[int, list[int]] = {}
    for turn in range(1, 7):
        held[game.ply] = banks()
        start_clock(game)
        traveller.shift((1 + turn / 10) * HOUR)
        submit(game, a_quiet_move(game))
    assert len(set(map(tuple, held.values()))) > 4
    # Back and forth, also to plies that were taken back.
    for ply in (4, 2, 5, 0, 3):
        roll_back(ruling(olga, game), ply=ply)
        game.refresh_from_db()
        assert banks() == held[ply]
        start_clock(game)
        mover, _ = mover_and_other(game)
        time = timedelta(seconds=3600 + held[ply][mover])
        assert game.deadline == timezone.now() + time
        traveller.shift(HOUR / 2)
    submit(game, a_quiet_move(game))
    assert_sound(game)


def test_a_turn_of_the_same_number_begins_with_the_bank_of_then(
    traveller: time_machine.Traveller, ada: User, bruno: User, olga: User
) -> None:
    game = begin_with(ada, bruno, grace=0, bank=10 * 3600)
    for _ in range(3):
        start_clock(game)
        traveller.shift(HOUR)
        submit(game, a_quiet_move(game))
    roll_back(ruling(olga, game), ply=0)
    for _ in range(3):
        submit(game, a_quiet_move(game))
    banks = set(game.seats.values_list("bank_left", flat=True))
    assert banks == {10 * 3600}


def test_the_preview_names_what_was_seen_and_by_whom(ada: User, bruno: User, olga: User) -> None:
    game = begin(ada, bruno)
    names = [str(player(game, seat)) for seat in (0, 1)]
    seat = game.to_move or 0
    submit(game, next(move for move in legal_moves(game) if "deck3" in move))
    course = read_log(game).course
    hidden = course.game.view(course.position, seat)["players"][seat]["reserved"][0]["id"]
    submit(
        game,
        next(move for move in legal_moves(game) if " D1-" in move and move.startswith("reserve")),
    )
    shown = next(
        event["id"]
        for item in [course.game.step(course.position, read_log(game).entries[-1].text)]
        for event in item.events
        if event["kind"] == "revealed"
    )
    log = read_log(game)
    blind, open_card = list(new_knowledge_since(log, 0))
    assert blind == f"Ply 1 reserved the top card of level 3; only {names[seat]} saw it."
    assert card_words(shown) in open_card
    assert "both players saw it" in open_card
    everything = " ".join(preview(Act.ROLLBACK, log, operator=olga, ply=0))
    assert hidden not in everything
    assert [*new_knowledge_since(log, 1)] == [open_card]


def test_a_replenishment_is_named_with_what_was_drawn(game: Game) -> None:
    while "replenish" not in legal_moves(game):
        play_any(game)
    ply = game.ply
    submit(game, "replenish")
    assert "drew tokens from the bag" in " ".join(new_knowledge_since(read_log(game), ply))


def test_where_nothing_was_seen_the_preview_says_so(ada: User, bruno: User, olga: User) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    log = read_log(game)
    assert "Nothing hidden was shown since." in preview(Act.ROLLBACK, log, operator=olga, ply=0)


@pytest.mark.parametrize("how", ["resign", "timeout", "award"])
def test_a_game_that_is_over_goes_on_from_an_earlier_ply(
    game: Game, olga: User, traveller: time_machine.Traveller, how: str
) -> None:
    if how == "resign":
        resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    elif how == "award":
        award(ruling(olga, game), winners=[0])
    else:
        Game.objects.filter(pk=game.pk).update(late_may_be_claimed=False)
        start_clock(game)
        sweep_at(MONDAY + DAY, traveller)
    game.refresh_from_db()
    assert game.result is not None
    assert game.result["by"] == [how]
    roll_back(ruling(olga, game), ply=game.ply - 1)
    game.refresh_from_db()
    assert (game.result, game.status, game.secret_opens_at) == (None, "running", None)
    assert_sound(game)


def test_it_is_too_late_once_the_secret_was_shown(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    traveller.shift(73 * HOUR)
    with pytest.raises(TooLate):
        roll_back(ruling(olga, game), ply=0)
    with pytest.raises(TooLate):
        preview(Act.ROLLBACK, read_log(game), operator=olga, ply=0)


@pytest.mark.parametrize("back", [0, 1, -1])
def test_a_game_goes_back_only_to_plies_that_it_has_passed(
    game: Game, olga: User, back: int
) -> None:
    with pytest.raises(NoSuchPly):
        roll_back(ruling(olga, game), ply=game.ply + back if back >= 0 else back)


def test_a_held_game_stays_held_when_it_is_set_back(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    hold(ruling(olga, game))
    roll_back(ruling(olga, game), ply=1)
    start_clock(game)
    assert game.deadline is None
    traveller.shift(DAY)
    resume(ruling(olga, game))
    game.refresh_from_db()
    assert game.deadline == MONDAY + 2 * DAY


def test_void_with_a_rematch_takes_nobody_into_a_game_that_they_were_only_offered(
    game: Game, olga: User
) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    offered = rematch(public_id=game.public_id, by=player(game, 1))
    void(ruling(olga, game), rematch=True)
    offered.refresh_from_db()
    assert offered.status == "proposed"
    assert game.rematches.get() == offered


def turns_up_a_card(game: Game) -> str:
    """A move by which the market gets a new card of level 1."""
    return next(move for move in legal_moves(game) if " D1-" in move and move.startswith("reserve"))


def test_what_was_seen_on_a_branch_that_was_taken_back_is_still_known(
    ada: User, bruno: User, olga: User
) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    submit(game, turns_up_a_card(game))
    (seen,) = new_knowledge_since(read_log(game), 1)
    roll_back(ruling(olga, game), ply=1)  # that is ply 3
    game.refresh_from_db()
    submit(game, a_quiet_move(game))
    log = read_log(game)
    assert [*new_knowledge_since(log, 0)] == [*new_knowledge_since(log, 1)] == [seen]
    assert [*new_knowledge_since(log, 2)] == []  # it lies on the table there
    assert [*new_knowledge_since(log, 3)] == []  # they knew it then already
    assert seen in preview(Act.ROLLBACK, log, operator=olga, ply=0)


def test_a_card_that_came_again_is_named_once(ada: User, bruno: User, olga: User) -> None:
    game = begin(ada, bruno)
    move = turns_up_a_card(game)
    submit(game, move)
    (seen,) = new_knowledge_since(read_log(game), 0)
    roll_back(ruling(olga, game), ply=0)
    game.refresh_from_db()
    submit(game, move)
    log = read_log(game)
    assert [*new_knowledge_since(log, 0)] == [seen]
    assert [*new_knowledge_since(log, 1)] == []  # the same card lies there at ply 1


def test_a_hidden_card_that_both_have_reserved_was_seen_by_both(
    ada: User, bruno: User, olga: User
) -> None:
    game = begin(ada, bruno)
    blind = next(move for move in legal_moves(game) if "deck3" in move)
    first = str(player(game, game.to_move or 0))
    submit(game, blind)
    roll_back(ruling(olga, game), ply=0)
    game.refresh_from_db()
    submit(game, a_quiet_move(game))
    second = str(player(game, game.to_move or 0))
    submit(game, next(move for move in legal_moves(game) if "deck3" in move))
    sentences = [*new_knowledge_since(read_log(game), 0)]
    assert [sentence.partition("; only ")[2] for sentence in sentences] == [
        f"{first} saw it.",
        f"{second} saw it.",
    ]


def test_a_hidden_card_that_was_bought_is_named(game: Game) -> None:
    def buys_hidden() -> str | None:
        course = read_log(game).course
        for move in legal_moves(game):
            events = course.game.step(course.position, move).events if "buy" in move else ()
            if any(event.get("was_hidden") for event in events):
                return move
        return None

    chance = random.Random(7)
    for _ in range(400):
        if (move := buys_hidden()) is not None:
            break
        blind = [each for each in legal_moves(game) if "deck1" in each]
        submit(game, blind[0] if blind else chance.choice(legal_moves(game)))
    ply = game.ply
    assert move is not None
    submit(game, move)
    assert any(
        "bought a card that nobody else knew" in sentence
        for sentence in new_knowledge_since(read_log(game), ply)
    )
