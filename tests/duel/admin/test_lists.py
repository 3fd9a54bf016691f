"""Lists in the admin cost the same number of queries, however long they are, and count nothing."""

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.duel.admin.rows import row_of

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
