"""Everything that happened in a game, in one order, with bursts folded."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.models import AddedTime, Game, LinkUse, Outage
from duel.play.notes import write_note
from duel.play.offers import decline_offer, offer_to_cancel
from duel.play.undo import take_back_turn
from duel.record.log import read_log
from duel.timeline.items import Item
from engine.kinds import Channel
from mail.models import Letter
from mail.reports.events import Report, record
from support.decisions import Ruling
from support.models import Decision, Dispute
from support.report.game_report import report_of
from support.report.timeline import bursts, timeline
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, seat_to_move, send_letters, sweep_at
from tests.duel.letter_links import board_address, move_address
from tests.duel.tables import a_quiet_move, submit
from tests.support.decisions.verbs import hold


def items_of(game: Game, reader: User | None = None) -> list[Item]:
    game.refresh_from_db()
    return timeline(report_of(game.pk, reader=reader))


def timeline_text(game: Game, reader: User | None = None) -> str:
    return "\n".join(item.sentence for item in items_of(game, reader))


def places(text: str, *parts: str) -> list[int]:
    """Where the parts stand in the text; each must."""
    found = [text.find(part) for part in parts]
    assert -1 not in found, (parts, text)
    return found


def test_a_story_is_told_in_its_order(
    client: Client, fresh: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    game, mover = fresh, seat_to_move(fresh)
    assert mover.user is not None
    name = mover.user.name
    other = str(game.seats.exclude(pk=mover.pk).get().user)
    traveller.shift(HOUR)
    send_letters(game)
    letter = Letter.objects.get(key__startswith=f"{game.public_id}:", kind="your-turn")
    traveller.shift(timedelta(minutes=1))
    report = Report(
        key="1", provider="test", kind="delivered", happened_at=timezone.now(), token=letter.token
    )
    record(report)
    traveller.shift(HOUR)
    address = move_address(game, a_quiet_move(game))
    for _ in range(30):
        client.get(address)
    traveller.shift(HOUR)
    client.post(address, {"note": "good luck"})
    traveller.shift(HOUR)
    offer_to_cancel(public_id=game.public_id, seat=mover.number, channel=Channel.WEB)
    traveller.shift(HOUR)
    decline_offer(
        public_id=game.public_id, seat=1 - mover.number, terms="cancel", channel=Channel.LINK
    )
    traveller.shift(HOUR)
    Dispute.objects.create(
        game=game,
        seat=0,
        topic="other",
        text="hm",
        ply=1,
        channel=Channel.WEB,
        reported_at=timezone.now(),
    )
    traveller.shift(HOUR)
    game.refresh_from_db()
    hold(Ruling(olga, game.public_id, "Let us see", game.seq))
    text = timeline_text(game)
    order = places(
        text,
        "The game was proposed.",
        "the game began.",
        f"Letter “turn” to {name} posted.",
        f"Letter “turn” to {name} sent.",
        f"Letter “turn” to {name}: delivered.",
        f"Links of {name} were fetched 30 times within a minute, perhaps by a scanner.",
        f"{name} pressed a button (page “move” of ply 0).",
        f"{name} offered: calling the game off (on the site).",
        f"{other} declined: calling the game off (by a link).",
        "reported something else: “hm”",
        "An operator stopped the clocks to look into the game. Decided by Olga: Let us see",
    )
    assert order == sorted(order)
    assert f"Clock of {name} started: the letter had left" in text
    assert f"{name} wrote a note." in text
    assert f"{name} played “take" in text
    assert "(by a link). Ply 1." in text
    assert text.count("Let us see") == 1  # the audit log has it too, and it is not shown twice


def test_what_operators_did_beside_decisions_is_told(game: Game, olga: User) -> None:
    note_act(olga, game, "saw what is hidden at ply 3", reason="asked by Ada")
    assert "Operator Olga: saw what is hidden at ply 3: asked by Ada" in timeline_text(game)


def test_a_decision_that_revokes_another_says_so(game: Game, olga: User) -> None:
    first = hold(Ruling(olga, game.public_id, "why", game.seq))
    entry = read_log(game).entries[0]
    Decision.objects.create(
        game=game, seq=entry.seq, act="resume", reason="enough", made_at=MONDAY, revokes=first
    )
    assert f"(revokes “hold” of entry {first.seq})" in timeline_text(game)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_move_taken_back_is_told_to_operators_but_not_to_who_plays(
    game: Game, ada: User, bruno: User
) -> None:
    mover = seat_to_move(game)
    move = a_quiet_move(game)
    submit(game, move)
    take_back_turn(
        public_id=game.public_id, seat=mover.number, expected_ply=game.ply, channel=Channel.LINK
    )
    opponent = bruno if mover.user == ada else ada
    assert f"{mover.user} played “{move}” (on the site). It was taken back." in timeline_text(game)
    assert move in timeline_text(game, mover.user)
    assert (
        f"“{move}”"
        not in timeline_text(game, opponent).rpartition("made a move that was taken back")[2]
    )
    assert f"{mover.user} made a move that was taken back." in timeline_text(game, opponent)
    report = report_of(game.pk, reader=opponent)
    assert report.is_withheld(game.ply - 1)
    assert not report_of(game.pk, reader=mover.user).withheld


def test_what_happened_to_all_clocks_is_told(game: Game, traveller: time_machine.Traveller) -> None:
    traveller.shift(DAY)
    AddedTime.objects.create(given_at=timezone.now(), seconds=7200)
    Outage.objects.create(began_at=timezone.now() - HOUR, ended_at=timezone.now())
    Outage.objects.create(began_at=MONDAY - DAY, ended_at=MONDAY - HOUR)  # before it began
    text = timeline_text(game)
    assert "Operators gave all games 2 hours more." in text
    assert text.count("The service stood still") == 1


def test_running_out_of_time_is_told(game: Game, traveller: time_machine.Traveller) -> None:
    name = seat_to_move(game).user
    sweep_at(MONDAY + 2 * DAY, traveller)
    assert f"The turn of {name} has waited too long; it may be claimed." in timeline_text(game)
    assert "“time is up for another player” to " in timeline_text(game)


def use(seat: int, first: int, last: int | None = None, count: int = 1) -> LinkUse:
    return LinkUse(
        seat=seat,
        count=count,
        first_at=MONDAY + timedelta(seconds=first),
        last_at=MONDAY + timedelta(seconds=first if last is None else last),
    )


@pytest.mark.parametrize(
    ("uses", "sizes"),
    [
        ([], []),
        ([use(0, 0)], [1]),
        ([use(0, 0, 60), use(0, 300)], [2]),
        ([use(0, 0), use(0, 301)], [1, 1]),
        ([use(0, 0), use(1, 10), use(0, 20)], [2, 1]),
        ([use(0, 0, 1000), use(0, 10, 20), use(0, 1200)], [3]),
    ],
)
def test_fetches_that_follow_closely_are_one_burst(uses: list[LinkUse], sizes: list[int]) -> None:
    assert [len(burst) for burst in bursts(uses)] == sizes


def test_a_press_is_never_folded(client: Client, game: Game) -> None:
    seat = seat_to_move(game)
    for _ in range(3):
        client.post(board_address(game, seat, "duel:send-now"))
    assert timeline_text(game).count("pressed a button (page “board”") == 3


def test_a_note_is_told_without_its_words(game: Game) -> None:
    seat = seat_to_move(game)
    submit(game, a_quiet_move(game))
    write_note(seat=seat, ply=game.ply - 1, text="you fool")
    assert f"{seat.user} wrote a note." in timeline_text(game)
    assert "you fool" not in timeline_text(game)
