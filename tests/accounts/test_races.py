"""Several presses of one button at once."""

import threading

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Session, User
from accounts.tokens import sign_in_url
from tests.accounts.conftest import path_of

pytestmark = pytest.mark.django_db(transaction=True)
PRESSES = 4


def test_of_several_presses_at_once_one_signs_in() -> None:
    path = path_of(sign_in_url("nina@duelpost.example"))
    barrier = threading.Barrier(PRESSES)
    answers: list[int] = []

    def press() -> None:
        try:
            barrier.wait(timeout=10)
            answer = Client().post(path, {"name": "Nina", "time_zone": "UTC"})
            answers.append(answer.status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(PRESSES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(answers) == [302, *[410] * (PRESSES - 1)]
    assert User.objects.count() == Session.objects.count() == 1
