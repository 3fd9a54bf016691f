"""Deadlines in a calendar: an address that brings them, updates them and lets them go."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from duel.lobby.calendar import Event
from duel.lobby.ics import calendar
from duel.models import Game, GameSecret
from duel.timekeeping.clocks import give_time
from duel.timekeeping.deadlines import move_deadlines
from duel.timekeeping.sweeps import write_heartbeat
from duel.web.account import calendar_url
from engine.kinds import Channel
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    letter_arrives,
    seat_to_move,
    sweep_at,
)
from tests.duel.letters.outbox import mover
from tests.duel.tables import a_quiet_move, play_any, submit

UNESCAPED = re.compile(r"(?<!\\)[,;]")


def path_of(person: User) -> str:
    return "/" + calendar_url(person).partition("//")[2].partition("/")[2]


def feed(person: User) -> list[dict[str, str]]:
    """The events that the person's address brings, read as strictly as the standard asks."""
    return parsed(Client().get(path_of(person)).content)


def parsed(content: bytes) -> list[dict[str, str]]:
    assert content.endswith(b"\r\n")
    raw = content[:-2].split(b"\r\n")
    assert not any(b"\n" in line or b"\r" in line or len(line) > 75 for line in raw)
    lines = content.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    events: list[dict[str, str]] = []
    for line in lines[1:-1]:
        name, colon, value = line.partition(":")
        assert colon, line
        assert re.fullmatch(r"[A-Z-]+(;VALUE=DURATION)?", name), line
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and line != "END:VEVENT":
            assert name not in events[-1]
            assert name == "URL" or not UNESCAPED.search(value), line
            events[-1][name] = value
    for event in events:
        assert {"UID", "DTSTAMP", "DTSTART", "SEQUENCE", "SUMMARY"} <= set(event)
        assert all(re.fullmatch(r"\d{8}T\d{6}Z", event[key]) for key in ("DTSTAMP", "DTSTART"))
    return events


