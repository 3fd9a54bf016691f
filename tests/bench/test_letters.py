import pytest

from mail.models import Letter
from mail.tasks import send_letter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]


def test_the_measurement_sends_real_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import letters  # it needs Django, which is set up by now

    # The worker of the tests, if it runs, would send some of them first.
    monkeypatch.setattr(send_letter, "delay", lambda pk: None)
    quantities = letters.measure(letters=3, seconds=0.5, games=20)
    assert len({quantity.name for quantity in quantities}) == 5
    sent = Letter.objects.filter(kind="your-turn", status=Letter.Status.SENT)
    assert sent.filter(to__endswith="@bench.example").count() == 4
    # These went the whole way: pressed on a page, sent by a worker, accepted by a mail server.
    assert sent.filter(to__endswith="@presses.example").count() > 10
