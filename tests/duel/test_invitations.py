"""Invitations by letter: what they say, who gets one, and what each answer does."""

import re
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from duel import errors
from duel.invitations import STRANGERS_A_DAY, invitation_url
from duel.letters.invitation import invitation, plain_name
from duel.models import Game, GameSecret, Notice, Seat, Status
from duel.services.deletion import delete_account
from duel.services.proposals import decline, expire_proposals, propose, rematch, withdraw
from duel.terms import DAY, Terms, TimeControl
from mail.delivery import deliver
from mail.drafts import Draft
from mail.models import Letter
from mail.mutes import is_muted
from mail.suppression import suppress, suppression_of
from tests.duel.tables import begin, play_to_the_end

pytestmark = pytest.mark.django_db

NINA = "nina@elsewhere.example"
NEWCOMER = {"name": "Nina", "language": "it", "time_zone": "Europe/Rome", "word": "melograno"}


def seat_of(game: Game) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, number=1)


def path_to(game: Game, page: str = "invitation") -> str:
    return urlsplit(invitation_url(seat_of(game), page)).path


def letter_of(game: Game) -> Draft | None:
    return invitation({"notice": Notice.objects.get(game=game, kind="invitation").pk})


def letters() -> list[str]:
    return list(Letter.objects.filter(kind="invitation").values_list("to", flat=True))


@pytest.fixture
def game(ada: User) -> Game:
    """Ada invites Nina, who has no account."""
    return propose(by=ada, terms=Terms(), invite=[NINA])


@pytest.fixture
def stranger() -> Client:
    """A browser without cookies that would be refused wherever a CSRF token is asked for."""
    return Client(enforce_csrf_checks=True)


# What the letter says


def test_the_letter_tells_everything_and_nothing_of_the_address(game: Game, ada: User) -> None:
    draft = letter_of(game)
    assert draft is not None
    assert draft.subject == "Ada invites you to a game of Splendor Duel"
    for part in (draft.text, draft.html):
        assert "Each turn may take 3 days." in part
        assert game.commitment in part
        assert path_to(game) in part
        assert path_to(game, "decline") in part
        assert path_to(game, "never") in part
        assert ada.email not in part


def test_the_letter_holds_neither_the_secret_nor_a_word(game: Game, ada: User) -> None:
    draft = letter_of(game)
    assert draft is not None
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    word = game.seats.get(number=0).nonce
    for part in (draft.subject, draft.text, draft.html):
        assert secret not in part
        assert word not in part


def test_the_letter_is_sent_and_parses_strictly(game: Game) -> None:
    deliver(Letter.objects.get(kind="invitation").pk)
    [sent] = mail.outbox
    raw = sent.message().as_bytes()
    message = message_from_bytes(raw, policy=policy.strict)
    assert message["To"] == NINA
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert max(map(len, raw.splitlines())) < 998


def test_no_link_rests_in_the_outbox(game: Game) -> None:
    assert Letter.objects.get(kind="invitation").data == {
        "notice": Notice.objects.get(game=game).pk
    }


@pytest.mark.parametrize(
    ("language", "subject", "clock"),
    [
        ("fr", "Ada vous invite à une partie de Splendor Duel", "Chaque tour peut durer 3 jours."),
        ("it", "Ada ti invita a una partita di Splendor Duel", "Ogni turno può durare 3 giorni."),
    ],
)
def test_a_stranger_is_written_to_in_the_inviters_language(
    language: str, subject: str, clock: str, game: Game, ada: User
) -> None:
    ada.language = language
    ada.save(update_fields=["language"])
    draft = letter_of(game)
    assert draft is not None
    assert draft.subject == subject
    assert clock in draft.text
    assert clock in draft.html
    assert f'<html lang="{language}">' in draft.html


def test_a_player_is_written_to_in_their_own_language(ada: User, bruno: User) -> None:
    bruno.language = "it"
    bruno.save(update_fields=["language"])
    draft = letter_of(propose(by=ada, terms=Terms(), invite=[bruno.email]))
    assert draft is not None
    assert '<html lang="it">' in draft.html


def test_a_name_cannot_bring_a_link_or_markup_into_the_letter(ada: User) -> None:
    ada.name = "<b>Ada</b> evil.example http://x.y"
    ada.save(update_fields=["name"])
    draft = letter_of(propose(by=ada, terms=Terms(), invite=[NINA]))
    assert draft is not None
    assert "evil" not in draft.subject + draft.text + draft.html
    assert "http://x" not in draft.text + draft.html
    assert "<b>" not in draft.html


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Ada", "Ada"),
        ("Ada L. Byron", "Ada L. Byron"),
        ("J.-P. Dupont", "J.-P. Dupont"),
        ("Anna Maria", "Anna Maria"),
        ("win at evil.example/now", "win at"),
        ("www.evil.example", ""),
        ("mail me@evil.example", "mail"),
        ("two\r\nlines", "two lines"),
        ("turned\u202eround", "turned round"),
    ],
)
def test_a_name_is_left_as_it_is_unless_it_leads_somewhere(name: str, plain: str) -> None:
    assert plain_name(name) == plain


