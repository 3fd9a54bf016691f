"""The daily letter: once a day by its reader's clock, instead of single ones, and never lost."""

from datetime import UTC, date, datetime, time, timedelta
from functools import partial

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services.preferences import save_preferences
from duel.errors import CannotTakeBack
from duel.letters.digest_sweeps import people_due, sweep_digests
from duel.models import Game, Notice
from duel.play.undo import take_back_turn
from duel.timekeeping.clocks import give_time
from duel.timekeeping.sweeps import sweep_clocks
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute
from mail.outbox.delivery import claim, deliver
from mail.registry import builder_of
from mail.reports.events import Report, record
from support.decisions import add_time_to_all
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    kinds,
    letter_arrives,
    seat_to_move,
    sweep_at,
)
from tests.duel.letters.outbox import built, mover, play_to_a_handover, row
from tests.duel.tables import a_quiet_move, at_once, submit
from tests.plans import plan_by_index

MINUTE = timedelta(minutes=1)


def choose(person: User, **wishes: object) -> None:
    """Keep the person's wishes as the page of preferences does."""
    person.refresh_from_db()
    for name, value in wishes.items():
        setattr(person, name, value)
    save_preferences(person=person, changed=list(wishes))


def begin_for(reader: User, other: User) -> Game:
    """A game, played to the reader's turn."""
    game = begin_with(reader, other, grace=3 * 86400)
    play_to_a_handover(game)
    if mover(game) != reader:
        play_to_a_handover(game)
    return game


def digests(person: User) -> list[Letter]:
    return list(Letter.objects.filter(kind="digest", to=person.email).order_by("pk"))


def sent_text(letter: Letter) -> str:
    draft = built(letter)
    assert draft is not None
    return draft.text


def sweep_every(
    step: timedelta, begin: datetime, end: datetime, traveller: time_machine.Traveller
) -> list[str]:
    """Sweep from time to time; return when letters were posted."""
    posted = []
    moment = begin
    while moment <= end:
        traveller.move_to(moment)
        posted += [moment.isoformat()[:16]] * sweep_digests()
        moment += step
    return posted


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """It is the turn of Ada, who wants one letter a day, at eight in Rome."""
    choose(ada, letters="digest", digest_at=time(8), time_zone="Europe/Rome")
    return begin_for(ada, bruno)


