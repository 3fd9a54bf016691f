"""The whole way of a letter through the real queue and a real worker."""

from mail.mailbox import files as mailbox
from mail.models import Letter, Sweep
from mail.services import post
from mail.tasks import sweep_letters
from tests.fixtures.worker import Worker


def is_sent(letter: Letter) -> bool:
    letter.refresh_from_db()
    return letter.status == Letter.Status.SENT


def test_a_posted_letter_arrives_in_the_mailbox(worker: Worker) -> None:
    letter = Letter.objects.get(
        pk=post(kind="test", to="ada@duelpost.example", key="test:worker", data={})
    )
    worker.wait_for(lambda: is_sent(letter))
    kept = mailbox.open_letter(letter.provider_id)
    assert kept.envelope.recipients == ("ada@duelpost.example",)
    assert letter.message_id in kept.source


def test_the_sweep_sends_what_the_queue_lost(worker: Worker) -> None:
    lost = Letter.objects.create(
        key="test:lost",
        kind="test",
        to="ada@duelpost.example",
        message_id="<lost@site.example>",
    )
    sweep_letters.delay()
    worker.wait_for(lambda: is_sent(lost))
    worker.wait_for(Sweep.objects.filter(name="letters").exists)
    assert "<lost@site.example>" in mailbox.open_letter(lost.provider_id).source
