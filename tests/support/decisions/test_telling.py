"""Operators read who gets which letter about a decision, and who cannot be reached."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.record.log import read_log
from duel.seats.deletion import delete_account
from mail.models import Letter
from mail.mutes import mute
from mail.reports.suppression import suppress
from support.decisions import preview, preview_taking_back, recipients_of
from support.models import Act, Decision
from support.people.merging import preview_merge
from support.people.suspension import preview_lifting, preview_suspension
from tests.support.admin.staff import carry_out
from tests.support.decisions.bench import mover_and_other, player, ruling
from tests.support.decisions.verbs import hold, replace_player, resign_for, void

pytestmark = pytest.mark.words


def put_aside(person: User) -> None:
    suppress(address=person.email, reason="bounced", at=timezone.now())


def foreseen(game: Game, olga: User, act: Act, **arguments: object) -> list[str]:
    game.refresh_from_db()
    return preview(act, read_log(game), operator=olga, **arguments)


def press(client: Client, olga: User, game: Game, act: str, **fields: object) -> str:
    """What the page says after a decision was carried out."""
    client.force_login(olga)
    game.refresh_from_db()
    address = reverse("admin:duel_game_decide", args=[game.pk, act])
    data = {"reason": "They asked.", "expected_seq": game.seq, **fields}
    return carry_out(client, address, data, follow=True).content.decode()


def test_a_replacement_names_all_its_readers_and_what_each_of_them_reads(
    game: Game, olga: User, ada: User, bruno: User, eve: User
) -> None:
    seat = game.seats.get(user=ada).number
    sentences = foreseen(game, olga, Act.REPLACE, seat=seat, by=eve)
    assert "Told by letter, with your message but not your reason: Eve, Ada and Bruno." in sentences
    assert "Eve reads that the seat of Ada is theirs now." in sentences
    assert "Bruno: that Eve plays in place of Ada from now on." in sentences
    assert "Ada: that the seat was given to another player, but not to whom." in sentences
    decision = replace_player(ruling(olga, game), seat=seat, by=eve)
    letters = Letter.objects.filter(kind="operator-decision", key__endswith=f":{decision.seq}")
    assert {letter.to for letter in letters} == {eve.email, ada.email, bruno.email}
    assert recipients_of(decision) == ("Told by letter: Eve, Bruno and Ada.", [])
    back = preview_taking_back(read_log(Game.objects.get(pk=game.pk)), decision=decision)
    assert "Told by letter, with your message but not your reason: Ada, Eve and Bruno." in back
    assert "Eve: that the seat was given to another player, but not to whom." in back


@pytest.mark.parametrize("whom", ["Ada", "Bruno", "Eve"])
def test_a_replacement_names_whom_no_letter_reaches(
    game: Game, olga: User, ada: User, eve: User, whom: str
) -> None:
    put_aside(User.objects.get(name=whom))
    sentences = foreseen(game, olga, Act.REPLACE, seat=game.seats.get(user=ada).number, by=eve)
    (unreached,) = [sentence for sentence in sentences if sentence.startswith("No letter reaches")]
    assert unreached.startswith(f"No letter reaches {whom} at present")


def test_nobody_is_told_for_a_seat_whose_player_has_left(
    game: Game, olga: User, ada: User, eve: User
) -> None:
    seat = game.seats.get(user=ada).number
    game.seats.filter(number=seat).update(user=None)
    sentences = foreseen(game, olga, Act.REPLACE, seat=seat, by=eve)
    assert "Told by letter, with your message but not your reason: Eve and Bruno." in sentences
    assert "Whoever sat there has left: nobody is told for that seat." in sentences


def test_the_turn_is_promised_by_letter_only_where_one_brings_it(game: Game, olga: User) -> None:
    mover, _ = mover_and_other(game)
    reader = player(game, mover)
    hold(ruling(olga, game))
    assert f"{reader} gets a letter with it." in foreseen(game, olga, Act.RESUME)
    mute(address=reader.email, kind="your-turn")
    muted = f"{reader} has muted letters with turns and gets none with it."
    assert muted in foreseen(game, olga, Act.RESUME)
    User.objects.filter(pk=reader.pk).update(suspended_at=timezone.now(), is_active=False)
    suspended = f"{reader} is suspended and gets no letter with it until that is over."
    assert suspended in foreseen(game, olga, Act.RESUME)
    assert not any("gets a letter" in sentences for sentences in foreseen(game, olga, Act.RESUME))


def test_what_was_decided_is_told_to_those_whom_letters_reach(
    game: Game, olga: User, client: Client, ada: User
) -> None:
    assert "Decided: hold. Told by letter: Ada and Bruno." in press(client, olga, game, "hold")
    put_aside(ada)
    shown = press(client, olga, game, "resume")
    assert "Decided: resume. Told by letter: Bruno." in shown
    assert "No letter reaches Ada at present (letters came back)." in shown
    put_aside(User.objects.get(name="Bruno"))
    shown = press(client, olga, game, "hold")
    assert "Decided: hold. No letter reaches anybody about it." in shown
    assert "Told by letter" not in shown


def test_a_game_that_all_have_left_has_no_recipients(
    game: Game, olga: User, client: Client, ada: User, bruno: User
) -> None:
    resign_for(ruling(olga, game), seat=0)
    for person in (ada, bruno):
        delete_account(user=person)
    assert "Nobody is left who could be told." in foreseen(game, olga, Act.VOID)
    assert "Decided: void. No letter reaches anybody about it." in press(client, olga, game, "void")


def test_an_invitation_is_promised_by_letter_only_where_one_brings_it(
    game: Game, olga: User, bruno: User
) -> None:
    sentences = foreseen(game, olga, Act.VOID, rematch=True)
    assert any("Bruno gets an invitation by letter" in sentence for sentence in sentences)
    mute(address=bruno.email, kind="invitation")
    sentences = foreseen(game, olga, Act.VOID, rematch=True)
    assert any("no letter brings the invitation" in sentence for sentence in sentences)
    assert not any("gets an invitation" in sentence for sentence in sentences)


def test_the_page_says_what_became_of_the_invitation(
    game: Game, olga: User, client: Client
) -> None:
    shown = press(client, olga, game, "void", rematch="on")
    assert "A new game on the same terms is proposed in the name of Ada." in shown
    decision = Decision.objects.get()
    game.refresh_from_db()
    data = {"reason": "No.", "expected_seq": game.seq}
    address = reverse("admin:duel_game_revoke", args=[game.pk, decision.pk])
    shown = carry_out(client, address, data, follow=True).content.decode()
    sentence = "Taken back: void. The invitation to a new game on the same terms is withdrawn."
    assert sentence in shown
    assert "Told by letter: Ada and Bruno." in shown


def test_acts_about_people_name_whom_no_letter_reaches(
    game: Game, olga: User, ada: User, bruno: User, eve: User
) -> None:
    assert not any("No letter reaches" in sentences for sentences in preview_suspension(olga, ada))
    put_aside(ada)
    put_aside(bruno)
    for sentences in (
        preview_suspension(olga, ada),
        preview_merge(olga, kept=eve, merged=ada),
    ):
        assert any(each.startswith("No letter reaches Ada at present") for each in sentences)
    assert any("No letter reaches Bruno" in each for each in preview_suspension(olga, ada))
    User.objects.filter(pk=ada.pk).update(suspended_at=timezone.now(), is_active=False)
    ada.refresh_from_db()
    assert any("No letter reaches Ada" in each for each in preview_lifting(olga, ada))


def test_a_void_game_is_not_declared_void_instead_of_being_set_back(
    game: Game, olga: User, client: Client
) -> None:
    void(ruling(olga, game))
    client.force_login(olga)
    game.refresh_from_db()
    data = {"reason": "They asked.", "expected_seq": game.seq, "ply": 0}
    address = reverse("admin:duel_game_decide", args=[game.pk, "rollback"])
    shown = client.post(address, data).content.decode()
    assert "What this will do" in shown
    assert "Void with a rematch instead" not in shown