def test_a_turn_is_told_once_a_day_instead_of_at_once(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    traveller.shift(10 * MINUTE)
    single = row(game, ada)
    deliver(single.pk)
    single.refresh_from_db()
    assert (single.status, single.reason) == ("dropped", "folded")
    assert Notice.objects.filter(key=single.key, cancelled_at=None).exists()
    assert sweep_digests() == 0
    traveller.move_to(datetime(2026, 11, 3, 7, 0, tzinfo=UTC))
    assert sweep_digests() == 1
    [letter] = digests(ada)
    assert "Bruno" in sent_text(letter)
    assert "/board/" in sent_text(letter)
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == "sent"


def test_it_tells_of_time_that_was_given_for_the_turn(
    game: Game, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    traveller.shift(HOUR)
    submit(game, a_quiet_move(game))
    number = game.seats.get(user=bruno).number
    give_time(public_id=game.public_id, seat=number, hours=48, channel=Channel.LINK)
    play_to_a_handover(game)
    traveller.move_to(MONDAY + DAY)
    sweep_digests()
    [letter] = digests(ada)
    assert "Bruno has given you 2 days for this turn." in sent_text(letter)


def test_it_tells_of_an_outage_in_each_game_whose_clock_ran(
    game: Game, ada: User, bruno: User, olga: User, traveller: time_machine.Traveller
) -> None:
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + HOUR, traveller)
    traveller.move_to(MONDAY + 4 * HOUR)
    sweep_clocks()
    later = begin_for(ada, bruno)
    add_time_to_all(operator=olga, reason="The mail was slow.", seconds=3600)
    traveller.move_to(MONDAY + DAY)
    sweep_digests()
    [letter] = digests(ada)
    words_sent = " ".join(sent_text(letter).split())
    assert f"({game.public_id[:4].upper()})" in words_sent
    assert f"({later.public_id[:4].upper()})" in words_sent
    assert words_sent.count("The service did not work from Monday 2 November, 11:00 (Rome)") == 1
    assert "an operator added" in words_sent
    draft = built(letter)
    assert draft is not None
    assert "That time was given back." in draft.html


def test_it_comes_every_day_while_something_waits_and_never_for_nothing(
    game: Game, ada: User, bruno: User, eve: User, traveller: time_machine.Traveller
) -> None:
    choose(eve, letters="digest")
    assert sweep_every(HOUR, MONDAY, MONDAY + 2 * DAY, traveller) == [
        "2026-11-03T07:00",
        "2026-11-04T07:00",
    ]
    submit(game, a_quiet_move(game))
    assert sweep_every(HOUR, MONDAY + 2 * DAY, MONDAY + 5 * DAY, traveller) == []
    assert digests(bruno) == digests(eve) == []


def test_a_sweep_that_runs_twice_or_after_an_outage_posts_one(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    traveller.move_to(MONDAY + 3 * DAY)
    assert [sweep_digests(), sweep_digests()] == [1, 0]
    ada.refresh_from_db()
    assert ada.digest_due_at == datetime(2026, 11, 6, 7, tzinfo=UTC)
    traveller.shift(-2 * HOUR)  # the machine's clock is put back
    assert sweep_digests() == 0
    assert len(digests(ada)) == 1


def test_what_still_waits_from_yesterday_is_not_sent_as_well(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    for day in (1, 2):
        traveller.move_to(MONDAY + day * DAY)
        sweep_digests()
    assert [letter.status for letter in digests(ada)] == ["dropped", "waiting"]


def test_nothing_is_sent_once_the_turn_was_made(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    traveller.shift(DAY)
    sweep_digests()
    submit(game, a_quiet_move(game))
    [letter] = digests(ada)
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("dropped", "untrue")


@pytest.mark.parametrize(
    ("zone", "at", "around"),
    [
        ("Europe/Rome", time(2, 30), datetime(2026, 3, 29, tzinfo=UTC)),
        ("Europe/Rome", time(2, 30), datetime(2026, 10, 25, tzinfo=UTC)),
        ("Australia/Lord_Howe", time(2, 15), datetime(2026, 10, 3, tzinfo=UTC)),
        ("Australia/Lord_Howe", time(1, 45), datetime(2026, 4, 4, tzinfo=UTC)),
        ("Pacific/Chatham", time(3, 0), datetime(2026, 9, 26, tzinfo=UTC)),
        ("Pacific/Chatham", time(3, 0), datetime(2026, 4, 4, tzinfo=UTC)),
        ("America/Santiago", time(0, 0), datetime(2026, 9, 6, tzinfo=UTC)),
        ("America/Santiago", time(23, 30), datetime(2026, 4, 4, tzinfo=UTC)),
        ("Asia/Kathmandu", time(8, 10), datetime(2028, 2, 29, tzinfo=UTC)),
    ],
)
def test_it_comes_exactly_once_a_day_across_changes_of_the_clock(
    zone: str, at: time, around: datetime, ada: User, bruno: User
) -> None:
    with time_machine.travel(around - 2 * DAY, tick=False) as traveller:
        choose(ada, letters="digest", time_zone=zone, digest_at=at)
        begin_for(ada, bruno)
        posted = sweep_every(15 * MINUTE, around - 2 * DAY, around + 2 * DAY - MINUTE, traveller)
    days = [date.fromisoformat(letter.key.split(":")[2]) for letter in digests(ada)]
    assert len(posted) == len(days) == 4
    assert days == [days[0] + n * DAY for n in range(4)]


def test_another_time_or_zone_counts_at_once(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    choose(ada, digest_at=time(12, 0))
    assert ada.digest_due_at == datetime(2026, 11, 2, 11, tzinfo=UTC)
    choose(ada, time_zone="Pacific/Chatham")
    assert ada.digest_due_at == datetime(2026, 11, 2, 22, 15, tzinfo=UTC)
    choose(ada, language="it")
    assert ada.digest_due_at == datetime(2026, 11, 2, 22, 15, tzinfo=UTC)
    choose(ada, letters="single")
    assert ada.digest_due_at is None


def test_a_letter_that_is_due_already_survives_another_choice_of_time(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    traveller.move_to(datetime(2026, 11, 3, 7, 0, 30, tzinfo=UTC))
    choose(ada, digest_at=time(7))
    assert sweep_digests() == 1
    ada.refresh_from_db()
    assert ada.digest_due_at == datetime(2026, 11, 4, 6, tzinfo=UTC)


def test_who_wants_single_letters_again_gets_those_of_all_turns_that_wait(
    game: Game, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    other = begin_for(ada, bruno)
    traveller.shift(10 * MINUTE)
    for each in (game, other):
        deliver(row(each, ada).pk)
    played = row(other, ada)
    submit(other, a_quiet_move(other))
    traveller.shift(DAY)
    sweep_digests()
    browser = Client()
    browser.force_login(ada)
    browser.post(
        "/me/",
        {"act": "save", "name": "Ada", "language": "en", "letters": "single"}
        | {"time_zone": "Europe/Rome", "reminder_percent": "75"},
    )
    single, [daily] = row(game, ada), digests(ada)
    assert single.status == "waiting"
    for letter in (single, daily):
        deliver(letter.pk)
        letter.refresh_from_db()
    assert single.status == "sent"
    assert (daily.status, daily.reason) == ("dropped", "untrue")
    played.refresh_from_db()
    assert played.reason == "folded"


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_choice_made_while_a_letter_is_folded_loses_no_turn(ada: User, bruno: User) -> None:
    for _ in range(4):
        choose(ada, letters="digest")
        letter = row(begin_for(ada, bruno), ada)
        Letter.objects.filter(pk=letter.pk).update(next_attempt_at=timezone.now())
        at_once([partial(deliver, letter.pk), partial(choose, ada, letters="single")])
        letter.refresh_from_db()
        assert letter.reason != "folded"
        deliver(letter.pk)
        letter.refresh_from_db()
        assert letter.status == "sent"


def test_a_turn_that_was_told_in_it_is_no_longer_taken_back(
    game: Game, ada: User, traveller: time_machine.Traveller, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = 300
    submit(game, a_quiet_move(game))
    traveller.move_to(datetime(2026, 11, 3, 6, 59, tzinfo=UTC))
    submit(game, a_quiet_move(game))
    seat = 1 - seat_to_move(game).number
    traveller.shift(MINUTE)
    sweep_digests()
    before = Game.objects.get(pk=game.pk)
    ply = take_back_turn(
        public_id=game.public_id, seat=seat, expected_ply=before.ply, channel=Channel.WEB
    )
    assert built(digests(ada)[0]) is None
    game.refresh_from_db()
    assert game.ply == ply
    submit(game, a_quiet_move(game))
    assert built(digests(ada)[0]) is not None
    game.refresh_from_db()
    with pytest.raises(CannotTakeBack):
        take_back_turn(
            public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB
        )


def test_a_muted_game_is_left_out_and_the_letter_itself_can_be_muted(
    game: Game, ada: User, bruno: User, eve: User, traveller: time_machine.Traveller
) -> None:
    begin_for(ada, eve)
    mute(address=ada.email, kind="your-turn", topic=f"game:{game.public_id}")
    traveller.shift(DAY)
    sweep_digests()
    [letter] = digests(ada)
    assert "Eve" in sent_text(letter)
    assert "Bruno" not in sent_text(letter)
    mute(address=ada.email, kind="digest")
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("dropped", "muted")


def test_the_clocks_of_all_its_games_stand_still_when_it_comes_back(
    game: Game, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    other = begin_for(ada, bruno)
    traveller.shift(DAY)
    sweep_digests()
    [letter] = digests(ada)
    deliver(letter.pk)
    letter.refresh_from_db()
    report = Report(
        key="1",
        provider="test",
        kind="bounced",
        happened_at=timezone.now(),
        token=letter.token,
        is_final=True,
    )
    record(report)
    for each in (game, other):
        assert kinds(each)[-1] == "bounce begin"
        assert row(each, bruno, "delivery-trouble")


def test_a_game_whose_record_is_broken_does_not_keep_the_others_out(
    game: Game, ada: User, eve: User, traveller: time_machine.Traveller
) -> None:
    begin_for(ada, eve)
    Game.objects.filter(pk=game.pk).update(rules=1)
    traveller.shift(DAY)
    sweep_digests()
    assert "Eve" in sent_text(digests(ada)[0])


@pytest.mark.only_on("postgresql")
def test_people_are_found_by_index(ada: User) -> None:
    assert "accounts_digest_due" in plan_by_index(people_due(timezone.now()))


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_post_each_letter_once(ada: User, bruno: User) -> None:
    people = [
        User.objects.create_user(f"reader{n}@duelpost.example", name=f"Reader {n}")
        for n in range(6)
    ]
    with time_machine.travel(MONDAY, tick=False):
        for person in people:
            choose(person, letters="digest")
            begin_for(person, bruno)
    with time_machine.travel(MONDAY + 2 * DAY, tick=False):
        posted = at_once([sweep_digests, sweep_digests])
    assert sum(posted) == len(people)
    assert Letter.objects.filter(kind="digest").count() == len(people)


def test_its_builder_tells_nobody_who_left(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False, letters="digest")
    assert builder_of("digest")({"person": ada.pk}) is None
    assert claim(0) is None
