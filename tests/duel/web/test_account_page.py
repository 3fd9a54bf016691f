import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Note
from duel.play.notes import write_note
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


def test_leaving_takes_a_tick_and_a_press(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    write_note(seat=game.seats.get(user=ada), ply=0, text="Good luck!")
    client.force_login(ada)
    address = reverse("duel:leave")
    assert "1 running game." in client.get(address).content.decode()
    client.post(address)
    assert User.objects.filter(pk=ada.pk).exists()
    assert "deleted" in client.post(address, {"sure": "yes"}).content.decode()
    assert not User.objects.filter(email="ada@duelpost.example").exists()
    assert not Note.objects.exists()
    game.refresh_from_db()
    assert game.result is not None
    assert game.result["by"] == ["resign"]
    assert "_auth_user_id" not in client.session


def test_only_somebody_signed_in_can_leave(client: Client) -> None:
    assert reverse("accounts:sign-in") in client.post(reverse("duel:leave"))["Location"]
