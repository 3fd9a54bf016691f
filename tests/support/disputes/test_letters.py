import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game
from mail.models import Letter
from mail.mutes import mute
from mail.outbox.delivery import deliver
from support.disputes.handling import reopen, settle, take
from support.models import Dispute
from tests.duel.clocks.ticking import begin_with, send_letters
from tests.duel.letters.outbox import built, parsed
from tests.support.disputes.reports import WORDS, reported

pytestmark = [pytest.mark.django_db, pytest.mark.words]


def letters(kind: str) -> list[Letter]:
    return list(Letter.objects.filter(kind=kind).order_by("pk"))


def answered(game: Game, operator: User, *, to_opponent: str = "") -> Dispute:
    dispute = reported(game)
    dispute = take(operator=operator, dispute=dispute.pk, expected=dispute.revision)
    return settle(
        operator=operator,
        dispute=dispute.pk,
        expected=dispute.revision,
        state="resolved",
        to_reporter="You have your time back.",
        to_opponent=to_opponent,
    )


def test_the_reporter_reads_that_we_have_it(game: Game) -> None:
    dispute = reported(game)
    (letter,) = letters("dispute-received")
    assert dispute.reporter is not None
    assert letter.to == dispute.reporter.email
    draft = built(letter)
    assert draft is not None
    assert "we have your report" in draft.text
    assert "not told what you wrote" in draft.text
    assert "/trouble/" in draft.text
    assert "you were given" not in draft.text
    assert not parsed(letter).defects


def test_whoever_was_given_time_reads_until_when(ada: User, bruno: User, olga: User) -> None:
    game = begin_with(ada, bruno, grace=86400)
    send_letters(game)
    assert game.to_move is not None
    dispute = reported(game, game.to_move, asks_hold=True)
    draft = built(letters("dispute-received")[0])
    assert draft is not None
    words = " ".join(draft.text.split())
    assert "you were given 2 days: it is your turn until" in words
    assert "you get more: seven days in all at most" in words
    (to_olga,) = letters("dispute-opened")
    draft = built(to_olga)
    assert draft is not None
    assert "The service gives them time until it is answered" in " ".join(draft.text.split())
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    settle(
        operator=olga,
        dispute=dispute.pk,
        expected=dispute.revision + 1,
        state="resolved",
        to_reporter="We looked.",
    )
    draft = built(letters("dispute-settled")[0])
    assert draft is not None
    words = " ".join(draft.text.split())
    assert "It is your turn until" in words
    assert "As your report is answered, it gives no more time." in words


def test_operators_who_may_deal_with_it_are_called_once_each(
    game: Game, ada: User, olga: User, omar: User, rita: User
) -> None:
    User.objects.create_user(
        "gone@duelpost.example", is_staff=True, is_superuser=True, is_active=False
    )
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    reported(game, 1)
    reported(game, 1, text="One thing more.")
    assert [letter.to for letter in letters("dispute-opened")] == [olga.email, omar.email]


def test_operators_read_what_it_is_about_and_not_the_words(game: Game, olga: User) -> None:
    dispute = reported(game, topic="abuse", asks_hold=True)
    draft = built(letters("dispute-opened")[0])
    assert draft is not None
    assert "insults in notes" in draft.text
    assert "clocks be stopped" in draft.text
    assert f"/admin/support/dispute/{dispute.pk}/change/" in draft.text
    for content in (draft.subject, draft.text, draft.html):
        assert WORDS not in content
        assert "/board/" not in content
        assert "/trouble/" not in content, "No operator gets a link of a seat."
    take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    assert built(letters("dispute-opened")[0]) is None, "Somebody has it already."


def test_the_answer_reaches_the_reporter_in_full(game: Game, olga: User) -> None:
    dispute = answered(game, olga)
    (letter,) = letters("dispute-settled")
    draft = built(letter)
    assert draft is not None
    assert "You have your time back." in draft.text
    assert "You have your time back." in draft.html
    assert "/board/" in draft.text
    assert not parsed(letter).defects
    reopen(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    assert built(letter) is None, "What is looked into again is not told as settled."


def test_the_opponent_reads_their_own_words_only(game: Game, olga: User) -> None:
    dispute = answered(game, olga, to_opponent="The clock was put right.")
    to_reporter, to_opponent = sorted(
        letters("dispute-settled"), key=lambda letter: not letter.data["is_reporter"]
    )
    assert dispute.reporter is not None
    assert to_reporter.to == dispute.reporter.email
    assert to_opponent.to != dispute.reporter.email
    draft = built(to_opponent)
    assert draft is not None
    assert "The clock was put right." in draft.text
    for content in (draft.subject, draft.text, draft.html):
        assert "You have your time back." not in content
        assert WORDS not in content


def test_an_answer_cannot_be_muted(game: Game, olga: User, mailoutbox: list[object]) -> None:
    dispute = answered(game, olga)
    assert dispute.reporter is not None
    mute(address=dispute.reporter.email, topic=f"game:{game.public_id}")
    mute(address=dispute.reporter.email, kind="dispute-settled")
    for kind in ("dispute-received", "dispute-settled"):
        deliver(letters(kind)[0].pk)
    assert letters("dispute-settled")[0].status == Letter.Status.SENT


def test_whoever_no_longer_sits_there_gets_the_answer_without_links(
    game: Game, olga: User, eve: User
) -> None:
    dispute = answered(game, olga)
    game.seats.filter(number=dispute.seat).update(user=eve)
    draft = built(letters("dispute-settled")[0])
    assert draft is not None
    assert "You have your time back." in draft.text
    assert "/board/" not in draft.text
    assert "/trouble/" not in draft.text


def test_the_player_reads_the_answer_on_the_page_too(
    client: Client, game: Game, olga: User
) -> None:
    answered(game, olga)
    draft = built(letters("dispute-settled")[0])
    assert draft is not None
    link = next(word for word in draft.text.split() if "/trouble/" in word)
    page = client.get("/trouble/" + link.rpartition("/")[2]).content.decode()
    assert "You have your time back." in page
    assert "Answered on" in page
