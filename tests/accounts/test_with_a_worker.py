"""The whole way of a sign-in letter: asked for on a page, sent by a real worker, typed in."""

from django.test import Client

from accounts.models import User
from mail.mailbox import files as mailbox
from mail.models import Letter
from tests.accounts.conftest import newest_code, signed_in
from tests.fixtures.worker import Worker


def test_the_code_in_the_mailbox_signs_in(worker: Worker, client: Client, ada: User) -> None:
    page = client.post("/sign-in/", {"address": ada.email})["Location"]
    worker.wait_for(Letter.objects.filter(status=Letter.Status.SENT).exists)
    letter = mailbox.open_letter(Letter.objects.get().provider_id)
    assert letter.envelope.recipients == (ada.email,)
    code = next(word for word in letter.text.split() if "-" in word and len(word) == 9)
    assert code == newest_code()
    client.post(page, {"code": code})
    assert signed_in(client)