@pytest.fixture
def running(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """The game of a day a move; the clock of its first turn runs from Monday."""
    game = begin_with(ada, bruno, grace=86400)
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()
    return game


def test_each_turn_of_ones_own_is_an_event(running: Game, ada: User, bruno: User) -> None:
    reader, other = (ada, bruno) if mover(running) == ada else (bruno, ada)
    [event] = feed(reader)
    assert event["DTSTART"] == "20261103T090000Z"
    assert f"against {other} ends" in event["SUMMARY"]
    assert event["URL"].endswith(f"/games/{running.public_id}/")
    assert feed(other) == []


def test_it_moves_with_the_deadline_and_goes_when_the_turn_is_played(
    running: Game, traveller: time_machine.Traveller
) -> None:
    reader = mover(running)
    other = 1 - seat_to_move(running).number
    [first] = feed(reader)
    give_time(public_id=running.public_id, seat=other, hours=5, channel=Channel.WEB)
    [given] = feed(reader)
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(2 * HOUR)
    write_heartbeat(now=MONDAY + 3 * HOUR)
    move_deadlines()
    [after_outage] = feed(reader)
    assert first["UID"] == given["UID"] == after_outage["UID"]
    starts = [event["DTSTART"] for event in (first, given, after_outage)]
    assert starts == ["20261103T090000Z", "20261103T140000Z", "20261103T160000Z"]
    numbers = [int(event["SEQUENCE"]) for event in (first, given, after_outage)]
    assert numbers == sorted(set(numbers))
    assert after_outage["LAST-MODIFIED"] > first["LAST-MODIFIED"]
    while mover(running) == reader:
        play_any(running)
    assert feed(reader) == []


def test_a_turn_that_may_still_be_taken_back_is_not_told(
    traveller: time_machine.Traveller, ada: User, bruno: User, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = 300
    User.objects.update(letters=User.Letters.DIGEST)  # so the clock starts without a letter
    game = begin_with(ada, bruno, grace=86400)
    submit(game, a_quiet_move(game))
    reader = mover(game)
    assert feed(reader) == []
    sweep_at(MONDAY + timedelta(minutes=6), traveller)
    [event] = feed(reader)
    assert event["DTSTART"] == "20261103T090500Z", "from when it was final, not from the sweep"


def test_it_asks_for_no_sign_in_sets_no_cookie_and_is_kept_by_nobody(
    running: Game, client: Client
) -> None:
    answer = client.get(path_of(mover(running)))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, no-cache"
    assert "noindex" in answer["X-Robots-Tag"]
    assert not answer.cookies
    again = client.get(path_of(mover(running)), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.post(path_of(mover(running))).status_code == 405


def test_another_address_kills_the_former_one(running: Game, client: Client) -> None:
    reader = mover(running)
    former = path_of(reader)
    client.force_login(reader)
    assert former in client.get("/account/calendar/").content.decode()
    client.post("/account/calendar/")
    reader.refresh_from_db()
    assert Client().get(former).status_code == 404
    assert len(feed(reader)) == 1
    assert path_of(reader) in client.get("/account/calendar/?new").content.decode()


def test_forged_addresses_and_those_of_people_who_left_bring_nothing(
    running: Game, client: Client
) -> None:
    reader = mover(running)
    path = path_of(reader)
    for forged in (path.replace(".ics", "x.ics"), "/calendar/x.ics"):
        assert client.get(forged).status_code == 404
    assert client.get("/account/calendar/").status_code == 302
    User.objects.filter(pk=reader.pk).update(is_active=False)
    assert client.get(path).status_code == 404


def test_it_takes_the_same_few_queries_however_many_games_there_are(
    running: Game, ada: User, bruno: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reader = mover(running)
    with django_assert_num_queries(8):
        feed(reader)
    for _ in range(6):
        game = begin_with(ada, bruno, grace=86400)
        letter_arrives(seat_to_move(game))
    with django_assert_num_queries(8):
        assert len(feed(reader)) > 1


def test_it_tells_nothing_hidden(running: Game) -> None:
    secret = bytes(GameSecret.objects.get(game=running).secret).hex()
    content = Client().get(path_of(mover(running))).content.decode()
    assert secret not in content
    assert "/go/" not in content
    assert "/board/" not in content


def test_words_are_escaped_and_long_lines_folded_between_letters() -> None:
    moment = datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC)
    names = "Zoë; à, b\\c\r\nBEGIN:VEVENT\x00\u2028 " + "é👑" * 40
    event = Event("a@b", 1, moment, moment + DAY, names, names, "https://duelpost.example/")
    [read] = parsed(calendar([event], name="Été, hiver", maker="-//x//EN"))
    assert read["SUMMARY"].startswith(r"Zoë\; à\, b\\c\nBEGIN:VEVENT ")
    assert read["SUMMARY"].endswith("é👑")
    assert read["DTSTART"] == "20280301T235959Z"


def test_a_calendar_says_all_that_programs_that_know_it_expect() -> None:
    moment = datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC)
    address = "https://duelpost.example/games/6f1c1b0e-3f5d-4a39-9c55-0d9a3d1e2b70/"
    event = Event("6f1c-1-3@b.example", 12, moment, moment + DAY, "Soon, soon", "A; b", address)
    content = calendar([event], name="Été, hiver", maker="-//Duelpost//Deadlines//EN")
    lines = content.replace(b"\r\n ", b"").decode().split("\r\n")
    assert lines == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Duelpost//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        r"NAME:Été\, hiver",
        r"X-WR-CALNAME:Été\, hiver",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT",
        "UID:6f1c-1-3@b.example",
        "SEQUENCE:12",
        "DTSTAMP:20280229T235959Z",
        "LAST-MODIFIED:20280229T235959Z",
        "DTSTART:20280301T235959Z",
        r"SUMMARY:Soon\, soon",
        r"DESCRIPTION:A\; b",
        f"URL:{address}",
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
