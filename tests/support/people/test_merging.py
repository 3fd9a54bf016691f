"""Two accounts of one person become one: what moves, what dies, what is refused."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts.letters import accounts_merged_letter
from accounts.models import SenderAddress, Session, SignInRequest, User
from accounts.selectors import believed_addresses
from accounts.services.authority import ActRefused
from accounts.tokens import preferences_url
from duel.integrity.replay import check_games
from duel.lobby.proposals import propose
from duel.models import Game, Note, Seat, Status, Vacation
from duel.play.moves import resign
from duel.record.log import read_log
from duel.timekeeping.vacations import plan_vacation
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.inbound.processing import read_mail
from mail.models import Letter
from mail.mutes import is_muted, mute
from support.models import Dispute
from support.people.merging import merge_accounts, preview_merge
from tests.browser.test_lobby import sign_in
from tests.duel.replies.mailing import write
from tests.duel.tables import assert_sound, at_once, begin, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def twin(db: None) -> User:
    """Ada's other account."""
    return User.objects.create_user("ada@elsewhere.example", name="Ada L.", language="fr")


def merge(operator: User, kept: User, merged: User, reason: str = "she asked for it") -> None:
    merge_accounts(operator=operator, kept=kept, merged=merged, reason=reason)


def test_games_go_on_under_the_kept_account(ada: User, twin: User, bruno: User, olga: User) -> None:
    running, over = begin(twin, bruno), begin(bruno, twin)
    play_on(running, 3)
    resign(public_id=over.public_id, seat=0, channel=Channel.WEB)
    entries = read_log(running).entries
    persons = {seat.number: seat.person for seat in running.seats.all()}
    merge(olga, ada, twin)
    assert not User.objects.filter(pk=twin.pk).exists()
    assert set(Game.objects.filter(seats__user=ada)) == {running, over}
    assert read_log(running).entries == entries
    assert {seat.number: seat.person for seat in running.seats.all()} == persons
    assert check_games([running.pk, over.pk]).findings == []
    play_on(running, 4)
    assert_sound(running)


