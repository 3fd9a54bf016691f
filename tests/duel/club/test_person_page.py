"""The page of a player: what it tells, to whom, and what it never does."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.bots import bot_of
from accounts.models import User
from accounts.services.leaving import erase_person
from duel.club.pace import count_paces
from duel.club.person import person_page_for
from duel.lobby.proposals import propose
from duel.models import Game, Seat
from duel.words.terms import Terms
from lib.signing import PUBLIC_ID_ALPHABET
from support.people.personal_data import personal_data_of
from tests.duel.club.test_club_page import stay_out, won_by_the_first
from tests.duel.tables import begin, play_on, play_to_the_end

pytestmark = pytest.mark.django_db

NOT_SHOWN = "The results of this player are not shown here."


def page_of(person: User, reader: User, status: int = 200) -> str:
    browser = Client()
    browser.force_login(reader)
    answer = browser.get(f"/people/{person.public_id}/")
    assert answer.status_code == status
    page = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(page.split())


def test_everybody_has_a_short_name_that_nobody_guesses(ada: User, bruno: User) -> None:
    assert ada.public_id != bruno.public_id
    assert len(ada.public_id) == 10
    assert set(ada.public_id) <= set(PUBLIC_ID_ALPHABET)


@pytest.mark.only_on("postgresql")
def test_people_of_an_earlier_release_are_named_when_they_are_migrated(
    ada: User, bruno: User
) -> None:
    loader = MigrationLoader(connection, replace_migrations=False)
    adding, naming, _ = loader.disk_migrations["accounts", "0009_public_ids"].operations
    assert isinstance(naming, RunPython)
    state = loader.project_state(("accounts", "0008_bots"))
    adding.state_forwards("accounts", state)
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE accounts_user ALTER public_id DROP NOT NULL")
        User.objects.filter(pk=bruno.pk).update(public_id=None)
        naming.code(state.apps, editor)
    before = ada.public_id, bruno.public_id
    ada.refresh_from_db()
    bruno.refresh_from_db()
    assert ada.public_id == before[0]
    assert bruno.public_id not in (None, *before)


def test_it_counts_by_game_and_how_each_ended(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno)
    won_by_the_first(ada, bruno)
    won_by_the_first(bruno, ada)
    shared = won_by_the_first(ada, bruno)
    Game.objects.filter(pk=shared.pk).update(result={"winners": [0, 1], "by": ["award"]})
    off = won_by_the_first(ada, bruno)
    Game.objects.filter(pk=off.pk).update(result={"winners": [], "by": ["cancel"]})
    won_by_the_first(ada, ada)
    [line] = person_page_for(eve, ada, now=timezone.now()).lines
    assert (line.won, line.lost, line.shared, line.called_off) == (2, 1, 1, 1)


def test_two_who_have_met_read_how_they_stand(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno)
    won_by_the_first(ada, eve)
    assert "You won: 0. You lost: 1. Shared: 0." in page_of(ada, bruno)
    assert "You won: 1. You lost: 0. Shared: 0." in page_of(bruno, ada)
    assert "You against each other" not in page_of(ada, ada)


def test_only_who_is_signed_in_reads_it(client: Client, ada: User) -> None:
    answer = client.get(f"/people/{ada.public_id}/")
    assert answer["Location"].startswith(reverse("accounts:sign-in"))


@pytest.mark.parametrize("why", ["out", "suspended", "no club"])
def test_who_is_not_in_the_club_is_shown_with_what_the_reader_knows_alone(
    why: str, ada: User, bruno: User, eve: User, settings: Settings
) -> None:
    known = won_by_the_first(ada, bruno)
    public = won_by_the_first(ada, eve, is_public=True)
    count_paces(now=timezone.now())
    if why == "out":
        stay_out(ada)
    elif why == "suspended":
        now = timezone.now()
        User.objects.filter(pk=ada.pk).update(is_active=False, suspended_at=now)
    else:
        settings.CLUB_PAGE = False
    page = page_of(ada, bruno)
    assert NOT_SHOWN in page
    assert known.public_id in page
    assert "You lost: 1" in page
    for told in ("Reliability", "Results</h2>", "Eve", public.public_id, "uspended"):
        assert told not in page


def test_who_stays_out_still_reads_their_own(ada: User, bruno: User) -> None:
    won_by_the_first(ada, bruno)
    stay_out(ada)
    ada.refresh_from_db()
    page = page_of(ada, ada)
    assert "You keep your results to yourself" in page
    assert "Results</h2>" in page


def test_a_game_with_somebody_who_stays_out_is_listed_to_its_players_alone(
    ada: User, bruno: User, eve: User
) -> None:
    game = won_by_the_first(ada, bruno, is_public=True)
    assert game.public_id in page_of(ada, eve)
    stay_out(bruno)
    assert game.public_id not in page_of(ada, eve)
    assert "Bruno" not in page_of(ada, eve)
    assert game.public_id in page_of(ada, bruno)


def test_a_private_game_is_listed_to_its_players_alone(ada: User, bruno: User, eve: User) -> None:
    game = won_by_the_first(ada, bruno)
    assert game.public_id not in page_of(ada, eve)
    assert game.public_id in page_of(ada, bruno)


def test_nobody_is_found_who_has_left(ada: User, bruno: User, eve: User) -> None:
    address = ada.public_id
    won_by_the_first(ada, bruno)
    erase_person(ada)
    ada.public_id = address
    page_of(ada, eve, status=404)


def test_a_former_operators_empty_row_has_no_page(ada: User, eve: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False)
    page_of(ada, eve, status=404)


def test_a_program_says_that_it_is_one(eve: User) -> None:
    page = page_of(bot_of("apprentice"), eve)
    assert "This is a bot:" in page
    assert "Reliability" not in page


def test_what_is_played_against_programs_alone_does_not_count(ada: User, bruno: User) -> None:
    bot, now = bot_of("apprentice"), timezone.now()
    game = won_by_the_first(ada, bruno)
    Seat.objects.filter(game=game, user=bruno).update(user=bot)
    won_by_the_first(ada, ada)
    assert person_page_for(bruno, ada, now=now).lines == []
    [line] = person_page_for(ada, bot, now=now).lines
    assert (line.won, line.lost) == (0, 1)
    Seat.objects.filter(game=game, user=bot).update(user=None)  # somebody who has left
    assert len(person_page_for(bruno, ada, now=now).lines) == 1


def test_no_page_tells_an_address(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno, is_public=True)
    for page in (page_of(ada, eve), page_of(bruno, eve)):
        for person in (ada, bruno):
            assert person.email not in page


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_running_game_changes_nothing(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno)
    before = page_of(ada, eve)
    game = begin(ada, bruno)
    play_on(game, 5)
    count_paces(now=timezone.now() + timedelta(days=1))
    assert page_of(ada, eve) == before


def test_reliability_is_told_once_enough_was_counted(ada: User, bruno: User, eve: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    assert "Too little to tell yet" in page_of(ada, eve)
    count_paces(now=timezone.now())
    page = page_of(ada, eve)
    assert "<dd> 100 % </dd>" in page
    assert "Turns counted" in page


def test_names_lead_there_for_who_is_signed_in(client: Client, ada: User, bruno: User) -> None:
    page = f'href="/people/{ada.public_id}/"'
    game = begin(ada, bruno, is_public=True)
    won_by_the_first(ada, bruno)
    offered = propose(by=ada, terms=Terms(), invite=[], is_listed=True)
    addresses = [f"/games/{game.public_id}/", "/challenges/", f"/challenge/{offered.public_id}"]
    for address in addresses:
        assert page not in client.get(address).content.decode()
    client.force_login(bruno)
    for address in [*addresses, "/", "/club/"]:
        assert page in client.get(address).content.decode(), address


def test_reliability_stands_beside_the_terms_of_a_challenge(
    client: Client, ada: User, bruno: User, eve: User
) -> None:
    play_to_the_end(begin(ada, bruno))
    count_paces(now=timezone.now())
    offered = propose(by=ada, terms=Terms(), invite=[], is_listed=True)
    address = f"/challenge/{offered.public_id}"
    assert "turns in time" not in client.get(address).content.decode()
    client.force_login(eve)
    assert "100 % of turns in time" in client.get(address).content.decode()
    stay_out(ada)
    assert "turns in time" not in client.get(address).content.decode()


def test_the_page_costs_the_same_however_many_games_there_were(
    client: Client,
    ada: User,
    bruno: User,
    eve: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(bruno)
    for count in (1, 6):
        for _ in range(count):
            won_by_the_first(ada, bruno, is_public=True)
            won_by_the_first(eve, ada, is_public=True)
        count_paces(now=timezone.now())
        client.get(f"/people/{ada.public_id}/")
        with django_assert_num_queries(9):
            client.get(f"/people/{ada.public_id}/")


def test_what_is_kept_about_a_person_tells_it_too(ada: User) -> None:
    assert personal_data_of(ada)["profile"]["public_id"] == ada.public_id
