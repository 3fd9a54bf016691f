"""What holds for every decision: what it needs, when it is refused, who learns of it."""

from collections.abc import Callable

import pytest
import time_machine
from django.contrib.admin.models import LogEntry as AuditEntry

from accounts.models import User
from duel.errors import Refused, Stale, TooLate
from duel.models import Game, LogEntry
from duel.record.log import read_log
from duel.timekeeping.clocks import claim
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute
from support.decisions import Ruling, decide, fitting_acts, preview
from support.errors import NoReason, NoSuchSeat, OwnGame
from support.models import Act, Decision
from tests.duel.clocks.ticking import DAY, MONDAY, kinds, send_letters, sweep_at
from tests.duel.tables import a_quiet_move, at_once, play_any, play_to_the_end
from tests.support.decisions.bench import (
    assert_settled,
    decision_letter,
    mover_and_other,
    player,
    ruling,
    start_clock,
)
from tests.support.decisions.verbs import (
    Sample,
    award,
    cancel,
    extend,
    hold,
    needs,
    pause,
    reopen,
    replace_player,
    resign_for,
    void,
)

Carry = Callable[[Ruling], Decision]


def _carried_out(act: Act) -> Carry:
    return lambda ruling: decide(act, ruling, **needs(act))


EVERY_ACT = {act.value: _carried_out(act) for act in Act if act is not Act.TIMEOUT}


def test_nothing_is_decided_any_more_once_the_secret_was_shown(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    _, other = mover_and_other(game)
    claim(public_id=game.public_id, seat=other, channel=Channel.LINK)
    traveller.move_to(MONDAY + 5 * DAY)
    game.refresh_from_db()
    assert fitting_acts(read_log(game)) == []
    for act in (reopen, void, EVERY_ACT["award"], EVERY_ACT["rollback"]):
        with pytest.raises(TooLate):
            act(ruling(olga, game))


def test_a_game_that_ended_over_the_board_stays_as_it_ended(olga: User, game: Game) -> None:
    play_to_the_end(game)
    for act in (void, EVERY_ACT["award"], EVERY_ACT["rollback"]):
        with pytest.raises(TooLate):
            act(ruling(olga, game))


def test_every_act_needs_a_reason(game: Game, olga: User, eve: User) -> None:
    before = game.seq
    for act in EVERY_ACT.values():
        for reason in ("", "  \n", "\0", "x" * 2001):
            with pytest.raises(NoReason):
                act(ruling(olga, game, reason))
    game.refresh_from_db()
    assert game.seq == before
    assert not Decision.objects.exists()


def test_nobody_decides_about_a_game_of_their_own(game: Game, ada: User, eve: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    for act in EVERY_ACT.values():
        with pytest.raises(OwnGame):
            act(ruling(ada, game))


def test_every_act_is_refused_when_the_game_moved_on(game: Game, olga: User, eve: User) -> None:
    earlier = ruling(olga, game)
    play_any(game)
    for act in EVERY_ACT.values():
        with pytest.raises(Stale) as refused:
            act(earlier)
        assert str(refused.value) == "The game has moved on since."
    assert not Decision.objects.exists()


def test_what_the_clock_notes_by_itself_makes_no_decision_late(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    looked = ruling(olga, game)
    send_letters(game)
    assert kinds(game)[-1] == "clock letter"
    extend(looked, seat=0, seconds=3600)
    looked = ruling(olga, game)
    sweep_at(MONDAY + 3 * DAY, traveller)
    assert kinds(game)[-1] == "flag"
    with pytest.raises(Stale):
        hold(looked)
    with pytest.raises(Stale):
        hold(Ruling(olga, game.public_id, "From the future.", 999))


def test_a_preview_tells_whom_it_writes_to_and_changes_nothing(
    game: Game, olga: User, eve: User
) -> None:
    sample = Sample(move=lambda: a_quiet_move(game))
    before = LogEntry.objects.count()
    log = read_log(game)
    for act in Act:
        if act in fitting_acts(log):
            sentences = preview(act, log, operator=olga, **needs(act, sample))
            assert any("Ada and Bruno" in sentence for sentence in sentences)
        else:
            with pytest.raises(Refused):
                preview(act, log, operator=olga, **needs(act, sample))
    assert LogEntry.objects.count() == before


def test_acts_fit_where_the_game_stands(game: Game, olga: User) -> None:
    assert {Act.HOLD, Act.EXTEND, Act.ROLLBACK} <= set(fitting_acts(read_log(game)))
    hold(ruling(olga, game))
    game.refresh_from_db()
    fitting = set(fitting_acts(read_log(game)))
    assert Act.RESUME in fitting
    assert not {Act.HOLD, Act.PAUSE, Act.REOPEN} & fitting
    cancel(ruling(olga, game))
    game.refresh_from_db()
    assert fitting_acts(read_log(game)) == [Act.ROLLBACK, Act.AWARD, Act.VOID]


def test_each_reads_of_it_in_their_own_language_and_nobody_can_mute_it(
    game: Game, olga: User
) -> None:
    readers = {"fr": player(game, 0), "it": player(game, 1)}
    for language, reader in readers.items():
        User.objects.filter(pk=reader.pk).update(language=language)
        mute(address=reader.email, kind="", topic=f"game:{game.public_id}")
    decision = pause(ruling(olga, game, message="Fête nationale — « les deux l’ont voulu »"))
    for language, reader in readers.items():
        draft = decision_letter(decision, reader)
        assert decision.message in draft.text
        assert decision.reason not in draft.text
        assert f'lang="{language}"' in draft.html
    send_letters(game)
    sent = Letter.objects.filter(kind="operator-decision", status="sent")
    assert sent.count() == 2


def test_the_audit_log_says_who_did_what_and_why(game: Game, olga: User) -> None:
    extend(ruling(olga, game, "Two days of holidays."), seat=1, seconds=3600)
    audit = AuditEntry.objects.get()
    assert (audit.user, audit.object_id, audit.object_repr) == (olga, str(game.pk), game.public_id)
    assert audit.change_message == "extend seat 1 3600: Two days of holidays."


def test_a_seat_that_is_not_there_is_refused(game: Game, olga: User, eve: User) -> None:
    with pytest.raises(NoSuchSeat):
        extend(ruling(olga, game), seat=2, seconds=3600)
    with pytest.raises(NoSuchSeat):
        resign_for(ruling(olga, game), seat=-1)
    with pytest.raises(NoSuchSeat):
        replace_player(ruling(olga, game), seat=7, by=eve)


@pytest.mark.django_db(transaction=True)
def test_of_two_operators_at_once_the_second_learns_that_the_game_moved_on(
    game: Game, olga: User
) -> None:
    omar = User.objects.create_superuser("omar@duelpost.example", name="Omar")
    both = [ruling(olga, game), ruling(omar, game)]
    results = at_once([lambda: void(both[0]), lambda: award(both[1], winners=[0])])
    assert [type(result) for result in results if isinstance(result, Exception)] == [Stale]
    assert Decision.objects.count() == 1
    assert_settled(game, Decision.objects.get(), last=kinds(game)[-1])