def test_notes_vacations_and_reports_go_along(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    game = begin(twin, bruno)
    number = Seat.objects.get(game=game, user=twin).number
    Note.objects.create(game=game, seat=number, ply=0, text="Hello!", written_at=timezone.now())
    plan_vacation(user=twin, begins_at=timezone.now() + DAY, ends_at=timezone.now() + 3 * DAY)
    Dispute.objects.create(
        game=game,
        seat=number,
        reporter=twin,
        topic="mail",
        text="No letter came.",
        ply=0,
        channel=Channel.WEB,
        reported_at=timezone.now(),
    )
    SenderAddress.objects.create(user=twin, address="ada@work.example")
    merge(olga, ada, twin)
    assert believed_addresses(ada) == {ada.email, "ada@work.example"}
    assert Note.objects.get().text == "Hello!"
    assert Vacation.objects.get().user == ada
    assert Dispute.objects.get().reporter == ada


def test_vacations_do_not_overlap_afterwards(ada: User, twin: User, olga: User) -> None:
    now = timezone.now()
    kept = plan_vacation(user=ada, begins_at=now + DAY, ends_at=now + 3 * DAY)
    plan_vacation(user=twin, begins_at=now + 2 * DAY, ends_at=now + 4 * DAY)
    later = plan_vacation(user=twin, begins_at=now + 6 * DAY, ends_at=now + 7 * DAY)
    text = " ".join(preview_merge(olga, kept=ada, merged=twin))
    assert "overlap others are let go: 1." in text
    merge(olga, ada, twin)
    assert set(Vacation.objects.values_list("pk", flat=True)) == {kept.pk, later.pk}


def test_a_clock_stands_still_for_a_vacation_that_came_along(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    game = begin(ada, bruno)
    while Seat.objects.get(game=game, is_to_move=True).user != ada:
        play_on(game, 1)
    plan_vacation(user=twin, begins_at=timezone.now(), ends_at=timezone.now() + 3 * DAY)
    merge(olga, ada, twin)
    assert read_log(game).entries[-1].kind == "vacation"
    assert_sound(game)


def test_waiting_letters_and_wishes_about_games_go_along_but_no_others(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    game = begin(twin, bruno)
    while Seat.objects.get(game=game, is_to_move=True).user != twin:
        play_on(game, 1)
    topic = f"game:{game.public_id}"
    mute(address=twin.email, kind="reminder")
    mute(address=twin.email, topic=topic)
    waiting = Letter.objects.filter(to=twin.email, status="waiting").count()
    assert waiting
    merge(olga, ada, twin)
    assert Letter.objects.filter(to=ada.email, status="waiting", topic=topic).count() >= waiting
    assert is_muted(address=ada.email, kind="your-turn", topic=topic)
    assert not is_muted(address=ada.email, kind="reminder", topic="game:other")


def test_a_turn_whose_letter_was_sent_to_the_old_address_comes_once_more(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    game = begin(twin, bruno)
    while Seat.objects.get(game=game, is_to_move=True).user != twin:
        play_on(game, 1)
    Letter.objects.filter(status="waiting").update(status="sent", sent_at=timezone.now())
    merge(olga, ada, twin)
    [again] = Letter.objects.filter(status="waiting", topic=f"game:{game.public_id}")
    assert (again.kind, again.to) == ("your-turn", ada.email)


def test_what_opened_the_other_account_is_dead(
    ada: User, twin: User, bruno: User, olga: User, settings: Any
) -> None:
    browser = Client()
    browser.force_login(twin)
    game = begin(twin, bruno)
    seat = Seat.objects.get(game=game, user=twin)
    wishes = preferences_url(twin).removeprefix(settings.SITE_URL)
    SignInRequest.objects.create(address=twin.email, language="en", expires_at=timezone.now() + DAY)
    merge(olga, ada, twin)
    assert not Session.objects.filter(user=twin.pk).exists()
    assert browser.get("/me/")["Location"].startswith("/sign-in/")
    assert Client().get(wishes).status_code == 410
    assert Seat.objects.get(pk=seat.pk).link_epoch > seat.link_epoch
    assert not SignInRequest.objects.exists()


def test_the_address_is_free_again(ada: User, twin: User, olga: User) -> None:
    merge(olga, ada, twin)
    newcomer = User.objects.create_user("ada@elsewhere.example")
    assert newcomer.pk != twin.pk


def test_invitations_to_the_other_address_are_for_the_kept_one(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    theirs = propose(by=bruno, terms=Terms(), invite=[twin.email])
    own = propose(by=twin, terms=Terms(), invite=[bruno.email])
    between = propose(by=ada, terms=Terms(), invite=[twin.email])
    text = " ".join(preview_merge(olga, kept=ada, merged=twin))
    assert f"nobody plays against themselves: {between.public_id}." in text
    merge(olga, ada, twin)
    assert theirs.seats.get(number=1).invited_address == ada.email
    assert own.seats.get(number=0).user == ada
    between.refresh_from_db()
    assert between.status == Status.OFF


def test_it_is_refused_while_both_sit_in_one_running_game(
    ada: User, twin: User, olga: User, settings: Any
) -> None:
    settings.DISPUTE_HOURS = 72
    game = begin(ada, twin)
    for act in (lambda: merge(olga, ada, twin), lambda: preview_merge(olga, kept=ada, merged=twin)):
        with pytest.raises(ActRefused, match=game.public_id):
            act()
    # Somebody might still reopen it, and then one person would sit on both sides.
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    with pytest.raises(ActRefused, match="may still be reopened"):
        merge(olga, ada, twin)
    Game.objects.update(secret_opens_at=timezone.now())
    assert "same name on both sides" in " ".join(preview_merge(olga, kept=ada, merged=twin))
    merge(olga, ada, twin)
    assert [seat.user for seat in game.seats.all()] == [ada, ada]


def test_who_may_not_is_refused_and_nothing_happens(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    helper = User.objects.create_user("omar@duelpost.example", is_staff=True)
    helper.groups.add(Group.objects.get(name="operator"))
    with pytest.raises(PermissionDenied):
        merge(helper, ada, twin)
    with pytest.raises(ActRefused, match="not two accounts"):
        merge(olga, ada, ada)
    with pytest.raises(ActRefused, match="themselves"):
        merge(olga, olga, twin)
    with pytest.raises(ActRefused, match="take the role away first"):
        merge(olga, ada, helper)
    with pytest.raises(ActRefused, match="Say why"):
        merge(olga, ada, twin, reason="  ")
    begin(olga, twin)
    with pytest.raises(ActRefused, match="You play against this person"):
        merge(olga, ada, twin)
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    bruno.refresh_from_db()
    with pytest.raises(ActRefused, match="suspended"):
        merge(olga, ada, bruno)
    assert User.objects.filter(pk__in=[ada.pk, twin.pk]).count() == 2
    assert not LogEntry.objects.exists()


def test_it_stands_in_the_audit_log_by_number(ada: User, twin: User, olga: User) -> None:
    kept, merged = ada.pk, twin.pk
    merge(olga, ada, twin)
    messages = {row.object_id: row.change_message for row in LogEntry.objects.filter(user=olga)}
    assert messages == {
        str(merged): f"merged into person {kept}: she asked for it",
        str(kept): f"took in person {merged}: she asked for it",
    }


def test_both_addresses_are_told_and_neither_learns_the_other(
    ada: User, twin: User, olga: User
) -> None:
    merge(olga, ada, twin)
    rows = Letter.objects.filter(kind="accounts-merged")
    assert {row.to for row in rows} == {ada.email, twin.email}
    for row in rows:
        draft = accounts_merged_letter(row.data)
        assert draft is not None
        for body in (draft.text, draft.html):
            assert "two accounts are one" in draft.subject
            assert "@elsewhere.example" not in body
            assert ada.email not in body


def test_nothing_that_points_at_a_person_is_forgotten() -> None:
    """A new table that points at people must be thought of: does it move, or go?"""
    pointing = {
        f"{field.related_model._meta.label}.{field.field.name}"
        for field in User._meta.get_fields(include_hidden=True)
        if isinstance(field, models.ManyToOneRel) and not field.related_model._meta.auto_created
    }
    assert pointing == {
        "accounts.ApiToken.user",
        "accounts.ChangeOfAddress.user",
        "accounts.RecoveryCode.user",
        "accounts.SecondFactor.user",
        "accounts.SenderAddress.user",
        "accounts.SenderPath.user",
        "accounts.Session.user",
        "duel.HiddenNotes.reader",
        "duel.HiddenNotes.writer",
        "duel.NoteMute.user",
        "admin.LogEntry.user",
        "duel.FormerPlayer.user",
        "support.Decision.operator",
        "support.Decision.replaced",
        "support.Dispute.assigned_to",
        "support.Dispute.reporter",
        "support.DisputeRemark.author",
        "duel.Seat.user",
        "duel.TriedLine.user",
        "duel.Vacation.user",
    }


@pytest.mark.django_db(transaction=True)
def test_of_two_operators_at_once_the_second_is_told(ada: User, twin: User, olga: User) -> None:
    results = at_once([lambda: merge(olga, ada, User.objects.get(pk=twin.pk))] * 2)
    [refused] = [result for result in results if result is not None]
    assert isinstance(refused, ActRefused | User.DoesNotExist)
    assert LogEntry.objects.count() == 2


def test_players_and_operators_without_the_permission_do_not_get_there(
    ada: User, twin: User, client: Client
) -> None:
    path = f"/admin/accounts/user/{ada.pk}/merge/"
    assert client.get(path).status_code == 302
    client.force_login(twin)
    assert client.get(path, follow=True).status_code == 403
    helper = User.objects.create_user("omar@duelpost.example", is_staff=True)
    helper.groups.add(Group.objects.get(name="operator"))
    client.force_login(helper)
    assert client.get(path).status_code == 403
    data = {"address": twin.email, "reason": "x"}
    assert client.post(path, data).status_code == 403


def test_what_was_not_shown_is_not_done(
    ada: User, twin: User, bruno: User, olga: User, client: Client
) -> None:
    client.force_login(olga)
    path = f"/admin/accounts/user/{ada.pk}/merge/"
    fields = {"address": twin.email, "reason": "she asked for it"}
    looked = client.post(path, fields)
    begin(twin, bruno)
    pressed = {**fields, "carry_out": 1, "preview": looked.context["preview"].seal}
    page = client.post(path, pressed).content.decode()
    assert "This is not what the preview showed" in page
    assert "1 running game goes on" in page
    assert User.objects.filter(pk=twin.pk).exists()
    nobody = client.post(path, {"address": "no@body.example", "reason": "x"}).content.decode()
    assert "Nobody here has this address." in nobody


@pytest.mark.django_db(transaction=True)
def test_merging_in_a_browser(page: "Page", ada: User, twin: User, bruno: User, olga: User) -> None:
    game = begin(twin, bruno)
    sign_in(page, olga)
    page.goto(f"/admin/accounts/user/{ada.pk}/change/")
    page.get_by_role("link", name="Merge another account into this one").click()
    page.get_by_label("Address of the account that goes").fill("ADA@elsewhere.example")
    page.get_by_label("Reason").fill("She asked for it.")
    page.get_by_role("button", name="Show what will happen").click()
    assert "1 running game goes on under ada@duelpost.example" in page.locator(".what").inner_text()
    assert User.objects.filter(pk=twin.pk).exists()
    page.get_by_role("button", name="Merge the two accounts").click()
    assert "The two accounts are one." in page.locator(".messagelist").inner_text()
    assert not User.objects.filter(pk=twin.pk).exists()
    assert Seat.objects.filter(game=game, user=ada).exists()


def test_mail_that_was_not_read_yet_is_the_kept_accounts(
    ada: User, twin: User, bruno: User, olga: User
) -> None:
    game = begin(twin, bruno)
    mail = write(Seat.objects.get(game=game, user=twin), "show", is_read=False)
    merge(olga, ada, twin)
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.outcome not in ("", "gone")


@pytest.mark.parametrize("stays_out", ["kept", "merged", "nobody"])
def test_who_stayed_out_of_the_club_with_one_account_stays_out(
    stays_out: str, ada: User, twin: User, olga: User
) -> None:
    wishes = {"kept": ada, "merged": twin}
    if stays_out in wishes:
        wishes[stays_out].in_club = False
        wishes[stays_out].save(update_fields=["in_club"])
    text = " ".join(preview_merge(olga, kept=ada, merged=twin))
    assert ("stays out of the club page" in text) == (stays_out == "merged")
    merge(olga, ada, twin)
    ada.refresh_from_db()
    assert ada.in_club == (stays_out == "nobody")
