"""Deciding in the admin: who may, what a GET does, and what the pages say."""

from typing import Any, cast

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.games.duel.vocabulary import card_words
from duel.models import AddedTime, Game, LogEntry
from duel.record.log import read_log
from support.models import Act, Decision
from tests.duel.tables import a_quiet_move, legal_moves, play_any, submit
from tests.support.admin.staff import carry_out
from tests.support.decisions.bench import mover_and_other, ruling
from tests.support.decisions.verbs import hold

REASON = "They asked <b>us</b>."


@pytest.fixture
def operator(client: Client, db: None) -> User:
    """Somebody who may decide about games, and is signed in."""
    omar = User.objects.create_user("omar@duelpost.example", name="Omar", is_staff=True)
    allowed = ("adjudicate_game", "view_game")
    omar.user_permissions.set(Permission.objects.filter(codename__in=allowed))
    client.force_login(omar)
    return omar


def address(game: Game, act: str) -> str:
    return reverse("admin:duel_game_decide", args=[game.pk, act])


def filled(game: Game, **more: object) -> dict[str, object]:
    game.refresh_from_db()
    return {"reason": REASON, "expected_seq": game.seq, **more}


def fields_of(game: Game) -> dict[str, dict[str, object]]:
    """What each act asks for, filled in."""
    return {
        "extend": {"seat": 0, "hours": 24},
        "rollback": {"ply": 0},
        "award": {"winners": [0]},
        "void": {"rematch": "on"},
        "resign": {"seat": 1},
        "proxy": {"text": a_quiet_move(game)},
        "replace": {"seat": 0, "address": "eve@elsewhere.example"},
    }


def every_address(game: Game, decision: Decision) -> list[str]:
    return [
        *(address(game, act) for act in Act.values),
        reverse("admin:duel_game_revoke", args=[game.pk, decision.pk]),
        reverse("admin:duel_add_time"),
    ]


def test_only_operators_who_may_decide_get_in(
    game: Game, olga: User, ada: User, eve: User, client: Client
) -> None:
    decision = hold(ruling(olga, game))
    entries = LogEntry.objects.count()
    reader = User.objects.create_user("rita@duelpost.example", name="Rita", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename="view_game"))
    for person in (None, eve, ada, reader):
        client.logout()
        if person is not None:
            client.force_login(person)
        for page in every_address(game, decision):
            assert client.get(page).status_code in (302, 403)
            pressed = client.post(page, filled(game, carry_out=1, hours=24, seat=0))
            assert pressed.status_code in (302, 403)
    assert LogEntry.objects.count() == entries
    assert not AddedTime.objects.exists()


def test_looking_at_a_page_decides_nothing(
    game: Game, operator: User, olga: User, eve: User, client: Client
) -> None:
    decision = hold(ruling(olga, game))
    entries = LogEntry.objects.count()
    for page in every_address(game, decision):
        assert client.get(f"{page}?carry_out=1&reason=x&hours=24").status_code in (200, 409)
        assert client.head(page).status_code in (200, 409)
    assert LogEntry.objects.count() == entries
    assert not AddedTime.objects.exists()


def test_a_press_without_the_pages_own_token_is_refused(game: Game, operator: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(operator)
    assert strict.post(address(game, "hold"), filled(game, carry_out=1)).status_code == 403
    assert not Decision.objects.exists()


@pytest.mark.words
@pytest.mark.parametrize("act", ["extend", "rollback", "award", "void", "resign", "replace"])
def test_what_it_will_do_is_shown_before_anything_is_done(
    game: Game, operator: User, eve: User, client: Client, act: str
) -> None:
    data = filled(game, **fields_of(game)[act])
    shown = client.post(address(game, act), data).content.decode()
    assert "What this will do" in shown
    assert "They asked &lt;b&gt;us&lt;/b&gt;." in shown
    assert not Decision.objects.exists()
    back = client.post(address(game, act), {**data, "back": 1}).content.decode()
    assert "See what it will do" in back
    assert not Decision.objects.exists()
    done = carry_out(client, address(game, act), data, follow=True)
    assert cast(Any, done).redirect_chain == [
        (reverse("admin:duel_game_change", args=[game.pk]), 302)
    ]
    made = Decision.objects.get()
    assert (made.act, made.operator, made.reason) == (act, operator, REASON)


def test_nothing_is_decided_without_a_reason(
    game: Game, operator: User, eve: User, client: Client
) -> None:
    for act in Act.values:
        data = filled(game, **fields_of(game).get(act, {}), carry_out=1)
        page = client.post(address(game, act), {**data, "reason": "  "})
        assert page.status_code in (200, 409)
    assert not Decision.objects.exists()


def test_nobody_decides_about_their_own_game(game: Game, ada: User, client: Client) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ada)
    for act in Act.values:
        shown = client.get(address(game, act))
        assert shown.status_code == 403
        assert "Let another operator decide" in shown.content.decode()
        data = filled(game, **fields_of(game).get(act, {}), carry_out=1)
        assert client.post(address(game, act), data).status_code == 403
    assert not Decision.objects.exists()


