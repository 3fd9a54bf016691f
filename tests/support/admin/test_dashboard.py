"""The admin's front page: how the service is."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Divergence, Outage
from mail.models import Letter, Sweep
from support.status.in_words import bulletin
from tests.browser.test_lobby import sign_in
from tests.duel.tables import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db


def trouble_of_all_kinds(ada: User, bruno: User) -> None:
    now = timezone.now()
    game = begin(ada, bruno)
    Letter.objects.update(next_attempt_at=now - timedelta(hours=3), last_error="away")
    Divergence.objects.create(
        game=game, problems="ply: expected 0, found 3", found_at=now, seen_at=now
    )
    Outage.objects.create(began_at=now - timedelta(hours=2), ended_at=now - timedelta(hours=1))
    Sweep.objects.create(name="letters", ran_at=now)
    Sweep.objects.create(name="clocks", ran_at=now - timedelta(hours=1))


def test_the_front_page_says_in_words_what_needs_attention(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    trouble_of_all_kinds(ada, bruno)
    client.force_login(olga)
    page = client.get("/admin/").content.decode()
    assert page.index("needs attention") < page.index("fine")
    assert "1 game is not as it was written." in page
    assert 'href="/admin/duel/divergence/?gone_at__isempty=1"' in page
    assert "It last ran 1 hour ago and is late" in page


@pytest.mark.parametrize(
    "path", ["duel/divergence/?gone_at__isempty=1", "duel/outage/", "mail/sweep/"]
)
def test_each_list_behind_it_opens_and_changes_nothing(
    path: str, client: Client, ada: User, bruno: User, olga: User
) -> None:
    trouble_of_all_kinds(ada, bruno)
    client.force_login(olga)
    answer = client.get(f"/admin/{path}")
    assert answer.status_code == 200
    assert "addlink" not in answer.content.decode().partition('id="content"')[2]


def test_every_line_leads_to_a_list_that_is_there(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    trouble_of_all_kinds(ada, bruno)
    client.force_login(olga)
    for line in bulletin(olga):
        assert client.get(line.url).status_code == 200, line.url


def test_who_may_see_nothing_is_shown_nothing(client: Client, ada: User, bruno: User) -> None:
    trouble_of_all_kinds(ada, bruno)
    clerk = User.objects.create_user("carl@duelpost.example", is_staff=True)
    client.force_login(clerk)
    assert "service-state" not in client.get("/admin/").content.decode()
    clerk.user_permissions.add(Permission.objects.get(codename="view_outage"))
    page = client.get("/admin/").content.decode()
    assert "The service stood still 1 time" in page
    assert "letters wait" not in page
    assert "not as it was written" not in page


def test_the_front_page_in_a_browser(
    page: "Page", ada: User, bruno: User, olga: User, assert_accessible: Callable[[], None]
) -> None:
    trouble_of_all_kinds(ada, bruno)
    sign_in(page, olga)
    page.goto("/admin/")
    assert_accessible()
    state = page.get_by_role("region", name="How the service is")
    row = state.get_by_role("row").filter(has_text="Divergences")
    assert "needs attention" in row.inner_text()
    page.set_viewport_size({"width": 360, "height": 800})
    assert state.evaluate("element => element.scrollWidth") <= 360
    row.get_by_role("link").click()
    assert "ply: expected 0, found 3" in page.locator("#content").inner_text()
