import pytest

from accounts.models import User
from duel.models import Seat
from duel.notices.kinds import DELIVERY_TROUBLE
from mail.models import Letter
from mail.registry import kind_of
from mail.signals import delivery_trouble
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


def lost_letter(ada: User, bruno: User) -> Letter:
    game = begin(ada, bruno)
    assert game.to_move is not None
    return Letter.objects.get(kind="your-turn", topic=f"game:{game.public_id}")


def bounce(letter: Letter, reason: str = "bounced") -> None:
    delivery_trouble.send(Letter, address=letter.to, letter=letter, reason=reason)


def test_the_opponent_is_told_once_that_a_letter_did_not_arrive(ada: User, bruno: User) -> None:
    lost = lost_letter(ada, bruno)
    bounce(lost)
    bounce(lost)
    notice_letter = Letter.objects.get(kind=DELIVERY_TROUBLE)
    assert {notice_letter.to, lost.to} == {ada.email, bruno.email}


def test_it_tells_the_name_and_no_address(ada: User, bruno: User) -> None:
    lost = lost_letter(ada, bruno)
    bounce(lost)
    notice_letter = Letter.objects.get(kind=DELIVERY_TROUBLE)
    draft = kind_of(DELIVERY_TROUBLE).build(notice_letter.data)
    assert draft is not None
    name = "Ada" if lost.to == ada.email else "Bruno"
    assert name in draft.text
    assert lost.to not in draft.text + draft.html


def test_a_former_name_is_told_in_the_language_of_the_reader(ada: User, bruno: User) -> None:
    lost = lost_letter(ada, bruno)
    bounce(lost)
    User.objects.exclude(email=lost.to).update(language="fr")
    Seat.objects.filter(user__email=lost.to).update(former_name="Camille")
    notice_letter = Letter.objects.get(kind=DELIVERY_TROUBLE)
    draft = kind_of(DELIVERY_TROUBLE).build(notice_letter.data)
    assert draft is not None
    assert "(anciennement Camille)" in draft.text


def test_a_letter_that_was_never_sent_is_no_news(ada: User, bruno: User) -> None:
    bounce(lost_letter(ada, bruno), reason="suppressed")
    assert not Letter.objects.filter(kind=DELIVERY_TROUBLE).exists()
