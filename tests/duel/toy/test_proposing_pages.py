"""The form of a new game and the pages of a proposal, for two to four and with options."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from duel.letters.invitation import invitation
from duel.lobby.checks import OptionsExcludeEachOther
from duel.lobby.invitations import invitation_key, invitation_url
from duel.lobby.proposals import accept, decline, propose, withdraw
from duel.lobby.refilling import invite, leave
from duel.models import Game, Notice, Seat, Status
from duel.words.terms import Terms
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail, Letter
from mail.mutes import is_muted
from tests.duel.letters.outbox import built
from tests.duel.replies.mailing import raw_mail
from tests.duel.toy.table import begin_of_three

pytestmark = [pytest.mark.django_db, pytest.mark.words]

ANSWERS = {"opponent": "address", "game": "toy", "seats": "3", "time": "3-days", "late": "claim"}
NINA, OTTO = "nina@elsewhere.example", "otto@elsewhere.example"
OF_THREE = Terms(game="toy", seats=3)


def signed_in(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def words_of(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def page_of(game: Game) -> str:
    return f"/challenge/{game.public_id}"


# The form


def test_every_game_is_offered_for_each_number_of_players(wide: None, ada: User) -> None:
    page = signed_in(ada).get("/new/")
    told = (
        "Splendor Duel Splendor for 2 Splendor for 3 Splendor for 4 Toy for 2 Toy for 3 Toy for 4"
    )
    assert told in words_of(page)
    assert page.content.count(b'aria-current="page"') == 1


@pytest.mark.parametrize(("seats", "addresses"), [(2, 1), (3, 2), (4, 3)])
def test_there_is_a_field_for_the_address_of_each_of_the_others(
    wide: None, seats: int, addresses: int, ada: User
) -> None:
    page = signed_in(ada).get(f"/new/?game=toy&seats={seats}").content.decode()
    assert page.count('type="email"') == addresses
    assert f'name="seats" value="{seats}"' in page


def test_the_length_of_a_game_is_told_for_its_number_of_players(wide: None, ada: User) -> None:
    browser = signed_in(ada)
    told = {
        seats: words_of(browser.get(f"/new/?game=toy&seats={seats}")).partition("1 day a move – ")[
            2
        ]
        for seats in (2, 4)
    }
    assert told[2].startswith("usually about 3 days, at the longest 8 days")
    assert told[4].startswith("usually about 6 days, at the longest 2 weeks")


@pytest.mark.parametrize(
    ("answers", "listed", "invited"),
    [
        ({"address": NINA, "address_2": OTTO}, False, [NINA, OTTO]),
        ({"opponent": "anyone", "address": NINA}, True, [NINA]),
        ({"opponent": "anyone", "address_2": OTTO}, True, [OTTO]),
        ({"opponent": "anyone", "address": NINA, "address_2": OTTO}, False, [NINA, OTTO]),
        ({"opponent": "anyone"}, True, []),
        ({"opponent": "link", "address": NINA}, False, [NINA]),
    ],
)
def test_a_game_for_three_is_proposed_as_it_was_asked_for(
    answers: dict[str, str], listed: bool, invited: list[str], ada: User
) -> None:
    answer = signed_in(ada).post("/new/", ANSWERS | answers)
    game = Game.objects.get()
    assert answer["Location"] == page_of(game)
    assert (game.seat_count, game.is_listed) == (3, listed)
    others = game.seats.filter(number__gt=0).order_by("number")
    assert list(others.values_list("invited_address", flat=True)) == invited


def test_options_are_proposed_as_they_were_ticked(wide: None, ada: User) -> None:
    signed_in(ada).post("/new/", ANSWERS | {"opponent": "link", "options": ["hills", "mills"]})
    assert Game.objects.get().options == {"hills": True, "tenth": False, "mills": True}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"address": NINA}, "Write an address or choose a bot for each of the others"),
        ({"address": NINA, "address_2": NINA.upper()}, "Each player has one seat"),
        ({"address": NINA, "address_2": "ada@duelpost.example"}, "Each player has one seat"),
        ({"address": NINA, "address_2": "otto"}, "Enter a valid email address"),
        ({"opponent": "link", "seats": "7"}, "This game is not for so many players."),
        ({"opponent": "link", "options": ["hills", "tenth"]}, "A tenth number cannot be played"),
        ({"opponent": "link", "options": ["wings"]}, "wings is not one of the available choices"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    wide: None, wrong: dict[str, Any], sentence: str, ada: User
) -> None:
    answer = signed_in(ada).post("/new/", ANSWERS | wrong)
    assert sentence in words_of(answer)
    assert b'role="alert"' in answer.content
    assert not Game.objects.exists()


def test_options_that_exclude_each_other_are_refused_whoever_asks(wide: None, ada: User) -> None:
    terms = Terms(game="toy", seats=3, options=frozenset({"hills", "tenth"}))
    with pytest.raises(OptionsExcludeEachOther):
        propose(by=ada, terms=terms)


def test_an_option_is_hidden_beside_one_that_excludes_it_unless_both_were_sent(
    wide: None, ada: User
) -> None:
    browser = signed_in(ada)
    page = browser.get("/new/?game=toy&seats=3")
    assert page.content.count(b"unless-ticked") == 1
    assert "a tenth number (not with the Hills)" in words_of(page)
    sent = browser.post("/new/", ANSWERS | {"opponent": "link", "options": ["hills", "tenth"]})
    assert b"unless-ticked" not in sent.content


# Seats and options in lists, pages and letters


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Toy for 3, with the Hills and the Mills"),
        ("fr", "Toy à 3, avec the Hills et the Mills"),
        ("it", "Toy in 3, con the Hills e the Mills"),
    ],
)
@pytest.mark.usefixtures("wide", "eve")
def test_seats_and_options_stand_wherever_a_proposal_does(
    language: str, title: str, ada: User, bruno: User
) -> None:
    User.objects.update(language=language)
    terms = Terms(game="toy", seats=3, options=frozenset({"mills", "hills"}))
    game = propose(by=ada, terms=terms, invite=[bruno.email], is_listed=True)
    for person in User.objects.all():
        browser = signed_in(person)
        assert title in words_of(browser.get("/", headers={"Accept-Language": language}))
        assert title in words_of(browser.get(page_of(game)))
    draft = invitation({"notice": Notice.objects.get().pk})
    assert draft is not None
    for part in (draft.subject, draft.text, draft.html):
        assert title in part
    seat = Seat.objects.select_related("game", "user").get(game=game, number=1)
    assert title in words_of(Client().get(urlsplit(invitation_url(seat)).path))


def test_operators_find_seats_and_options_in_their_list(wide: None, ada: User, olga: User) -> None:
    propose(by=ada, terms=Terms(game="toy", seats=4, options=frozenset({"mills"})))
    page = signed_in(olga).get(reverse("admin:duel_game_changelist"))
    assert "Toy for 4, with the Mills" in words_of(page)


def test_a_home_costs_the_same_however_many_tables_wait(
    ada: User,
    bruno: User,
    carla: User,
    eve: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    def one_of_each() -> None:
        for by, listed in ((ada, False), (eve, True)):
            game = propose(by=by, terms=OF_THREE, invite=[bruno.email], is_listed=listed)
            decline(public_id=game.public_id, address=bruno.email)
        joined = propose(by=bruno, terms=OF_THREE, invite=[ada.email, carla.email])
        accept(public_id=joined.public_id, by=ada)

    one_of_each()
    browser = signed_in(ada)
    browser.get("/")
    for _ in range(2):
        with django_assert_num_queries(11):
            browser.get("/")
        one_of_each()


def test_a_challenge_is_listed_as_long_as_somebody_can_take_it(
    ada: User, bruno: User, eve: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[NINA], is_listed=True)
    assert "Toy with Ada" in words_of(signed_in(eve).get("/"))
    accept(public_id=game.public_id, by=bruno)
    assert "Toy with" not in words_of(signed_in(eve).get("/"))
    leave(public_id=game.public_id, by=bruno)
    assert "Toy with Ada 3 days a move · 2 players are missing" in words_of(signed_in(eve).get("/"))


# At the table, before it is full


def test_the_proposer_sees_who_has_which_seat(ada: User, bruno: User, carla: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, carla.email])
    accept(public_id=game.public_id, by=bruno)
    page = words_of(signed_in(ada).get(page_of(game)))
    assert "The seats you Bruno carla@duelpost.example, who is invited" in page
    assert "Fill a free seat" not in page
    decline(public_id=game.public_id, address=carla.email)
    page = words_of(signed_in(ada).get(page_of(game)))
    assert "1 free seat: say who may take it" in page
    assert "Declined: carla@duelpost.example." in page
    assert "Fill a free seat" in page
    assert "a seat is free, say who may take it" in words_of(signed_in(ada).get("/"))


def test_a_free_seat_is_filled_from_the_page(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, NINA])
    decline(public_id=game.public_id, address=NINA)
    browser = signed_in(ada)
    wrong = browser.post(page_of(game), {"act": "invite", "address": "nobody"})
    assert "This is not an e-mail address." in words_of(wrong)
    done = browser.post(page_of(game), {"act": "invite", "address": OTTO}, follow=True)
    assert "otto@elsewhere.example, who is invited" in words_of(done)
    decline(public_id=game.public_id, address=OTTO)
    done = browser.post(page_of(game), {"act": "open"}, follow=True)
    assert "1 seat for whoever comes first: everybody here sees it" in words_of(done)


def test_one_invitation_is_taken_back_from_the_page(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, NINA])
    accept(public_id=game.public_id, by=bruno)
    accepting, never = path_to(game, 2), path_to(game, 2, "never")
    browser = signed_in(ada)
    assert f"Take the invitation to {NINA} back" in words_of(browser.get(page_of(game)))
    epoch = game.seats.get(number=2).link_epoch
    press = {"act": "take-back", "seat": "2", "epoch": str(epoch)}
    done = browser.post(page_of(game), press, follow=True)
    assert "The invitation is taken back. Its seat is free." in words_of(done)
    assert "1 free seat: say who may take it" in words_of(done)
    assert NINA.encode() not in done.content, "Nina has not declined."
    again = browser.post(page_of(game), press)
    assert "This invitation was answered or taken back already." in words_of(again)
    assert NINA not in words_of(browser.get("/"))
    answer = Client().post(accepting)
    assert answer.status_code == 410
    assert "The invitation was withdrawn" in words_of(answer)
    assert "You will not be invited again." in words_of(Client().post(never))


def test_who_has_joined_sees_names_but_no_address_and_can_leave(
    ada: User, bruno: User, carla: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, NINA])
    accept(public_id=game.public_id, by=bruno)
    browser = signed_in(bruno)
    page = browser.get(page_of(game))
    assert "The seats Ada you somebody who is invited" in words_of(page)
    assert b"take-back" not in page.content
    assert NINA.encode() not in page.content
    decline(public_id=game.public_id, address=NINA)
    assert "1 free seat: Ada decides who may take it" in words_of(browser.get(page_of(game)))
    for path in (page_of(game), "/"):
        page = browser.get(path)
        assert NINA.encode() not in page.content
        assert b"Fill a free seat" not in page.content
    browser.post(page_of(game), {"act": "leave"})
    assert not game.seats.filter(user=bruno).exists()


def test_a_withdrawn_table_is_told_to_who_sat_there(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=OF_THREE, is_listed=True)
    accept(public_id=game.public_id, by=bruno)
    withdraw(public_id=game.public_id, by=ada)
    assert "Toy: Ada withdrew the proposal" in words_of(signed_in(bruno).get("/"))
    assert "withdrew" not in words_of(signed_in(ada).get("/"))


# From the letter


def path_to(game: Game, number: int, page: str = "invitation") -> str:
    seat = Seat.objects.select_related("game", "user").get(game=game, number=number)
    return urlsplit(invitation_url(seat, page)).path


def test_the_letter_says_for_how_many_it_is_and_who_is_there(ada: User, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(name="Bruno www.evil.example")
    game = propose(by=ada, terms=OF_THREE, invite=[NINA], is_listed=True)
    accept(public_id=game.public_id, by=bruno)
    draft = invitation({"notice": Notice.objects.get().pk})
    assert draft is not None
    for part in (draft.text, draft.html):
        assert "The game is for 3; at the table so far: Ada and Bruno." in part
        assert bruno.email not in part


def test_accepting_from_the_letter_takes_a_seat_and_says_what_comes(
    ada: User, bruno: User, carla: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, carla.email])
    path = path_to(game, 1)
    page = words_of(Client().post(path, {"word": "basil"}, follow=True))
    assert "You have a seat" in page
    assert "The game begins as soon as all seats are taken." in page
    assert "has begun" not in page
    game.refresh_from_db()
    assert game.status == Status.PROPOSED


def test_a_newcomer_who_takes_a_seat_is_told_that_others_are_missing(ada: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[NINA, OTTO])
    newcomer = {"name": "Nina", "language": "en", "time_zone": "Europe/Rome"}
    page = words_of(Client().post(path_to(game, 1), newcomer, follow=True))
    assert "The game begins as soon as all seats are taken." in page
    assert "has begun" not in page
    assert OTTO not in page


def test_declining_from_the_letter_frees_the_seat_and_never_still_counts(ada: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[NINA, OTTO])
    accepting, declining, never = (
        path_to(game, 1, page) for page in ("invitation", "decline", "never")
    )
    browser = Client()
    assert "Somebody else may take the seat." in words_of(browser.get(declining))
    assert browser.post(declining).status_code == 200
    invite(public_id=game.public_id, by=ada, address="pia@elsewhere.example")
    for answer in (browser.get(accepting), browser.post(accepting), browser.post(declining)):
        assert answer.status_code == 410
        assert "You have declined the invitation." in words_of(answer)
        assert b"pia@" not in answer.content
    assert NINA in words_of(browser.get(never))
    assert browser.post(never).status_code == 200
    assert is_muted(address=NINA, kind="invitation")
    seat = game.seats.get(number=1)
    assert seat.invited_address == "pia@elsewhere.example", "Nina has answered for herself alone."


def test_the_board_and_the_watch_page_tell_what_is_played(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    game = begin_of_three(ada, bruno, carla, is_public=True)
    for person in (ada, eve):
        page = signed_in(person).get(f"/games/{game.public_id}/", follow=True)
        assert re.search(r'<p class="muted">(?:.* · )?Toy</p>', page.content.decode())


# By mail


def mail(game: Game, number: int, text: str, *, sender: str) -> int:
    """A mail in answer to the invitation to this seat, received and not yet read."""
    key = invitation_key(game.seats.select_related("game", "user").get(number=number))
    raw = raw_mail(key, text, sender=sender)
    pk = receive(raw, recipients=[reply_address(key)], way="smtp").pks[0]
    assert pk is not None
    return pk


def test_declining_by_mail_frees_the_seat_and_is_answered_in_ones_language(
    ada: User, bruno: User
) -> None:
    User.objects.filter(pk=bruno.pk).update(language="it")
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, NINA])
    read_mail(mail(game, 1, "rifiuto", sender=bruno.email))
    assert game.declined.get().address == bruno.email
    draft = built(Letter.objects.get(kind="invitation-reply", to=bruno.email))
    assert draft is not None
    assert "Hai rifiutato l’invito." in draft.text
    assert "/join/" not in draft.text


def test_a_mail_about_a_seat_that_is_somebody_elses_by_now_does_nothing(
    ada: User, bruno: User, eve: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email, NINA])
    waiting = mail(game, 1, "decline", sender=bruno.email)
    decline(public_id=game.public_id, address=bruno.email)
    invite(public_id=game.public_id, by=ada, address=eve.email)
    read_mail(waiting)
    assert game.seats.get(number=1).invited_address == eve.email
    assert InboundMail.objects.get(pk=waiting).outcome == "refused"