# Whether it is still true


@pytest.mark.parametrize("end", ["withdraw", "decline", "expire", "wait", "leave"])
def test_an_invitation_that_no_longer_stands_is_not_sent(end: str, game: Game, ada: User) -> None:
    later = timezone.now() + timedelta(days=15)
    notice = Notice.objects.get(game=game)
    match end:
        case "withdraw":
            withdraw(public_id=game.public_id, by=ada)
        case "decline":
            decline(public_id=game.public_id, address=NINA)
        case "expire":
            expire_proposals(now=later)
        case "leave":
            delete_account(user=ada)
    with time_machine.travel(later if end == "wait" else timezone.now()):
        assert invitation({"notice": notice.pk}) is None


def test_nobody_new_is_invited_where_nobody_new_is_taken_in(
    game: Game, settings: Settings, stranger: Client
) -> None:
    settings.SIGN_UP = "closed"
    assert letter_of(game) is None
    assert stranger.post(path_to(game), NEWCOMER).status_code == 409
    assert not User.objects.filter(email=NINA).exists()


def test_an_invitation_is_enough_where_people_come_by_invitation(
    game: Game, settings: Settings, stranger: Client
) -> None:
    settings.SIGN_UP = "invitation"
    assert letter_of(game) is not None
    assert stranger.post(path_to(game), NEWCOMER).status_code == 302


def test_a_suspended_player_is_not_invited(ada: User, bruno: User, stranger: Client) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert letter_of(game) is None
    assert stranger.post(path_to(game)).status_code == 409


# How many are written


def test_a_stranger_gets_one_letter_from_each_inviter(ada: User, bruno: User) -> None:
    first = propose(by=ada, terms=Terms(), invite=[NINA])
    withdraw(public_id=first.public_id, by=ada)
    again = propose(by=ada, terms=Terms(), invite=[NINA])
    assert letters() == [NINA]
    assert again.status == Status.PROPOSED
    propose(by=bruno, terms=Terms(), invite=[NINA])
    assert letters() == [NINA, NINA]


