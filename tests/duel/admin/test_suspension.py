"""Somebody is suspended, and let in again."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.links import Link, Purpose, link_token
from duel.models import Decision, Game, Status
from duel.services.play import resign
from duel.services.proposals import propose
from duel.terms import Terms
from mail.models import Letter
from tests.duel.admin.staff import SUSPEND, act_on, audit
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db


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

    client.post(act_on(ada, "suspend"), SUSPEND)

    assert elsewhere.get("/me/").status_code == 302
    answer = Client().get(board_of(game, 0))
    assert answer.status_code == 404
    assert "Your account is suspended" in answer.content.decode()
    assert Client().get(board_of(game, 1)).status_code == 200
    held = Decision.objects.get()
    assert (held.act, held.reason) == ("hold", "We look into something.")
    for proposal in (own, invited):
        proposal.refresh_from_db()
        assert proposal.status == Status.OFF
    letter = Letter.objects.get(kind="suspended")
    assert letter.to == ada.email
    assert (f"person {ada.pk}", "suspended: insults in notes") in audit()

    client.post(
        act_on(ada, "lift-suspension"), {"reason": "talked", "go_on": "on", "told": "On it goes."}
    )
    assert [decision.act for decision in Decision.objects.order_by("pk")] == ["hold", "resume"]
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert Client().get(board_of(game, 0)).status_code == 200
    assert Letter.objects.filter(kind="let-in-again").exists()


@pytest.mark.parametrize(("fate", "winners"), [("resign", [1]), ("cancel", [])])
def test_running_games_have_the_fate_that_was_chosen(
    client: Client, operator: User, table: Game, fate: str, winners: list[int]
) -> None:
    ada = table.seats.get(number=0).user
    assert ada is not None
    client.post(act_on(ada, "suspend"), {**SUSPEND, "games": fate})
    table.refresh_from_db()
    assert table.result == {"winners": winners, "by": [fate]}


def test_the_opponents_are_not_told_why_somebody_was_suspended(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    begin(ada, bruno)
    client.post(act_on(ada, "suspend"), SUSPEND)
    assert "insults" not in Decision.objects.get().reason


def test_nobody_suspends_or_deletes_their_own_opponent(
    client: Client, boss: User, ada: User
) -> None:
    game = begin(boss, ada)
    client.post(act_on(ada, "suspend"), SUSPEND)
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
    from duel.services import suspension

    def refuse_the_second(ruling: object) -> None:
        if ruling.public_id == games[1].public_id:  # type: ignore[attr-defined]
            raise Refused
        resign(public_id=games[0].public_id, seat=0, channel="operator")

    monkeypatch.setattr(suspension, "hold", refuse_the_second)
    answer = client.post(act_on(ada, "suspend"), SUSPEND)
    assert "This cannot be done." in answer.content.decode()
    ada.refresh_from_db()
    assert ada.suspended_at is None
    assert audit() == []
    assert Game.objects.filter(status=Status.RUNNING).count() == 2
