"""The home of a person who is signed in, proposing a game, and taking a challenge."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from duel.lobby.invitations import OPEN_CHALLENGES
from duel.lobby.proposals import accept, decline, expire_proposals, propose, withdraw
from duel.models import Game, Notice, Status
from duel.play.moves import resign
from duel.tasks import sweep_proposals
from duel.words.naming import DAY, HOUR
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Sweep
from mail.mutes import mute
from tests.duel.tables import begin, play_to_the_end

pytestmark = pytest.mark.django_db

ANSWERS = {"opponent": "anyone", "game": "duel", "time": "3-days", "late": "claim"}


@pytest.fixture
def as_ada(ada: User) -> Client:
    browser = Client(enforce_csrf_checks=False)
    browser.force_login(ada)
    return browser


@pytest.fixture
def as_bruno(bruno: User) -> Client:
    browser = Client()
    browser.force_login(bruno)
    return browser


def home(browser: Client) -> str:
    return browser.get("/").content.decode()


def page_of(game: Game) -> str:
    return reverse("duel:challenge", args=[game.public_id])


# Home


def line_of(page: str, game: Game) -> str:
    """What the home says of one running game."""
    lines: list[str] = re.findall(r"<li\b.*?</li>", page, re.DOTALL)
    return next(line for line in lines if reverse("duel:game", args=[game.public_id]) in line)


def test_a_muted_game_is_marked_with_the_way_to_unmute_it(
    as_ada: Client, ada: User, bruno: User
) -> None:
    muted, other = begin(ada, bruno), begin(ada, bruno)
    assert "Muted" not in home(as_ada)
    mute(address=ada.email, topic=f"game:{muted.public_id}")
    page = home(as_ada)
    assert "Muted: all letters." in line_of(page, muted)
    assert f"{reverse('accounts:preferences')}#muted" in line_of(page, muted)
    assert "Muted" not in line_of(page, other)
    preferences = as_ada.get(reverse("accounts:preferences")).content.decode()
    assert 'id="muted"' in preferences
    wish = re.search(r'name="wish" value="(\d+)"', preferences)
    assert wish is not None
    as_ada.post(reverse("accounts:preferences"), {"act": "unmute", "wish": wish[1]})
    assert "Muted" not in home(as_ada)


def test_kinds_of_letters_that_are_muted_are_named_where_they_matter(
    as_ada: Client, ada: User, bruno: User
) -> None:
    game, other = begin(ada, bruno), begin(ada, bruno)
    mute(address=ada.email, kind="invitation")
    mute(address=bruno.email, topic=f"game:{game.public_id}")
    mute(address=ada.email, kind="digest")
    assert "Muted" not in home(as_ada), "None of these keeps a turn from Ada."
    mute(address=ada.email, kind="reminder")
    mute(address=ada.email, kind="your-turn", topic=f"game:{game.public_id}")
    page = home(as_ada)
    assert "Muted: letters with your turn, reminders." in line_of(page, game)
    assert "Muted: reminders." in line_of(page, other)
    User.objects.filter(pk=ada.pk).update(letters=User.Letters.DIGEST)
    assert "Muted: the daily letter, reminders." in line_of(home(as_ada), other)


def test_a_newcomer_is_told_what_to_do_next(as_ada: Client) -> None:
    page = home(as_ada)
    assert "There are four ways to begin" in page
    assert reverse("duel:new-game") in page


def test_everything_that_concerns_a_person_is_on_their_home(
    as_ada: Client, ada: User, bruno: User, eve: User
) -> None:
    running = begin(ada, bruno)
    over = begin(ada, bruno)
    play_to_the_end(over)
    own = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    invited = propose(by=bruno, terms=Terms(), invite=[ada.email])
    listed = propose(by=eve, terms=Terms(), is_listed=True)
    page = home(as_ada)
    assert ("Your move" in page) == (running.to_move == 0)
    assert ("Others are to move" in page) == (running.to_move == 1)
    assert own.commitment[:16] in page
    assert "nina@elsewhere.example is invited" in page
    for game in (own, invited, listed):
        assert page_of(game) in page
    assert reverse("duel:game-file", args=[over.public_id]) in page
    assert reverse("duel:replay", args=[over.public_id]) in page
    assert reverse("duel:rematch", args=[over.public_id]) in page


def test_nothing_of_others_is_on_a_home(as_ada: Client, bruno: User, eve: User) -> None:
    begin(bruno, eve)
    unlisted = propose(by=bruno, terms=Terms())
    addressed = propose(by=bruno, terms=Terms(), invite=["nina@elsewhere.example"])
    page = home(as_ada)
    assert "Bruno" not in page
    assert "nina@" not in page
    assert unlisted.public_id not in page
    assert addressed.public_id not in page


def test_the_most_urgent_move_comes_first(as_ada: Client, ada: User, bruno: User) -> None:
    games = [begin(bruno, ada) for _ in range(3)]
    now = timezone.now()
    for game, days in zip(games, (3, 1, 2), strict=True):
        deadline = now + timedelta(days=days)
        Game.objects.filter(pk=game.pk).update(deadline=deadline, turn=10 + days, to_move=1)
        game.seats.update(is_to_move=False)
        game.seats.filter(number=1).update(is_to_move=True)
    page = home(as_ada)
    assert page.index("Turn 11") < page.index("Turn 12") < page.index("Turn 13")


def test_the_board_of_each_game_opens_from_home(as_ada: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    page = reverse("duel:game", args=[game.public_id])
    assert f'href="{page}"' in home(as_ada)
    assert as_ada.get(page, follow=True).status_code == 200


def test_a_home_costs_the_same_however_many_games_there_are(
    as_ada: Client,
    ada: User,
    bruno: User,
    eve: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    def one_of_each() -> None:
        begin(ada, bruno)
        begin(ada, ada)
        resign(public_id=begin(ada, bruno).public_id, seat=0, channel=Channel.WEB)
        propose(by=ada, terms=Terms(), invite=[bruno.email])
        propose(by=bruno, terms=Terms(), invite=[ada.email])
        propose(by=eve, terms=Terms(), is_listed=True)
        turned_down = propose(by=ada, terms=Terms(), invite=[bruno.email])
        decline(public_id=turned_down.public_id, address=bruno.email)

    one_of_each()
    home(as_ada)
    for _ in range(2):
        with django_assert_num_queries(15):
            home(as_ada)
        one_of_each()


def test_the_sweep_calls_off_what_nobody_took_in_time(ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    sweep_proposals()
    game.refresh_from_db()
    assert game.status == Status.PROPOSED
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        sweep_proposals()
    game.refresh_from_db()
    assert game.off_because == "expired"
    assert Sweep.objects.filter(name="proposals").exists()


def test_what_came_to_nothing_is_told(as_ada: Client, ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    decline(public_id=game.public_id, address=bruno.email)
    propose(by=ada, terms=Terms())
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        expire_proposals()
        page = home(as_ada)
    assert "nobody came" in page


# A new game


@pytest.mark.parametrize(
    ("answers", "listed", "invited"),
    [
        ({"opponent": "anyone"}, True, []),
        ({"opponent": "link", "address": "nina@elsewhere.example"}, False, []),
        (
            {"opponent": "address", "address": "Nina@Elsewhere.example"},
            False,
            ["nina@elsewhere.example"],
        ),
    ],
)
def test_a_game_is_proposed_as_it_was_asked_for(
    answers: dict[str, str], listed: bool, invited: list[str], as_ada: Client
) -> None:
    answer = as_ada.post("/new/", ANSWERS | answers)
    game = Game.objects.get()
    assert answer["Location"] == page_of(game)
    assert game.is_listed is listed
    seats = game.seats.filter(number__gt=0)
    assert list(seats.values_list("invited_address", flat=True)) == invited
    assert Notice.objects.count() == len(invited)


def test_a_game_against_oneself_begins_at_once(as_ada: Client) -> None:
    answer = as_ada.post("/new/", ANSWERS | {"opponent": "myself"}, follow=True)
    assert Game.objects.get().status == Status.RUNNING
    assert "yourself" in answer.content.decode()


def test_the_clock_is_what_was_chosen(as_ada: Client) -> None:
    as_ada.post("/new/", ANSWERS | {"time": "bank", "free_weekends": "on", "late": "lost"})
    game = Game.objects.get()
    assert (game.grace, game.bank, game.increment, game.cap) == (0, 3 * DAY, 12 * HOUR, 5 * DAY)
    assert game.free_weekends
    assert not game.late_may_be_claimed
    assert not game.is_public


def test_the_clock_can_have_values_of_ones_own(as_ada: Client) -> None:
    own = {"time": "own", "grace": "36", "bank": "4", "increment": "6", "cap": "9"}
    as_ada.post("/new/", ANSWERS | own | {"is_public": "on"})
    game = Game.objects.get()
    assert (game.grace, game.bank, game.increment, game.cap) == (
        36 * HOUR,
        4 * DAY,
        6 * HOUR,
        9 * DAY,
    )
    assert game.is_public


@pytest.mark.parametrize(
    "wrong",
    [
        {"time": "own"},
        {"time": "own", "grace": "0", "bank": "0"},
        {"time": "own", "grace": "9999"},
        {"time": "own", "grace": "24", "bank": "-1"},
        {"time": "own", "bank": "9", "cap": "3"},
        {"time": "own", "grace": "24", "increment": "1"},
        {"time": "whenever"},
        {"opponent": "address", "address": ""},
        {"opponent": "address", "address": "not an address"},
        {"opponent": "nobody"},
        {"game": "chess"},
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_sentence(
    wrong: dict[str, str], as_ada: Client
) -> None:
    answer = as_ada.post("/new/", ANSWERS | wrong)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()


def test_nobody_fills_the_lobby_alone(as_ada: Client, ada: User) -> None:
    for _ in range(OPEN_CHALLENGES):
        propose(by=ada, terms=Terms(), is_listed=True)
    page = as_ada.post("/new/", ANSWERS).content.decode()
    assert "You have many open challenges" in page
    assert Game.objects.count() == OPEN_CHALLENGES


def test_a_second_letter_to_a_stranger_is_not_promised(as_ada: Client, ada: User) -> None:
    first = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    assert "is on its way" in as_ada.get(page_of(first)).content.decode()
    again = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    assert "we write to nobody a second time" in as_ada.get(page_of(again)).content.decode()


def test_only_people_who_are_signed_in_propose(client: Client) -> None:
    assert client.get("/new/")["Location"].startswith(reverse("accounts:sign-in"))
    assert client.post("/new/", ANSWERS).status_code == 302
    assert not Game.objects.exists()


# One's own proposal


def test_the_proposer_sees_commitment_and_link_and_adds_a_word(as_ada: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    page = as_ada.get(page_of(game)).content.decode()
    assert game.commitment in page
    assert f"{page_of(game)}</a>" in page
    assert "only your own word proves" in page
    as_ada.post(page_of(game), {"act": "word", "word": " pomegranate "})
    assert game.seats.get(number=0).nonce == "pomegranate"


def test_an_empty_word_is_refused_and_changes_nothing(as_ada: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    drawn = game.seats.get(number=0).nonce
    page = as_ada.post(page_of(game), {"act": "word", "word": " "}).content.decode()
    assert "1 to 200 characters" in page
    assert game.seats.get(number=0).nonce == drawn


def test_a_proposal_can_be_withdrawn(as_ada: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    as_ada.post(page_of(game), {"act": "withdraw"})
    game.refresh_from_db()
    assert game.off_because == "withdrawn"


# Somebody else's


def test_a_challenge_is_shown_to_whoever_has_its_link(client: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    answer = client.get(page_of(game))
    page = answer.content.decode()
    assert game.commitment in page
    assert f"?next={page_of(game)}" in page
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]
    client.post(page_of(game), {"act": "accept"})
    game.refresh_from_db()
    assert game.status == Status.PROPOSED


def test_a_newcomer_is_told_if_they_need_a_letter(
    client: Client, ada: User, settings: Settings
) -> None:
    game = propose(by=ada, terms=Terms())
    assert "tell Ada your address" not in client.get(page_of(game)).content.decode()
    settings.SIGN_UP = "invitation"
    assert "tell Ada your address" in client.get(page_of(game)).content.decode()


def test_whoever_comes_first_takes_the_seat(
    as_bruno: Client, ada: User, bruno: User, eve: User
) -> None:
    game = propose(by=ada, terms=Terms(), is_listed=True)
    answer = as_bruno.post(page_of(game), {"act": "accept", "word": "basil"})
    assert answer["Location"] == "/"
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert game.seats.get(number=1).nonce == "basil"
    late = Client()
    late.force_login(eve)
    answer = late.post(page_of(game), {"act": "accept"})
    assert answer.status_code == 410
    assert "The seat is taken" in answer.content.decode()


def test_an_invited_person_accepts_or_declines_on_the_site(
    as_bruno: Client, ada: User, bruno: User
) -> None:
    first = propose(by=ada, terms=Terms(), invite=[bruno.email])
    assert "Ada invites you" in as_bruno.get(page_of(first)).content.decode()
    as_bruno.post(page_of(first), {"act": "decline"})
    second = propose(by=ada, terms=Terms(), invite=[bruno.email])
    as_bruno.post(page_of(second), {"act": "accept"})
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.off_because, second.status) == ("declined", Status.RUNNING)


def test_an_invitation_for_somebody_else_is_closed(as_bruno: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    for answer in (
        as_bruno.get(page_of(game)),
        as_bruno.post(page_of(game), {"act": "accept"}),
        as_bruno.post(page_of(game), {"act": "decline"}),
        as_bruno.post(page_of(game), {"act": "withdraw"}),
    ):
        assert answer.status_code == 403
        assert "This invitation is for somebody else." in answer.content.decode()
        assert "nina@" not in answer.content.decode()
    game.refresh_from_db()
    assert game.status == Status.PROPOSED


@pytest.mark.parametrize(
    ("end", "title"),
    [
        ("withdrawn", "The invitation was withdrawn"),
        ("expired", "The invitation has run out"),
        ("begun", "The seat is taken"),
    ],
)
def test_a_challenge_that_is_gone_says_why(
    end: str, title: str, as_bruno: Client, ada: User, eve: User
) -> None:
    game = propose(by=ada, terms=Terms())
    match end:
        case "withdrawn":
            withdraw(public_id=game.public_id, by=ada)
        case "expired":
            expire_proposals(now=timezone.now() + timedelta(days=15))
        case "begun":
            accept(public_id=game.public_id, by=eve)
    for answer in (as_bruno.get(page_of(game)), as_bruno.post(page_of(game), {"act": "accept"})):
        assert answer.status_code == 410
        assert title in answer.content.decode()


def test_there_is_no_challenge_under_a_guessed_name(as_ada: Client) -> None:
    assert as_ada.get("/challenge/k7m2x9qwer").status_code == 404


def test_a_press_on_a_challenge_needs_the_sites_own_form(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms())
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(bruno)
    assert browser.post(page_of(game), {"act": "accept"}).status_code == 403


# Once more


def test_a_rematch_is_proposed_once_and_accepted_by_the_other(
    as_ada: Client, as_bruno: Client, ada: User, bruno: User
) -> None:
    over = begin(ada, bruno)
    resign(public_id=over.public_id, seat=0, channel=Channel.WEB)
    path = reverse("duel:rematch", args=[over.public_id])
    assert as_ada.get(path).status_code == 405
    first: Any = as_ada.post(path)
    assert as_ada.post(path)["Location"] == first["Location"]
    assert as_bruno.post(path)["Location"] == "/"
    assert over.rematches.get().status == Status.RUNNING


def test_an_outsider_gets_no_rematch(ada: User, bruno: User, eve: User) -> None:
    over = begin(ada, bruno)
    resign(public_id=over.public_id, seat=0, channel=Channel.WEB)
    outsider = Client()
    outsider.force_login(eve)
    page = outsider.post(reverse("duel:rematch", args=[over.public_id]), follow=True)
    assert "You do not sit at this table." in page.content.decode()
    assert not over.rematches.exists()
