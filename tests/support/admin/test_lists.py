"""Lists in the admin cost the same number of queries, however long they are, and count nothing."""

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.selectors import find_people
from mail.addresses import message_id
from mail.models import Letter
from mail.services import post
from tests.duel.tables import begin
from tests.support.admin.rows import row_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model.__name__)
def test_a_list_makes_a_constant_number_of_queries(
    client: Client, olga: User, model: type[Model]
) -> None:
    client.force_login(olga)
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    counts = []
    for numbers in (range(2), range(2, 12)):
        for number in numbers:
            row_of(model, number)
        client.get(page)  # what is remembered from one page to the next is not asked again
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        counts.append(len(queries))
        counted = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
        assert counted == []
    assert counts[0] == counts[1]


@pytest.mark.only_on("postgresql")
def test_people_and_letters_are_found_by_indexes_among_many() -> None:
    User.objects.bulk_create(
        User(email=f"p{number}@duelpost.example", name=f"Person {number}") for number in range(9000)
    )
    Letter.objects.bulk_create(
        Letter(
            key=f"k:{number}",
            kind="test",
            to=f"p{number}@duelpost.example",
            message_id=message_id(str(number)),
            status="sent" if number % 1000 else "failed",
            sent_at=timezone.now(),
        )
        for number in range(9000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user, mail_letter")
    outbox = admin.site._registry[Letter]
    request = RequestFactory().get("/")
    found, _ = outbox.get_search_results(request, Letter.objects.all(), "p77@duelpost.example")
    page = slice(50)
    for rows in (
        find_people("p77"),
        find_people("Person 777"),
        User.objects.filter(is_staff=True).order_by("-pk")[page],
        User.objects.filter(suspended_at__isnull=False).order_by("-pk")[page],
        User.objects.order_by("-pk")[page],
        found.order_by("-id")[page],
        Letter.objects.filter(status="failed").order_by("-id")[page],
        Letter.objects.order_by("-id")[page],
    ):
        assert "Seq Scan" not in rows.explain(), str(rows.query)


def test_the_page_of_a_person_makes_a_bounded_number_of_queries(
    client: Client, olga: User, ada: User
) -> None:
    client.force_login(olga)
    page = reverse("admin:accounts_user_change", args=[ada.pk])
    post(kind="sign-in", to=ada.email, key="one", data={})  # she has a letter also if Bruno begins
    counts = []
    for names in (["b"], ["c", "d", "e"]):
        for name in names:
            begin(ada, User.objects.create_user(f"{name}@duelpost.example", name=name))
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]
