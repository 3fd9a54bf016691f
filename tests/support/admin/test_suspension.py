"""Somebody is suspended, and let in again."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.play.moves import resign
from duel.record.links import Link, Purpose, link_token
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import deliver
from support.decisions import Ruling
from support.models import Decision
from tests.duel.letters.kinds import reminder, turn_goes_on, your_turn
from tests.duel.letters.outbox import built, mover, play_to_a_handover, row
from tests.duel.tables import begin, play_on
from tests.support.admin.staff import SUSPEND, act_on, audit, carry_out
from tests.support.decisions.verbs import resume

pytestmark = pytest.mark.django_db

LIFT = {"reason": "talked", "told": "On it goes."}
"""What the form says by which games that were held stay so."""


def board_of(game: Game, seat: int) -> str:
    token = link_token(Purpose.BOARD, Link(game.pk, seat, game.ply), epoch=0)
    return reverse("duel:board", args=[token])


def test_somebody_suspended_is_kept_out_until_it_is_lifted(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 2)
    own = propose(by=ada, terms=Terms())
    invited = propose(by=bruno, terms=Terms(), invite=[ada.email])
    elsewhere = Client()
    elsewhere.force_login(ada)
    preview = client.get(act_on(ada, "suspend")).content.decode()
    assert "1 running game is held" in preview
    assert "2 proposals that wait for an answer are called off" in preview

    carry_out(client, act_on(ada, "suspend"), SUSPEND)

    assert elsewhere.get("/me/").status_code == 302
    answer = Client().get(board_of(game, 0))
    assert answer.status_code == 404
    assert "Your account is suspended" in answer.content.decode()
    assert Client().get(board_of(game, 1)).status_code == 200
    held = Decision.objects.get()
    assert (held.act, held.message) == ("hold", "We look into something.")
    assert held.reason == "insults in notes"
    for proposal in (own, invited):
        proposal.refresh_from_db()
        assert proposal.status == Status.OFF
    letter = Letter.objects.get(kind="suspended")
    assert letter.to == ada.email
    assert (f"person {ada.pk}", "suspended: insults in notes") in audit()

    lift = {"reason": "talked", "go_on": "on", "told": "On it goes."}
    carry_out(client, act_on(ada, "lift-suspension"), lift)
    assert [decision.act for decision in Decision.objects.order_by("pk")] == ["hold", "resume"]
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert Client().get(board_of(game, 0)).status_code == 200
    assert Letter.objects.filter(kind="let-in-again").exists()


def test_no_turn_is_sent_to_somebody_suspended_until_it_is_lifted(
    client: Client, operator: User, table: Game
) -> None:
    reader = mover(table)
    carry_out(client, act_on(reader, "suspend"), SUSPEND)
    first = row(table, reader)
    deliver(first.pk)
    first.refresh_from_db()
    assert (first.status, first.sent_at) == (Letter.Status.DROPPED, None)
    table.refresh_from_db()
    assert table.deadline is None

    carry_out(client, act_on(reader, "lift-suspension"), LIFT)

    second = row(table, reader)
    assert second.pk != first.pk
    deliver(second.pk)
    second.refresh_from_db()
    assert second.status == Letter.Status.SENT


@pytest.mark.parametrize("arrange", [your_turn, turn_goes_on, reminder])
def test_no_letter_brings_moves_to_somebody_suspended(
    table: Game, arrange: Callable[[Game], Letter]
) -> None:
    letter = arrange(table)
    assert built(letter) is not None
    User.objects.filter(email=letter.to).update(suspended_at=timezone.now(), is_active=False)
    assert built(letter) is None


def test_a_turn_that_passed_to_somebody_suspended_comes_once_when_that_is_over(
    client: Client, operator: User, table: Game
) -> None:
    play_to_a_handover(table)
    opponent = mover(table)
    reader = table.seats.exclude(user=opponent).get().user
    assert reader is not None
    carry_out(client, act_on(reader, "suspend"), SUSPEND)
    play_to_a_handover(table)
    assert mover(table) == reader
    assert built(row(table, reader)) is None
    carry_out(client, act_on(reader, "lift-suspension"), {**LIFT, "go_on": "on"})
    waiting = Letter.objects.filter(kind="your-turn", to=reader.email, status=Letter.Status.WAITING)
    assert built(waiting.get()) is not None


def test_a_game_that_goes_on_meanwhile_brings_its_turn_after_the_suspension(
    client: Client, operator: User, table: Game
) -> None:
    reader = mover(table)
    carry_out(client, act_on(reader, "suspend"), SUSPEND)
    table.refresh_from_db()
    resume(Ruling(operator, table.public_id, "It need not wait.", table.seq))
    meanwhile = row(table, reader)
    deliver(meanwhile.pk)
    carry_out(client, act_on(reader, "lift-suspension"), LIFT)
    afterwards = row(table, reader)
    assert afterwards.pk != meanwhile.pk
    assert built(afterwards) is not None


def test_a_turn_that_can_still_be_taken_back_waits_as_long_after_the_suspension(
    client: Client, operator: User, table: Game
) -> None:
    opponent = mover(table)
    reader = table.seats.exclude(user=opponent).get().user
    assert reader is not None
    carry_out(client, act_on(reader, "suspend"), SUSPEND)
    play_to_a_handover(table)
    waiting = row(table, reader)
    carry_out(client, act_on(reader, "lift-suspension"), LIFT)
    again = row(table, reader)
    assert again.pk != waiting.pk
    assert again.not_before == waiting.not_before is not None


@pytest.mark.parametrize(("fate", "winners"), [("resign", [1]), ("cancel", [])])
def test_running_games_have_the_fate_that_was_chosen(
    client: Client, operator: User, table: Game, fate: str, winners: list[int]
) -> None:
    ada = table.seats.get(number=0).user
    assert ada is not None
    carry_out(client, act_on(ada, "suspend"), {**SUSPEND, "games": fate})
    table.refresh_from_db()
    assert table.result == {"winners": winners, "by": [fate]}


def test_the_opponents_are_not_told_why_somebody_was_suspended(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    begin(ada, bruno)
    carry_out(client, act_on(ada, "suspend"), SUSPEND)
    assert "insults" not in Decision.objects.get().message
    for letter in Letter.objects.all():
        draft = built(letter)
        assert draft is None or "insults" not in draft.subject + draft.text + draft.html


def test_nobody_suspends_or_deletes_their_own_opponent(
    client: Client, boss: User, ada: User
) -> None:
    game = begin(boss, ada)
    carry_out(client, act_on(ada, "suspend"), SUSPEND)
    client.post(act_on(ada, "delete"), {"reason": "x", "address": ada.email})
    ada.refresh_from_db()
    game.refresh_from_db()
    assert ada.suspended_at is None
    assert game.status == Status.RUNNING
    assert audit() == []
    assert "You play against this person" in client.get(act_on(ada, "suspend")).content.decode()


def test_a_suspension_that_fails_half_way_leaves_nothing(
    client: Client, operator: User, ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begin(ada, bruno), begin(ada, bruno)]
    from duel.errors import Refused
    from support.people import suspension

    def refuse_the_second(act: object, ruling: object) -> None:
        if ruling.public_id == games[1].public_id:  # type: ignore[attr-defined]
            raise Refused
        resign(public_id=games[0].public_id, seat=0, channel=Channel.OPERATOR)

    monkeypatch.setattr(suspension, "decide", refuse_the_second)
    answer = carry_out(client, act_on(ada, "suspend"), SUSPEND)
    assert "This cannot be done." in answer.content.decode()
    ada.refresh_from_db()
    assert ada.suspended_at is None
    assert audit() == []
    assert Game.objects.filter(status=Status.RUNNING).count() == 2


def test_the_letters_are_seen_before_anybody_is_suspended(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    play_on(begin(ada, bruno), 2)
    suspend = 'name="carry_out"'
    at_first = client.get(act_on(ada, "suspend")).content.decode()
    assert "See the letters" in at_first
    before = at_first.count(suspend)

    looked = client.post(act_on(ada, "suspend"), SUSPEND)

    assert looked.context["preview"].letters
    assert "We look into something." in looked.content.decode()
    assert looked.content.decode().count(suspend) == before + 1
    ada.refresh_from_db()
    assert ada.suspended_at is None, "Looking does nothing."
    assert not Decision.objects.exists()