def test_who_comes_second_reads_that_the_game_moved_on_and_loses_no_word(
    game: Game, operator: User, client: Client
) -> None:
    data = filled(game, **fields_of(game)["award"])
    play_any(game)
    for press in ({}, {"carry_out": 1}):
        page = client.post(address(game, "award"), {**data, **press})
        shown = page.content.decode()
        assert page.status_code == 409
        assert "This game moved on" in shown
        assert "They asked &lt;b&gt;us&lt;/b&gt;." in shown
    assert not Decision.objects.exists()
    game.refresh_from_db()
    assert f'name="expected_seq" value="{game.seq}"' in shown


def test_what_cannot_be_done_says_why(
    game: Game, operator: User, olga: User, client: Client
) -> None:
    assert "are not stopped" in client.get(address(game, "resume")).content.decode()
    wrong = filled(game, text="castle")
    assert "could not be read" in client.post(address(game, "proxy"), wrong).content.decode()
    nobody = filled(game, seat=0, address="nobody@duelpost.example")
    assert "Nobody has an account" in client.post(address(game, "replace"), nobody).content.decode()
    sits = filled(game, seat=0, address="bruno@duelpost.example")
    assert (
        "sits in this game already" in client.post(address(game, "replace"), sits).content.decode()
    )
    assert client.get(address(game, "explode")).status_code == 404
    assert client.get(address(Game(pk=game.pk + 99), "hold")).status_code == 404


def test_a_rollback_can_be_void_with_a_rematch_instead(
    game: Game, operator: User, client: Client
) -> None:
    data = filled(game, ply=0)
    assert (
        "Void with a rematch instead"
        in client.post(address(game, "rollback"), data).content.decode()
    )
    # What that button does: the same form goes to the page about void, with the rematch ticked.
    shown = client.post(address(game, "rollback"), data).content.decode()
    assert f'formaction="{address(game, "void")}"' in shown
    shown = client.post(address(game, "void"), {**data, "rematch": "on"}).content.decode()
    assert "An operator declared the game void" in shown
    assert "proposed in the name of Ada, and Bruno gets an invitation by letter." in shown
    assert "Told by letter, with your message but not your reason: Ada and Bruno." in shown
    assert "They asked &lt;b&gt;us&lt;/b&gt;." in shown
    assert "Void with a rematch instead" not in shown
    assert not Decision.objects.exists()
    for late in ({"void_instead": 1}, {"void_instead": 1, "rematch": "on"}):
        client.post(address(game, "rollback"), {**data, **late})
    assert not Decision.objects.exists()
    carry_out(client, address(game, "void"), {**data, "rematch": "on"})
    game.refresh_from_db()
    assert game.result == {"winners": [], "by": ["void"]}
    assert game.rematches.get().status == "proposed"


def test_hidden_cards_stay_hidden_from_whoever_decides(
    game: Game, operator: User, client: Client
) -> None:
    mover, _ = mover_and_other(game)
    game.refresh_from_db()
    ply = game.ply
    submit(game, next(move for move in legal_moves(game) if "deck3" in move))
    course = read_log(game).course
    hidden = course.game.view(course.position, mover)["players"][mover]["reserved"][-1]["id"]
    shown = client.post(address(game, "rollback"), filled(game, ply=ply)).content.decode()
    assert "reserved the top card of level 3" in shown
    assert hidden not in shown
    assert card_words(hidden) not in shown


def test_time_is_added_to_all_games_after_a_look_at_what_that_means(
    game: Game, operator: User, client: Client, traveller: time_machine.Traveller
) -> None:
    page = reverse("admin:duel_add_time")
    data = {"hours": 24, "reason": REASON}
    assert (
        "Every turn that is being made now gets 1 day more"
        in client.post(page, data).content.decode()
    )
    assert not AddedTime.objects.exists()
    done = carry_out(client, page, data)
    assert done.status_code == 302
    assert AddedTime.objects.get().seconds == 86400
    for wrong in ({"hours": 0}, {"hours": 9999}, {"reason": ""}):
        assert client.post(page, {**data, **wrong, "carry_out": 1}).status_code == 200
    assert AddedTime.objects.count() == 1
