"""What the letter of an invitation says."""

from email import message_from_bytes, policy

import pytest
from django.core import mail

from accounts.models import User
from duel.letters.invitation import plain_name
from duel.lobby.proposals import propose, rematch
from duel.models import Game, GameSecret, Notice
from duel.words.terms import Terms
from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.duel.lobby.invitations.invitee import NINA, letter_of, path_to
from tests.duel.tables import begin, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.words]


def test_the_letter_tells_everything_and_nothing_of_the_address(game: Game, ada: User) -> None:
    draft = letter_of(game)
    assert draft is not None
    assert draft.subject == "Ada invites you to a game of Splendor Duel"
    for part in (draft.text, draft.html):
        assert "Each turn may take 3 days." in part
        assert game.commitment in part
        assert path_to(game) in part
        assert path_to(game, "decline") in part
        assert path_to(game, "never") in part
        assert ada.email not in part


def test_the_letter_holds_neither_the_secret_nor_a_word(game: Game, ada: User) -> None:
    draft = letter_of(game)
    assert draft is not None
    secret = bytes(GameSecret.objects.get(game=game).secret).hex()
    word = game.seats.get(number=0).nonce
    for part in (draft.subject, draft.text, draft.html):
        assert secret not in part
        assert word not in part


def test_the_letter_is_sent_and_parses_strictly(game: Game) -> None:
    deliver(Letter.objects.get(kind="invitation").pk)
    [sent] = mail.outbox
    raw = sent.message().as_bytes()
    message = message_from_bytes(raw, policy=policy.strict)
    assert message["To"] == NINA
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert max(map(len, raw.splitlines())) < 998


def test_no_link_rests_in_the_outbox(game: Game) -> None:
    assert Letter.objects.get(kind="invitation").data == {
        "notice": Notice.objects.get(game=game).pk
    }


@pytest.mark.parametrize(
    ("language", "subject", "clock"),
    [
        ("fr", "Ada vous invite à une partie de Splendor Duel", "Chaque tour peut durer 3 jours."),
        ("it", "Ada ti invita a una partita di Splendor Duel", "Ogni turno può durare 3 giorni."),
    ],
)
def test_a_stranger_is_written_to_in_the_inviters_language(
    language: str, subject: str, clock: str, game: Game, ada: User
) -> None:
    ada.language = language
    ada.save(update_fields=["language"])
    draft = letter_of(game)
    assert draft is not None
    assert draft.subject == subject
    assert clock in draft.text
    assert clock in draft.html
    assert f'<html lang="{language}">' in draft.html


def test_a_player_is_written_to_in_their_own_language(ada: User, bruno: User) -> None:
    bruno.language = "it"
    bruno.save(update_fields=["language"])
    draft = letter_of(propose(by=ada, terms=Terms(), invite=[bruno.email]))
    assert draft is not None
    assert '<html lang="it">' in draft.html


def test_a_name_cannot_bring_a_link_or_markup_into_the_letter(ada: User) -> None:
    ada.name = "<b>Ada</b> evil.example http://x.y"
    ada.save(update_fields=["name"])
    draft = letter_of(propose(by=ada, terms=Terms(), invite=[NINA]))
    assert draft is not None
    assert "evil" not in draft.subject + draft.text + draft.html
    assert "http://x" not in draft.text + draft.html
    assert "<b>" not in draft.html


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Ada", "Ada"),
        ("Ada L. Byron", "Ada L. Byron"),
        ("J.-P. Dupont", "J.-P. Dupont"),
        ("Anna Maria", "Anna Maria"),
        ("win at evil.example/now", "win at"),
        ("www.evil.example", ""),
        ("mail me@evil.example", "mail"),
        ("two\r\nlines", "two lines"),
        ("turned\u202eround", "turned round"),
    ],
)
def test_a_name_is_left_as_it_is_unless_it_leads_somewhere(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_a_rematch_invites_by_letter(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    draft = letter_of(rematch(public_id=game.public_id, by=bruno))
    assert draft is not None
    assert "another game with you, on the same terms: Splendor" in draft.text
    for body in (draft.text, draft.html):
        assert "because you have played with Bruno" in body
        assert "into a form" not in body
