"""A decision that is taken back brings back how the game had ended before it."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import accept, rematch
from duel.lobby.selectors import lobby_of
from duel.models import Game, Notice
from duel.play.moves import resign
from duel.play.offers import offer_to_cancel
from duel.record.log import read_log, writing
from duel.timekeeping.clocks import claim
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.registry import builder_of
from mail.signals import delivery_trouble
from support.decisions import preview_revoke, revoke
from support.errors import Superseded
from support.models import Act, Decision
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, kinds, send_letters, sweep_at
from tests.duel.letters.outbox import read
from tests.duel.tables import play_on
from tests.support.decisions.bench import (
    assert_settled,
    decision_letter,
    mover_and_other,
    player,
    ruling,
    start_clock,
    turn_letters,
    verify,
)
from tests.support.decisions.verbs import (
    award,
    cancel,
    hold,
    reopen,
    replace_player,
    roll_back,
    void,
)


def lose_on_time(game: Game, traveller: time_machine.Traveller) -> None:
    """The player to move is late, as where nobody has to claim it."""
    late, _ = mover_and_other(game)
    start_clock(game)
    traveller.move_to(MONDAY + DAY)
    with writing(game.public_id) as log:
        log.append(Kind.TIMEOUT, seat=late, person=None, channel=Channel.CLOCK, time=timezone.now())


def be_claimed(game: Game, traveller: time_machine.Traveller) -> None:
    _, other = mover_and_other(game)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    claim(public_id=game.public_id, seat=other, channel=Channel.WEB)


def be_out_of_reach(game: Game, traveller: time_machine.Traveller) -> None:
    _, other = mover_and_other(game)
    send_letters(game)
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", kind="your-turn")
    letter = letters.latest("pk")
    delivery_trouble.send(Letter, address=letter.to, letter=letter, reason="bounced")
    sweep_at(MONDAY + 7 * DAY, traveller)
    claim(public_id=game.public_id, seat=other, channel=Channel.WEB)


def give_up(game: Game, traveller: time_machine.Traveller) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)


def agree_to_call_off(game: Game, traveller: time_machine.Traveller) -> None:
    for seat in (0, 1):
        offer_to_cancel(public_id=game.public_id, seat=seat, channel=Channel.WEB)


ENDS: dict[str, Callable[[Game, time_machine.Traveller], None]] = {
    "timeout": lose_on_time,
    "claim": be_claimed,
    "unreachable": be_out_of_reach,
    "resign": give_up,
    "agreed": agree_to_call_off,
}

DECISIONS: dict[str, Callable[[User, Game], Decision]] = {
    "award": lambda olga, game: award(ruling(olga, game), winners=[0]),
    "void": lambda olga, game: void(ruling(olga, game)),
    "rollback": lambda olga, game: roll_back(ruling(olga, game), ply=1),
}


@pytest.mark.parametrize(
    "case", [(how, decided) for how in ENDS for decided in DECISIONS], ids="-".join
)
def test_how_a_game_had_ended_counts_again(
    game: Game,
    olga: User,
    traveller: time_machine.Traveller,
    tmp_path: Path,
    case: tuple[str, str],
) -> None:
    how, decided = case
    ENDS[how](game, traveller)
    game.refresh_from_db()
    result, position = game.result, read_log(game).course.state_hash
    banks = list(game.seats.order_by("number").values_list("bank_left", flat=True))
    ended = [lobby_of(player(game, seat), now=timezone.now()).finished[0] for seat in (0, 1)]
    decision = DECISIONS[decided](olga, game)
    traveller.shift(HOUR)
    game.refresh_from_db()
    foreseen = preview_revoke(read_log(game), decision=decision)
    assert any(sentence.startswith("How it had ended before counts again") for sentence in foreseen)
    back = revoke(ruling(olga, game), decision=decision)
    game.refresh_from_db()
    assert (game.result, game.status, game.to_move, game.deadline) == (result, "over", None, None)
    assert game.ended_at == timezone.now()
    assert game.secret_opens_at == timezone.now() + timedelta(hours=72)
    assert read_log(game).course.state_hash == position
    assert list(game.seats.order_by("number").values_list("bank_left", flat=True)) == banks
    last = {"resign": "resign", "agreed": "cancel operator"}.get(how, "timeout")
    assert_settled(game, back, last=last)
    assert turn_letters(game) == []
    for seat in (0, 1):
        reader = player(game, seat)
        result_told = lobby_of(reader, now=timezone.now()).finished[0].result
        assert result_told == ended[seat].result
        text = " ".join(decision_letter(back, reader).text.split())
        assert "takes a decision back" in text
        assert f"had ended before counts again: {result_told}" in text
        assert result_told in " ".join(read(game, reader, "game-over").text.split())
    traveller.shift(73 * HOUR)
    verify(game, tmp_path)


def test_what_the_players_agreed_on_is_not_said_in_their_name(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    agree_to_call_off(game, traveller)
    decision = award(ruling(olga, game), winners=[0])
    game.refresh_from_db()
    letter_text = " ".join(preview_revoke(read_log(game), decision=decision))
    assert "cannot say so in their name" in letter_text
    back = revoke(ruling(olga, game), decision=decision)
    text = " ".join(decision_letter(back, player(game, 0)).text.split())
    assert "had agreed on that" in text


def test_a_game_that_was_reopened_is_lost_on_time_again(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    lose_on_time(game, traveller)
    game.refresh_from_db()
    result, position = game.result, read_log(game).course.state_hash
    decision = reopen(ruling(olga, game))
    play_on(game, 2)
    hold(ruling(olga, game))  # clocks that stand still would let nobody be late
    game.refresh_from_db()
    text = " ".join(preview_revoke(read_log(game), decision=decision))
    assert "in which the game had ended; moves made since no longer count" in text
    back = revoke(ruling(olga, game), decision=decision)
    assert_settled(game, back, last="timeout")
    assert kinds(game)[-3].startswith("rollback ")
    assert kinds(game)[-2:] == ["resume", "timeout"]
    game.refresh_from_db()
    assert (back.act, game.result) == (Act.TIMEOUT, result)
    assert read_log(game).course.state_hash == position


def test_what_was_taken_back_can_be_taken_back_in_turn(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    lose_on_time(game, traveller)
    game.refresh_from_db()
    by_the_clock = game.result
    first = award(ruling(olga, game), winners=[0, 1])
    second = void(ruling(olga, game))
    with pytest.raises(Superseded):
        revoke(ruling(olga, game), decision=first)
    third = revoke(ruling(olga, game), decision=second)
    game.refresh_from_db()
    assert game.result == {"winners": [0, 1], "by": ["award"]}
    assert_settled(game, third, last="award 0 1")
    fourth = revoke(ruling(olga, game), decision=first)
    game.refresh_from_db()
    assert game.result == by_the_clock
    fifth = revoke(ruling(olga, game), decision=fourth)
    game.refresh_from_db()
    assert game.result == {"winners": [0, 1], "by": ["award"]}
    assert_settled(game, fifth, last="award 0 1")


def test_an_end_by_an_operator_that_was_taken_back_comes_again(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    decision = cancel(ruling(olga, game))
    back = revoke(ruling(olga, game), decision=decision)
    play_on(game, 1)
    again = revoke(ruling(olga, game), decision=back)
    assert_settled(game, again, last="cancel operator")


def test_whoever_came_since_does_not_lose_what_another_has_lost(
    game: Game, olga: User, eve: User, traveller: time_machine.Traveller
) -> None:
    late, _ = mover_and_other(game)
    lose_on_time(game, traveller)
    decision = reopen(ruling(olga, game))
    replace_player(ruling(olga, game), seat=late, by=eve)
    with pytest.raises(Superseded):
        revoke(ruling(olga, game), decision=decision)


def test_a_reopened_game_that_has_ended_otherwise_stays_so(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    lose_on_time(game, traveller)
    decision = reopen(ruling(olga, game))
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    with pytest.raises(Superseded):
        revoke(ruling(olga, game), decision=decision)


def invitations(game: Game) -> list[Letter]:
    """The invitations that would leave now."""
    waiting = Letter.objects.filter(kind="invitation", status=Letter.Status.WAITING)
    return [letter for letter in waiting if builder_of(letter.kind)(letter.data) is not None]


TAKES_VOID_AWAY: dict[str, Callable[[User, Game, Decision], Decision]] = {
    "revoke": lambda olga, game, made: revoke(ruling(olga, game), decision=made),
    "award": lambda olga, game, made: award(ruling(olga, game), winners=[1]),
    "rollback": lambda olga, game, made: roll_back(ruling(olga, game), ply=1),
}


@pytest.mark.parametrize("how", TAKES_VOID_AWAY)
def test_a_void_game_that_counts_again_withdraws_the_invitation_to_another(
    game: Game, olga: User, client: Client, how: str, traveller: time_machine.Traveller
) -> None:
    made = void(ruling(olga, game), rematch=True)
    again = game.rematches.get()
    assert len(invitations(again)) == 1
    traveller.shift(HOUR)
    game.refresh_from_db()
    if how == "revoke":
        letter_text = " ".join(preview_revoke(read_log(game), decision=made))
        assert "The invitation to a new game in its place" in letter_text
        assert f"in the name of {player(game, 0)}, is withdrawn" in letter_text
    decision = TAKES_VOID_AWAY[how](olga, game, made)
    again.refresh_from_db()
    assert (again.status, again.off_because) == ("off", "withdrawn")
    assert invitations(again) == []
    assert not Notice.objects.filter(game=again, cancelled_at=None).exists()
    for seat in (0, 1):
        text = " ".join(decision_letter(decision, player(game, seat)).text.split())
        assert "The invitation to a new game on the same terms is withdrawn." in text


def test_a_new_game_that_has_begun_goes_on(game: Game, olga: User) -> None:
    made = void(ruling(olga, game), rematch=True)
    again = game.rematches.get()
    accept(public_id=again.public_id, by=player(game, 1))
    game.refresh_from_db()
    letter_text = " ".join(preview_revoke(read_log(game), decision=made))
    assert f"({again.public_id}) has begun and goes on beside this one" in letter_text
    back = revoke(ruling(olga, game), decision=made)
    again.refresh_from_db()
    assert again.status == "running"
    text = " ".join(decision_letter(back, player(game, 0)).text.split())
    assert "has begun and goes on beside this one" in text


def test_a_rematch_that_players_proposed_before_is_left_alone(game: Game, olga: User) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    offered = rematch(public_id=game.public_id, by=player(game, 1))
    with time_machine.travel(timezone.now() + HOUR, tick=False):
        made = void(ruling(olga, game), rematch=True)
        revoke(ruling(olga, game), decision=made)
    offered.refresh_from_db()
    assert offered.status == "proposed"
