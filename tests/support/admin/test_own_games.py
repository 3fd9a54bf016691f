"""An operator who plays: nothing that the admin offers helps in a game of their own."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.errors import HasSeenHidden
from duel.models import Game
from mail.models import InboundMail, Letter, Suppression
from mail.reports.suppression import suppress, suppression_of
from support.decisions import Ruling
from support.models import Dispute
from support.revealing import reveal
from tests.duel.letter_links import move_address, mover
from tests.duel.tables import a_quiet_move, begin, make_final
from tests.support.decisions.verbs import replace_player
from tests.support.disputes.reports import WORDS, reported

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def own(boss: User, ada: User) -> Game:
    """A game between the two."""
    return begin(boss, ada)


@pytest.fixture
def left(boss: User, ada: User, bruno: User, eve: User, olga: User) -> Game:
    """A game in which Eve plays on in the seat that was Berta's."""
    game = begin(boss, bruno)
    replace_player(Ruling(olga, game.public_id, "Berta is ill.", game.seq), seat=0, by=eve)
    game.refresh_from_db()
    return game


def press(client: Client, name: str, row: Letter | Suppression) -> str:
    """Choose one row of a list and do something about it."""
    page = reverse(f"admin:mail_{row._meta.model_name}_changelist")
    chosen = {"action": name, "_selected_action": row.pk}
    return client.post(page, chosen, follow=True).content.decode()


def page_of(client: Client, name: str, *arguments: object, **query: str) -> str:
    return client.get(reverse(f"admin:{name}", args=arguments), query).content.decode()


def test_no_letter_of_it_is_called_off_or_sent_again(client: Client, own: Game) -> None:
    letter = Letter.objects.filter(topic=f"game:{own.public_id}", status="waiting").first()
    assert letter is not None
    assert "You sit in this game" in press(client, "abort_letters", letter)
    letter.refresh_from_db()
    assert letter.status == "waiting"
    Letter.objects.filter(pk=letter.pk).update(status="failed")
    press(client, "retry_letters", letter)
    letter.refresh_from_db()
    assert letter.status == "failed"


@pytest.mark.parametrize("act", ["put-address-aside", "lift-suppression", "export"])
def test_nothing_is_done_to_the_opponent_that_moves_the_clock_or_tells_of_them(
    act: str, client: Client, own: Game, ada: User
) -> None:
    if act == "lift-suppression":
        suppress(address=ada.email, reason="bounced", at=timezone.now())
    page = reverse("admin:accounts_user_act", args=[ada.pk, act])
    answer = client.post(page, {"reason": "x"})
    assert "against this person: ask another operator" in answer.content.decode()
    assert (suppression_of(ada.email) is not None) == (act == "lift-suppression")


def test_the_opponents_address_is_not_taken_up_from_the_list(
    client: Client, own: Game, ada: User
) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    press(client, "lift", Suppression.objects.get())
    assert suppression_of(ada.email) is not None


def test_nobody_stops_their_own_clock_by_putting_their_address_aside(
    client: Client, own: Game, boss: User
) -> None:
    page = reverse("admin:accounts_user_act", args=[boss.pk, "put-address-aside"])
    client.post(page, {"reason": "x"})
    assert suppression_of(boss.email) is None


def test_the_opponents_time_zone_is_not_corrected(client: Client, own: Game, ada: User) -> None:
    """Quiet hours and weekends go by it, and with them the clock."""
    page = reverse("admin:accounts_user_change", args=[ada.pk])
    assert client.get(page).status_code == 200
    client.post(page, {"name": "Ada", "language": "en", "time_zone": "Pacific/Auckland"})
    ada.refresh_from_db()
    assert ada.time_zone != "Pacific/Auckland"


def test_what_was_reported_about_a_game_that_is_over_is_not_exported(
    client: Client, own: Game, ada: User
) -> None:
    reported(own, 1)
    own.status = "over"
    own.save(update_fields=["status"])
    page = reverse("admin:accounts_user_act", args=[ada.pk, "export"])
    assert WORDS not in client.post(page, {"reason": "x"}).content.decode()


