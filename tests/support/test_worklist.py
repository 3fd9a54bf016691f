"""The work list on the admin's front page: what is to be done, where, and what need not be."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import ChangeOfAddress, User
from duel.models import Divergence, Game, Outage
from mail.models import Letter, Suppression, Sweep
from support.disputes.handling import take
from support.disputes.selectors import disputes_open_to, unsettled_disputes
from support.models import Dispute
from support.status.figures import given_up_letters, open_divergences
from support.status.in_words import bulletin, troubles
from support.worklist.lines import work_list
from support.worklist.tasks import Task
from tests.duel.clocks.ticking import (
    begin_with,
    everybody_has_moved,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.tables import begin
from tests.plans import plan_by_index
from tests.support.admin.staff import person_with
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def all_is_well(settings: Any, db: None) -> None:
    """Every sweep has just come to its end."""
    for name in settings.SWEEPS:
        Sweep.objects.create(name=name, ran_at=timezone.now())


@pytest.fixture
def players(ada: User, bruno: User, eve: User) -> list[User]:
    return [ada, bruno, eve]


def quiet_game(ada: User, bruno: User) -> Game:
    """A game that runs, with a clock, and about which no letter waits."""
    game = begin(ada, bruno)
    send_letters(game)
    return game


def flagged_game(ada: User, bruno: User, *, days: int) -> Game:
    """A game last moved in so many days ago, whose time was up the day after."""
    with time_machine.travel(timezone.now() - timedelta(days=days), tick=False) as traveller:
        game = begin_with(ada, bruno, grace=86400)
        Game.objects.filter(pk=game.pk).update(late_may_be_claimed=True)
        everybody_has_moved(game)
        send_letters(game)
        sweep_at(timezone.now() + 2 * DAY, traveller)
    Sweep.objects.filter(name="clocks").update(ran_at=timezone.now())
    send_letters(game)
    return game


def in_trouble(game: Game, *, number: int = 0) -> None:
    """Something of every kind that an operator decides about."""
    now = timezone.now()
    reported(game, 0, asks_hold=True)
    Divergence.objects.create(game=game, problems="ply: 3", found_at=now, seen_at=now)
    Letter.objects.create(
        kind="your-turn",
        to=f"gone{number}@duelpost.example",
        key=f"x:{game.pk}",
        status="failed",
        claimed_at=now - HOUR,
        last_error="SMTPRecipientsRefused: no",
    )


def the_report(reader: User) -> Task:
    """The one task that is a report."""
    (task,) = (task for task in work_list(reader).tasks if task.what.startswith("Report"))
    return task


def whats(reader: User) -> list[str]:
    return [task.what for task in work_list(reader).tasks]


def test_a_service_in_order_asks_for_nothing(
    all_is_well: None, client: Client, ada: User, bruno: User, olga: User
) -> None:
    quiet_game(ada, bruno)
    work = work_list(olga)
    assert work.tasks == []
    fine = {line.title for line in work.nothing}
    assert fine >= {"Overdue games", "Disputes", "Letters given up"}
    client.force_login(olga)
    page = client.get("/admin/").content.decode()
    assert "Nothing waits for you." in page
    assert "needs attention" not in page
    assert page.index("Nothing waits for you.") < page.index("Nothing to do about:")


def test_what_the_service_puts_right_is_no_task(
    all_is_well: None, ada: User, bruno: User, olga: User
) -> None:
    flagged_game(ada, bruno, days=5)
    now = timezone.now()
    Outage.objects.create(began_at=now - 2 * HOUR, ended_at=now - HOUR)
    Letter.objects.update(status="waiting", last_error="away", next_attempt_at=now + HOUR)
    work = work_list(olga)
    assert work.tasks == []
    sentences_by_title = {line.title: line.sentence for line in work.nothing}
    assert "by themselves" in sentences_by_title["Letters tried again"]
    assert "Every clock was given that time back." in sentences_by_title["Outages"]
    assert "its players decide" in sentences_by_title["Overdue games"]
    assert troubles(olga) == []


def test_the_report_whose_clock_runs_out_first_comes_first(
    all_is_well: None, ada: User, bruno: User, olga: User
) -> None:
    now, games = timezone.now(), [quiet_game(ada, bruno) for _ in range(4)]
    for game in games:
        assert game.to_move is not None
        reported(game, game.to_move)
    old, soon, over, late = games
    Dispute.objects.filter(game=old).update(reported_at=now - 2 * DAY)
    Game.objects.filter(pk=old.pk).update(deadline=now + 9 * DAY)
    Game.objects.filter(pk=soon.pk).update(deadline=now + 5 * HOUR)
    Game.objects.filter(pk=late.pk).update(deadline=now + 10 * DAY)
    Game.objects.filter(pk=over.pk).update(
        status="over", to_move=None, deadline=None, secret_opens_at=now + 3 * DAY
    )
    sentences = [what for what in whats(olga) if what.startswith("Report")]
    order = [next(game for game in games if game.public_id in what) for what in sentences]
    assert order == [soon, over, old, late]
    first, second, *_ = work_list(olga).tasks
    assert "Their turn until" in first.why
    assert "the result can be changed until" in second.why


@pytest.mark.parametrize(
    ("topic", "act"), [("mistake", "rollback"), ("absence", "award"), ("mail", "extend")]
)
def test_a_report_that_is_mine_leads_to_what_may_settle_it(
    client: Client, players: list[User], olga: User, topic: str, act: str
) -> None:
    game = quiet_game(*players[:2])
    dispute = reported(game, topic=topic)
    task = the_report(olga)
    assert task.decision_url == reverse("admin:support_dispute_change", args=[dispute.pk])
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    task = the_report(olga)
    assert task.decision_url == reverse("admin:duel_game_decide", args=[game.pk, act])
    client.force_login(olga)
    assert client.get(task.decision_url).status_code == 200
    game.decisions.create(seq=game.seq, act=act, reason="x", made_at=timezone.now())
    task = the_report(olga)
    assert task.decision_url == reverse("admin:support_dispute_answer", args=[dispute.pk])


def test_everything_that_is_wrong_has_a_line_that_leads_on(
    all_is_well: None, client: Client, players: list[User], olga: User
) -> None:
    ada, bruno, eve = players
    now = timezone.now()
    forgotten = flagged_game(bruno, eve, days=40)
    flagged_game(ada, eve, days=20)
    game, stuck = quiet_game(ada, bruno), quiet_game(ada, bruno)
    in_trouble(game)
    Game.objects.filter(pk=stuck.pk).update(alarm_at=None, deadline=None)
    mover = seat_to_move(stuck).user
    assert mover is not None
    User.objects.filter(pk=mover.pk).update(email="dead@duelpost.example")
    Suppression.objects.create(address="dead@duelpost.example", reason="bounced", since=now)
    Sweep.objects.filter(name="clocks").update(ran_at=now - HOUR)
    Letter.objects.filter(status="waiting").delete()
    tasks = work_list(olga).tasks
    order = [
        "Sweep “clocks”",
        "Report:",
        f"Game {game.public_id}",
        f"Game {stuck.public_id}",
        "Letter given up",
        "Address of",
        f"Game {forgotten.public_id}",
    ]
    assert len(tasks) == len(order), whats(olga)
    assert all(task.what.startswith(begins) for task, begins in zip(tasks, order, strict=True)), (
        whats(olga)
    )
    client.force_login(olga)
    for task in tasks:
        assert client.get(task.url).status_code == 200, task
        assert client.get(task.decision_url).status_code == 200, task
    page = client.get("/admin/").content.decode()
    assert "nobody has moved or claimed the game" in page
    assert "The address takes letters." in page
    assert "Takes no letters since" in page


def told_of_games(reader: User) -> list[tuple[str, str]]:
    """All that the front page says, but for the disk, which others write to as well."""
    return [(line.title, line.sentence) for line in bulletin(reader) if line.name != "disk"]


def test_who_plays_learns_nothing_of_their_own_games_not_even_by_counts(
    all_is_well: None, client: Client, ada: User, bruno: User
) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    ada = User.objects.get(pk=ada.pk)
    game, now = quiet_game(ada, bruno), timezone.now()
    Letter.objects.filter(status="waiting").delete()
    before = told_of_games(ada)
    reported(game, 1 - game.seats.get(user=ada).number)
    Letter.objects.filter(status="waiting").delete()
    Divergence.objects.create(game=game, problems="ply", found_at=now, seen_at=now)
    Game.objects.filter(pk=game.pk).update(alarm_at=None, deadline=None)
    Suppression.objects.create(address=bruno.email, reason="bounced", since=now)
    assert work_list(ada).tasks == []
    assert told_of_games(ada) == before
    client.force_login(ada)
    assert game.public_id not in client.get("/admin/").content.decode()


def test_tasks_are_shown_by_permission(all_is_well: None, ada: User, bruno: User) -> None:
    in_trouble(quiet_game(ada, bruno))
    clerk = User.objects.create_user("carl@duelpost.example", is_staff=True)
    assert work_list(clerk).tasks == []
    reader = person_with("read-only")
    tasks = work_list(reader).tasks
    assert tasks
    assert not any("/decide/" in task.decision_url for task in tasks)


def test_operators_learn_that_an_old_address_has_objected(
    all_is_well: None, ada: User, bruno: User, olga: User
) -> None:
    since = timezone.now() - 2 * HOUR
    change = {"old": ada.email, "new": "x@duelpost.example", "asked_at": since}
    ChangeOfAddress.objects.create(user=ada, is_by_operator=True, undone_at=since + HOUR, **change)
    ChangeOfAddress.objects.create(user=ada, is_by_operator=True, **change)
    ChangeOfAddress.objects.create(user=bruno, undone_at=since + HOUR, **change)
    [task] = work_list(olga).tasks
    assert task.what == "Address of Ada"
    assert "The old address objected on" in task.why
    assert task.url == task.decision_url == reverse("admin:accounts_user_change", args=[ada.pk])
    assert work_list(person_with("read-only")).tasks == []
    with time_machine.travel(timezone.now() + 8 * DAY):
        assert "objected" not in " ".join(task.why for task in work_list(olga).tasks)


def test_the_front_page_takes_the_same_queries_however_much_there_is(
    all_is_well: None, client: Client, ada: User, bruno: User, olga: User
) -> None:
    client.force_login(olga)
    client.get("/admin/")
    counts = []
    for games in (2, 14):
        for number in range(games):
            in_trouble(quiet_game(ada, bruno), number=number)
        Letter.objects.filter(status="waiting").update(next_attempt_at=timezone.now() - DAY)
        for dispute in Dispute.objects.filter(state="open"):
            take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
        with CaptureQueriesContext(connection) as queries:
            client.get("/admin/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 60
    assert len(work_list(olga).tasks) <= 60


@pytest.mark.only_on("postgresql")
def test_the_lists_behind_it_go_by_an_index(db: None, olga: User) -> None:
    assert "unsettled" in plan_by_index(disputes_open_to(olga, unsettled_disputes())[:200])
    newest = given_up_letters(timezone.now()).order_by("-id")[:10]
    assert "mail_letter_given_up" in plan_by_index(newest)
    assert "Seq Scan on duel_divergence" not in plan_by_index(open_divergences()[:10])
