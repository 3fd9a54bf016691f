"""The state of the service: figures, words, the daily letter."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from duel.models import Divergence, Game, GameSecret, Outage, Status
from mail.inbound import heartbeats
from mail.models import Letter, Sweep
from support.letters.status import daily_word_letter, tell_operators
from support.models import Dispute
from support.status.figures import (
    MOST,
    QUESTIONS,
    StatusFigure,
    due_letters,
    given_up_letters,
    open_divergences,
    retried_letters,
    status_figures,
    unattended_games,
)
from support.status.in_words import bulletin, troubles
from tests.duel.tables import begin
from tests.plans import plan_by_index

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def letter(number: int = 0, **fields: Any) -> Letter:
    return Letter.objects.create(
        **{
            "kind": "your-turn",
            "key": f"letter:{number}",
            "to": "ada@duelpost.example",
            "message_id": f"<{number}@duelpost.example>",
        }
        | fields
    )


def reading(name: str, reader: User | None = None) -> StatusFigure:
    [found] = [one for one in status_figures(reader=reader) if one.name == name]
    return found


def sentences(reader: User) -> dict[str, str]:
    return {line.title: line.sentence for line in bulletin(reader)}


@pytest.fixture
def all_is_well(db: None, settings: Any) -> None:
    for name in settings.SWEEPS:
        Sweep.objects.create(name=name, ran_at=timezone.now())


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    Letter.objects.all().delete()
    return game


@pytest.fixture
def reporter(db: None) -> User:
    """Staff who may only read."""
    person = User.objects.create_user("rita@duelpost.example", name="Rita", is_staff=True)
    person.groups.add(Group.objects.get(name="read-only"))
    return person


def report(game: Game, by: User | None, *, state: str = "open", ago: timedelta = HOUR) -> Dispute:
    return Dispute.objects.create(
        game=game,
        seat=0,
        reporter=by,
        topic="mail",
        text="Where is my letter?",
        ply=0,
        channel="web",
        reported_at=timezone.now() - ago,
        state=state,
    )


def test_a_service_in_order_has_no_trouble(all_is_well: None, game: Game, olga: User) -> None:
    assert [line for line in bulletin(olga) if not line.is_fine] == []
    assert troubles(olga) == []


def test_a_letter_that_should_have_left_is_trouble(all_is_well: None, olga: User) -> None:
    now = timezone.now()
    letter(1, next_attempt_at=now + HOUR)
    assert reading("letters_due").number == 0
    letter(2, next_attempt_at=now - MINUTE)
    assert reading("letters_due").is_fine
    letter(3, next_attempt_at=now - 2 * HOUR)
    found = reading("letters_due")
    assert (found.number, found.is_fine, found.since) == (2, False, now - 2 * HOUR)
    assert (
        sentences(olga)["Letters waiting"]
        == "2 letters wait to be sent, the oldest for 2 hours now."
    )


def test_letters_with_errors_are_trouble(all_is_well: None, olga: User) -> None:
    now = timezone.now()
    letter(1, next_attempt_at=now + HOUR, last_error="SMTPConnectError: away")
    letter(2, status="failed", claimed_at=now - HOUR, last_error="SMTPRecipientsRefused: no")
    letter(3, status="failed", claimed_at=now - 2 * DAY)
    assert not reading("letters_retried").is_fine
    assert reading("letters_given_up").number == 1
    text = sentences(olga)
    assert text["Letters tried again"] == "1 letter is tried again after an error, by itself."
    assert text["Letters given up"] == "1 letter was given up in the last 24 hours."


def test_a_sweep_is_late_or_never_ran(all_is_well: None, olga: User) -> None:
    Sweep.objects.filter(name="clocks").update(ran_at=timezone.now() - HOUR)
    Sweep.objects.filter(name="letters").delete()
    text = sentences(olga)
    assert text["Sweep “clocks”"].startswith("It last ran 1 hour ago and is late")
    assert text["Sweep “letters”"].startswith("It has never run")
    assert text["Sweep “proposals”"] == "It ran less than a minute ago."
    assert len(troubles(olga)) == 2


def test_a_way_in_that_is_silent_is_trouble(all_is_well: None, olga: User) -> None:
    heartbeats.beat("mailserver")
    assert sentences(olga)["Replies by “mailserver”"].startswith("It was seen at work less than")
    assert troubles(olga) == []
    heartbeats.beat("mailserver", at=timezone.now() - 11 * MINUTE)
    assert "For 11 minutes now no reply" in sentences(olga)["Replies by “mailserver”"]
    assert [line.name for line in troubles(olga)] == ["way_in"]


def test_letters_above_the_daily_limit_are_told(
    all_is_well: None, olga: User, settings: Any
) -> None:
    letter(1, reason="limit", next_attempt_at=timezone.now() + HOUR)
    assert troubles(olga) == []
    settings.MAIL_DAILY_MOST = 200
    assert (
        sentences(olga)["Letters above the daily limit"]
        == "1 letter waits: 200 letters in 24 hours are allowed (MAIL_DAILY_MOST)."
    )
    assert tell_operators() == 1


def test_a_clock_that_nobody_sees_to_is_trouble(all_is_well: None, game: Game) -> None:
    Game.objects.update(alarm_at=timezone.now() - MINUTE)
    assert reading("games_unattended").is_fine
    Game.objects.update(alarm_at=timezone.now() - HOUR, deadline=timezone.now() - HOUR)
    assert not reading("games_unattended").is_fine
    assert not reading("games_stuck").is_fine
    Game.objects.update(status=Status.OVER)
    assert reading("games_unattended").is_fine


def test_a_turn_that_is_out_of_time_is_told_but_no_trouble(all_is_well: None, game: Game) -> None:
    Game.objects.update(alarm_at=None, deadline=timezone.now() - HOUR)
    found = reading("games_overdue")
    assert (found.number, found.is_fine) == (1, True)


def test_a_report_is_trouble_until_somebody_takes_it(
    all_is_well: None, game: Game, ada: User, olga: User
) -> None:
    dispute = report(game, ada, ago=2 * HOUR)
    assert not reading("disputes").is_fine
    assert (
        sentences(olga)["Disputes"] == "1 report of a player waits for an answer, for 2 hours now."
    )
    Dispute.objects.filter(pk=dispute.pk).update(state="assigned")
    assert reading("disputes").is_fine
    Dispute.objects.filter(pk=dispute.pk).update(reported_at=timezone.now() - 4 * DAY)
    assert not reading("disputes").is_fine
    Dispute.objects.filter(pk=dispute.pk).update(state="resolved")
    assert reading("disputes").number == 0


def test_an_operator_does_not_learn_of_a_report_about_their_own_game(
    all_is_well: None, ada: User, olga: User
) -> None:
    report(begin(ada, olga), ada)
    assert reading("disputes", olga).number == 0
    assert reading("disputes").number == 1


def test_a_divergence_is_trouble_until_it_is_gone(
    all_is_well: None, game: Game, olga: User
) -> None:
    now = timezone.now()
    row = Divergence.objects.create(game=game, problems="ply", found_at=now, seen_at=now)
    assert sentences(olga)["Divergences"] == "1 game is not as it was written."
    assert not reading("divergences").is_fine
    Divergence.objects.filter(pk=row.pk).update(gone_at=now)
    assert reading("divergences").is_fine


def test_an_outage_is_told_for_a_week_and_is_trouble_for_a_day(
    all_is_well: None, olga: User
) -> None:
    now = timezone.now()
    Outage.objects.create(began_at=now - 9 * DAY, ended_at=now - 8 * DAY)
    assert reading("outages").number == 0
    Outage.objects.create(began_at=now - 3 * DAY, ended_at=now - 2 * DAY)
    assert (reading("outages").number, reading("outages").is_fine) == (1, True)
    Outage.objects.create(began_at=now - 2 * HOUR, ended_at=now - HOUR)
    assert not reading("outages").is_fine
    assert "2 times in the last week" in sentences(olga)["Outages"]


def test_beyond_a_hundred_nothing_is_counted(all_is_well: None, olga: User) -> None:
    for number in range(MOST + 5):
        letter(number, next_attempt_at=timezone.now())
    assert reading("letters_due").number == MOST + 1
    assert sentences(olga)["Letters waiting"].startswith("More than 100 letters wait to be sent")


def test_more_of_everything_takes_no_more_queries(
    all_is_well: None, game: Game, olga: User
) -> None:
    with CaptureQueriesContext(connection) as few:
        bulletin(olga)
    now = timezone.now()
    for number in range(12):
        letter(number, last_error="x", next_attempt_at=now - HOUR)
        report(game, None)
        Outage.objects.create(began_at=now - HOUR * (number + 2), ended_at=now - HOUR)
    with CaptureQueriesContext(connection) as many:
        bulletin(olga)
    assert len(many) == len(few) <= 25


def test_everybody_sees_what_their_permissions_allow(
    all_is_well: None, ada: User, reporter: User
) -> None:
    assert bulletin(ada) == []
    assert len(bulletin(reporter)) == len(status_figures(reader=None))
    clerk = User.objects.create_user("carl@duelpost.example", is_staff=True)
    assert bulletin(clerk) == []
    clerk.user_permissions.add(Permission.objects.get(codename="view_dispute"))
    clerk = User.objects.get(pk=clerk.pk)
    assert [line.title for line in bulletin(clerk)] == ["Disputes"]


def test_every_permission_that_is_asked_for_exists() -> None:
    for question in QUESTIONS:
        app, codename = question.permission.split(".")
        assert Permission.objects.filter(content_type__app_label=app, codename=codename).exists()


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    ("query", "index"),
    [
        (due_letters, "mail_letter_due"),
        (lambda now: retried_letters(), "mail_letter_due"),
        (given_up_letters, "mail_letter_given_up"),
        (unattended_games, "duel_game_alarm"),
        (lambda now: open_divergences(), "duel_divergence_standing"),
    ],
)
def test_big_tables_are_asked_through_an_index(query: Any, index: str, db: None) -> None:
    assert f" {index} " in plan_by_index(query(timezone.now())[: MOST + 1])


def test_nobody_is_written_to_when_nothing_is_wrong(all_is_well: None, olga: User) -> None:
    assert tell_operators() == 0
    assert not Letter.objects.exists()


def test_operators_are_told_once_a_day(
    all_is_well: None, olga: User, reporter: User, ada: User, time_machine: Any
) -> None:
    time_machine.move_to("2027-01-04T06:40Z", tick=False)
    assert tell_operators() == 2  # every sweep is late at that hour
    assert tell_operators() == 2
    assert {row.to for row in Letter.objects.all()} == {olga.email, reporter.email}
    assert Letter.objects.count() == 2
    time_machine.move_to("2027-01-05T06:40Z", tick=False)
    tell_operators()
    assert Letter.objects.count() == 4


def test_staff_who_may_see_nothing_are_not_written_to(db: None) -> None:
    User.objects.create_user("carl@duelpost.example", is_staff=True)
    gone = User.objects.create_superuser("gone@duelpost.example")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert tell_operators() == 0


def test_the_letter_says_what_is_wrong_and_where_to_look(
    all_is_well: None, game: Game, ada: User, olga: User, settings: Any
) -> None:
    settings.SITE_URL = "https://duelpost.example"
    report(game, ada)
    now = timezone.now()
    Divergence.objects.create(game=game, problems="ply", found_at=now, seen_at=now)
    draft = daily_word_letter({"person": olga.pk})
    assert draft is not None
    # A game that is not as it was written is one that does not go on by itself, too.
    assert draft.subject == "Duelpost: 3 things need attention"
    for body in (draft.text, draft.html):
        assert "1 report of a player waits for an answer" in body
        assert "https://duelpost.example/admin/duel/divergence/?gone_at__isempty=1" in body
        assert "Letters given up" not in body
        assert game.public_id not in body
        assert bytes(GameSecret.objects.get().secret).hex() not in body
        assert "/me/" not in body
        assert "Where is my letter?" not in body


def test_the_letter_is_dropped_when_all_is_well_again_or_its_reader_has_gone(
    all_is_well: None, olga: User
) -> None:
    assert daily_word_letter({"person": olga.pk}) is None
    Sweep.objects.all().delete()
    assert daily_word_letter({"person": olga.pk}) is not None
    User.objects.filter(pk=olga.pk).update(is_staff=False)
    assert daily_word_letter({"person": olga.pk}) is None


def test_a_letter_row_holds_no_words(olga: User) -> None:
    tell_operators()
    assert json.dumps(Letter.objects.get().data) == json.dumps({"person": olga.pk})


def test_the_letter_leaves_the_language_as_it_was(olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(language="fr")
    daily_word_letter({"person": olga.pk})
    assert translation.get_language() == "en"
