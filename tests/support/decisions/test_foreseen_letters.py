"""Before a decision is carried out, its letters are shown as each reader would get them."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from duel.notices.kinds import OPERATOR_DECISION
from duel.seats.deletion import delete_account
from mail.models import Letter
from mail.previews import look_at
from support.admin.act_preview import Preview
from support.models import Decision
from tests.duel.tables import a_quiet_move, begin, play_on
from tests.support.admin.staff import SUSPEND, act_on, carry_out, person_with

pytestmark = pytest.mark.django_db

ASIDE = "Bruno says that Ada insulted him."
MESSAGE = "We are looking into your game."


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    User.objects.filter(pk=ada.pk).update(language="fr")
    User.objects.filter(pk=bruno.pk).update(language="it")
    game = begin(ada, bruno)
    play_on(game, 2)
    return game


@pytest.fixture
def operator(client: Client, db: None) -> User:
    operator = person_with("admin", "Clara")
    client.force_login(operator)
    return operator


def shown(client: Client, game: Game, act: str, **fields: object) -> str:
    data = {"reason": ASIDE, "message": MESSAGE, "expected_seq": game.seq, **fields}
    page = client.post(reverse("admin:duel_game_decide", args=[game.pk, act]), data)
    assert page.status_code == 200
    return page.content.decode()


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("hold", {}),
        ("pause", {}),
        ("extend", {"seat": 0, "hours": 24}),
        ("rollback", {"ply": 1}),
        ("award", {"winners": [0]}),
        ("void", {"rematch": "on"}),
        ("cancel", {}),
        ("resign", {"seat": 0}),
    ],
)
def test_each_letter_is_shown_in_its_language_and_nothing_is_done(
    client: Client, operator: User, game: Game, act: str, fields: dict[str, object]
) -> None:
    entries, letters = game.entries.count(), Letter.objects.count()
    page = shown(client, game, act, **fields)
    for reader, language, word in [("Ada", "fr", "administration"), ("Bruno", "it", "partita")]:
        letter = page.partition(f"To {reader} (")[2].partition("</article>")[0]
        assert f'<pre lang="{language}">' in letter
        assert word in letter
        assert MESSAGE in letter
        assert ASIDE not in letter
        assert "http" not in letter
    game.refresh_from_db()
    assert (game.entries.count(), game.status) == (entries, "running")
    assert Letter.objects.count() == letters
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("hold", {}),
        ("extend", {"seat": 0, "hours": 24}),
        ("rollback", {"ply": 1}),
        ("award", {"winners": [0]}),
        ("void", {"rematch": "on"}),
        ("cancel", {}),
        ("resign", {"seat": 0}),
        ("replace", {"seat": 0, "address": "eve@elsewhere.example"}),
    ],
)
@pytest.mark.usefixtures("traveller", "operator", "eve")
def test_letters_are_foreseen_as_the_worker_builds_them(
    client: Client, game: Game, act: str, fields: dict[str, object]
) -> None:
    """The preview goes by the log that was written, the worker by what is stored."""
    assert_foreseen(client, game, act, fields)


def test_letters_about_a_void_game_that_counts_again_are_foreseen(
    traveller: time_machine.Traveller, client: Client, operator: User, game: Game
) -> None:
    assert_foreseen(client, game, "void", {"rematch": "on"})
    traveller.shift(60)
    game.refresh_from_db()
    texts = assert_foreseen(client, game, "award", {"winners": [1]})
    assert all("nouvelle partie" in text or "nuova partita" in text for text in texts)


def assert_foreseen(client: Client, game: Game, act: str, fields: dict[str, object]) -> list[str]:
    """Carry it out; each letter reads as it was previewed. Return their texts."""
    address = reverse("admin:duel_game_decide", args=[game.pk, act])
    form = {"reason": ASIDE, "message": MESSAGE, "expected_seq": game.seq, **fields}
    preview: Preview = client.post(address, form).context["preview"]
    last = max(Letter.objects.values_list("pk", flat=True))
    pressed = client.post(address, {**form, "carry_out": 1, "preview": preview.seal})
    assert pressed.status_code == 302
    posted = Letter.objects.filter(kind=OPERATOR_DECISION, pk__gt=last).order_by("pk")
    built = [(look.subject, look.text) for each in posted if (look := look_at(each))]
    assert built == [(each.subject, each.text) for each in preview.letters]
    assert len(built) >= 2
    return [text for _, text in built]


def test_a_move_for_somebody_is_not_tried_out_for_its_letters(
    client: Client, operator: User, game: Game
) -> None:
    page = shown(client, game, "proxy", text=a_quiet_move(game))
    assert MESSAGE in page
    assert "To Ada (" not in page


def test_the_letters_of_a_suspension_can_be_looked_at(
    client: Client, operator: User, game: Game, ada: User
) -> None:
    fields = {**SUSPEND, "message": "Nobody is to be insulted."}
    page = client.post(act_on(ada, "suspend"), fields).content.decode()
    ada.refresh_from_db()
    assert ada.suspended_at is None
    letters = page.partition('class="module letters"')[2]
    assert "Nobody is to be insulted." in letters
    assert "We look into something." in letters
    assert SUSPEND["reason"] not in letters.partition("</section>")[0]
    assert not Letter.objects.filter(kind="suspended").exists()


def test_messages_are_erased_with_whoever_they_may_name(
    client: Client, operator: User, game: Game, ada: User
) -> None:
    address = reverse("admin:duel_game_decide", args=[game.pk, "hold"])
    data = {"reason": "x", "message": "Dear Ada", "expected_seq": game.seq}
    carry_out(client, address, data)
    assert Decision.objects.get().message == "Dear Ada"
    delete_account(user=ada)
    assert [made.message for made in Decision.objects.all()] == [""]
