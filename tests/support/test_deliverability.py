"""Before operators write to players, they read who cannot be reached."""

import pytest
from django.utils import timezone

from accounts.models import User
from mail.reports.suppression import suppress
from support.deliverability import reader_sentences

pytestmark = pytest.mark.django_db


def test_nothing_is_said_of_readers_of_the_operators_language(ada: User, bruno: User) -> None:
    assert reader_sentences([ada, bruno]) == []


def test_another_language_is_named_once(ada: User, bruno: User) -> None:
    bruno.language = "it"
    assert reader_sentences([ada, bruno, bruno]) == [f"{bruno} reads Italian."]


def test_an_address_that_takes_no_letters_is_told_with_the_way_out(ada: User, bruno: User) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    (sentence,) = reader_sentences([ada, bruno])
    assert sentence.startswith(f"No letter reaches {ada} at present (letters came back)")