def test_who_has_played_with_the_inviter_gets_every_invitation(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    for _ in range(3):
        propose(by=ada, terms=Terms(), invite=[bruno.email])
    assert letters() == [bruno.email] * 4


def test_nobody_writes_to_many_strangers_a_day(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    for number in range(STRANGERS_A_DAY - 1):
        propose(by=ada, terms=Terms(), invite=[f"stranger{number}@elsewhere.example"])
    with pytest.raises(errors.TooManyInvitations):
        propose(by=ada, terms=Terms(), invite=[NINA])
    propose(by=ada, terms=Terms(), invite=[bruno.email])
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        propose(by=ada, terms=Terms(), invite=[NINA])


def test_a_rematch_invites_by_letter(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    draft = letter_of(rematch(public_id=game.public_id, by=bruno))
    assert draft is not None
    assert "another game of Splendor Duel" in draft.text
    for body in (draft.text, draft.html):
        assert "because you have played with Bruno" in body
        assert "into a form" not in body


# Accepting


@pytest.mark.parametrize("page", ["invitation", "decline", "never"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_opening_a_link_does_nothing(page: str, method: str, game: Game, client: Client) -> None:
    for _ in range(2):
        answer = client.generic(method, path_to(game, page))
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store, private"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert not answer.cookies
    game.refresh_from_db()
    assert game.status == Status.PROPOSED
    assert not User.objects.filter(email=NINA).exists()
    assert not is_muted(address=NINA, kind="invitation")


def test_a_press_makes_an_account_and_begins_the_game(game: Game, stranger: Client) -> None:
    suppress(address=NINA, reason="bounced", at=timezone.now() - timedelta(days=1))
    answer = stranger.post(path_to(game), NEWCOMER)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    nina = User.objects.get(email=NINA)
    assert (nina.name, nina.language, nina.time_zone) == ("Nina", "it", "Europe/Rome")
    assert not nina.has_usable_password()
    assert stranger.session["_auth_user_id"] == str(nina.pk)
    assert suppression_of(NINA) is None
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert seat_of(game).user == nina
    assert seat_of(game).nonce == "melograno"


def test_a_newcomer_must_have_a_name_and_nothing_else(game: Game, stranger: Client) -> None:
    answer = stranger.post(path_to(game), NEWCOMER | {"name": " "})
    assert answer.status_code == 200
    assert not User.objects.filter(email=NINA).exists()
    stranger.post(path_to(game), NEWCOMER | {"word": ""})
    assert seat_of(game).nonce


def test_a_form_on_another_site_signs_nobody_in(game: Game, stranger: Client) -> None:
    stranger.post(path_to(game), NEWCOMER, headers={"sec-fetch-site": "cross-site"})
    assert User.objects.filter(email=NINA).exists()
    assert "_auth_user_id" not in stranger.session


def test_who_is_signed_in_stays_who_they_are(game: Game, eve: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(eve)
    browser.post(path_to(game), NEWCOMER)
    assert browser.session["_auth_user_id"] == str(eve.pk)


def test_a_player_accepts_by_the_link_without_being_signed_in(
    ada: User, bruno: User, stranger: Client
) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    answer = stranger.post(path_to(game), {"word": "basilico"}, follow=True)
    assert "You play this game" in answer.content.decode()
    assert "_auth_user_id" not in stranger.session
    assert seat_of(game).user == bruno
    assert seat_of(game).nonce == "basilico"


def test_a_link_signs_in_only_the_press_that_made_the_account(game: Game, stranger: Client) -> None:
    path = path_to(game)
    stranger.post(path, NEWCOMER)
    finder = Client()
    answer = finder.post(path, NEWCOMER | {"name": "Mallory"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in finder.session
    assert User.objects.get(email=NINA).name == "Nina"


# Other answers


def test_declining_takes_one_press(game: Game, stranger: Client) -> None:
    path = path_to(game, "decline")
    assert stranger.post(path).status_code == 200
    game.refresh_from_db()
    assert (game.status, game.off_because) == (Status.OFF, "declined")
    assert not User.objects.filter(email=NINA).exists()
    assert stranger.post(path).status_code == 410


def test_never_again_means_from_nobody(game: Game, bruno: User, stranger: Client) -> None:
    assert stranger.post(path_to(game, "never")).status_code == 200
    game.refresh_from_db()
    assert game.off_because == "declined"
    propose(by=bruno, terms=Terms(), invite=[NINA])
    for letter in Letter.objects.filter(kind="invitation"):
        deliver(letter.pk)
    assert not mail.outbox


def test_never_again_can_be_said_when_it_is_all_over(
    game: Game, ada: User, stranger: Client
) -> None:
    withdraw(public_id=game.public_id, by=ada)
    assert stranger.post(path_to(game, "never")).status_code == 200
    assert is_muted(address=NINA, kind="invitation")


def test_never_again_outlives_the_account(game: Game, stranger: Client) -> None:
    path = path_to(game, "never")
    stranger.post(path_to(game), NEWCOMER)
    stranger.post(path)
    delete_account(user=User.objects.get(email=NINA))
    assert is_muted(address=NINA, kind="invitation")


# Links that lead nowhere


CLOSED: list[tuple[str, int, str]] = [
    ("withdrawn", 410, "The invitation was withdrawn"),
    ("declined", 410, "The invitation was declined"),
    ("expired", 410, "The invitation has run out"),
    ("overdue", 410, "The invitation has run out"),
    ("accepted", 200, "You play this game"),
]


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("page", ["invitation", "decline"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_answer_that_comes_too_late_is_told_why(
    closed: tuple[str, int, str], page: str, method: str, game: Game, ada: User
) -> None:
    state, status, title = closed
    path = path_to(game, page)
    now = timezone.now()
    later = now + timedelta(days=15)
    match state:
        case "withdrawn":
            withdraw(public_id=game.public_id, by=ada)
        case "declined":
            decline(public_id=game.public_id, address=NINA)
        case "expired":
            expire_proposals(now=later)
        case "accepted":
            Client().post(path_to(game), NEWCOMER | {"language": "en"})
    with time_machine.travel(later if state == "overdue" else now):
        send: Callable[..., object] = getattr(Client(), method)
        answer = send(path, NEWCOMER if method == "post" else {})
    assert answer.status_code == status  # type: ignore[attr-defined]
    assert title in answer.content.decode()  # type: ignore[attr-defined]


@pytest.mark.parametrize("spoil", [lambda t: t[:-1], lambda t: t[:-2] + "AA", lambda t: "garbage"])
def test_a_forged_link_opens_nothing(game: Game, spoil: Callable[[str], str]) -> None:
    head, token = path_to(game).rsplit("/", 1)
    assert Client().post(f"{head}/{spoil(token)}", NEWCOMER).status_code == 404
    assert not User.objects.filter(email=NINA).exists()


def test_the_link_of_one_game_does_not_open_another(game: Game, bruno: User) -> None:
    other = propose(by=bruno, terms=Terms(), invite=["otto@elsewhere.example"])
    assert path_to(game) != path_to(other)
    head, token = path_to(game).rsplit("/", 1)
    moved = re.sub("^.", "B" if token[0] != "B" else "C", token)
    assert Client().get(f"{head}/{moved}").status_code == 404


def test_the_inviter_is_never_shown_the_link_that_proves_the_address(
    game: Game, ada: User, client: Client
) -> None:
    client.force_login(ada)
    page = client.get(f"/challenge/{game.public_id}").content.decode()
    assert game.commitment in page
    assert "/join/" not in page


def test_the_clock_is_shown_in_full_before_joining(ada: User, client: Client) -> None:
    time = TimeControl(grace=0, bank=3 * DAY, increment=DAY // 2, cap=5 * DAY, free_weekends=True)
    game = propose(by=ada, terms=Terms(time=time), invite=[NINA])
    page = client.get(path_to(game)).content.decode()
    assert "Each player has 3 days in the bank." in page
    assert "Each finished turn adds 12 hours to the bank, up to 5 days." in page
    assert "Saturdays and Sundays do not count." in page