@pytest.mark.parametrize("which", ["own", "left"])
def test_that_something_was_reported_is_not_told(
    which: str, client: Client, request: pytest.FixtureRequest, boss: User, olga: User
) -> None:
    game = request.getfixturevalue(which)
    reported(game, 1)
    reveal(operator=olga, game=game, ply=0, reason="whether the report is right")
    listed = page_of(client, "duel_game_changelist", list="disputed")
    assert game.public_id not in listed
    assert str(Dispute.objects.get().reporter) not in page_of(client, "support_dispute_changelist")
    assert "whether the report is right" not in page_of(client, "admin_logentry_changelist")
    assert not Letter.objects.filter(kind="dispute-opened", to=boss.email).exists()
    called = Letter.objects.get(kind="dispute-opened", to=olga.email)
    look = reverse("admin:mail_letter_look", args=[called.pk])
    assert client.post(look, {"reason": "x"}).status_code == 404


def test_the_daily_letter_of_a_former_opponent_is_not_read(
    client: Client, left: Game, bruno: User
) -> None:
    letter = Letter.objects.create(
        kind="digest",
        to=bruno.email,
        key="digest:1",
        data={"person": bruno.pk},
        created_at=timezone.now(),
        next_attempt_at=timezone.now(),
    )
    look = reverse("admin:mail_letter_look", args=[letter.pk])
    assert client.post(look, {"reason": "x"}).status_code == 400


def test_mail_about_an_own_game_is_not_shown(
    client: Client, own: Game, left: Game, ada: User, eve: User
) -> None:
    other = begin(ada, eve)
    for number, game in enumerate((own, left, other)):
        InboundMail.objects.create(
            way="smtp",
            digest=str(number),
            sender="eve@elsewhere.example",
            family="games",
            about=f"game:{game.public_id}:1",
            raw=b"x",
        )
    listed = page_of(client, "mail_inboundmail_changelist")
    shown = [game for game in (own, left, other) if game.public_id in listed]
    assert shown == [other]


def test_mail_of_an_opponent_is_not_read(client: Client, own: Game, boss: User) -> None:
    opponent = own.seats.exclude(user=boss).get().user
    assert opponent is not None
    mail = InboundMail.objects.create(
        way="smtp", digest="1", sender=opponent.email, family="x", about="x", raw=b"x"
    )
    look = reverse("admin:mail_inboundmail_look", args=[mail.pk])
    assert client.post(look, {"reason": "x"}).status_code == 400


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_may_still_be_taken_back_is_withheld_until_it_is_told(
    client: Client, own: Game, boss: User, ada: User
) -> None:
    while mover(own).user != ada:
        client.post(move_address(own, a_quiet_move(own)))
        own.refresh_from_db()
    move = a_quiet_move(own)
    before = own.ply
    Client().post(move_address(own, move), {"note": "Red suits me."})
    own.refresh_from_db()
    assert own.ply == before + 1
    page = page_of(client, "duel_game_change", own.pk, timeline="all", ply=str(own.ply))
    assert move not in page
    assert "Red suits me." not in page
    assert f"Position at ply {before} of" in page
    assert own.head not in page
    assert "was taken back" not in page
    make_final(own)
    page = page_of(client, "duel_game_change", own.pk, timeline="all", ply=str(own.ply))
    assert move in page
    assert own.head in page
    assert "Red suits me." not in page, "It is read at the table."


def test_nobody_plays_on_where_they_have_seen_what_is_hidden(
    boss: User, ada: User, bruno: User, olga: User
) -> None:
    game = begin(ada, bruno)
    reveal(operator=boss, game=game, ply=0, reason="dispute 7")
    ruling = Ruling(olga, game.public_id, "Bruno is ill.", game.seq)
    with pytest.raises(HasSeenHidden):
        replace_player(ruling, seat=1, by=boss)
    assert game.seats.get(number=1).user == bruno


def test_nobody_plays_on_where_they_have_read_a_turn(
    client: Client, boss: User, ada: User, bruno: User, olga: User
) -> None:
    game = begin(ada, bruno)
    letter = Letter.objects.filter(topic=f"game:{game.public_id}", kind="your-turn").first()
    assert letter is not None
    client.post(reverse("admin:mail_letter_look", args=[letter.pk]), {"reason": "dispute 7"})
    ruling = Ruling(olga, game.public_id, "Bruno is ill.", game.seq)
    with pytest.raises(HasSeenHidden):
        replace_player(ruling, seat=1, by=boss)
