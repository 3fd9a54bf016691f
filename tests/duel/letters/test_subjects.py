"""No name that is the address of a website reaches the subject of a letter."""

import pytest

from accounts.models import User
from duel.play.moves import resign
from duel.play.offers import offer_to_cancel
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.lobby.invitations.invitee import letter_of
from tests.duel.tables import a_quiet_move, begin, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.mark.parametrize("name", ["www.casino.example", "Win! casino．com", "casino dot com"])
def test_no_letter_carries_an_address_that_somebody_has_for_a_name(
    name: str, ada: User, bruno: User
) -> None:
    """Names from before they were refused: the row has one."""
    User.objects.filter(pk=ada.pk).update(name=name)
    ada.refresh_from_db()
    game = begin(ada, bruno)
    invitation = letter_of(game)
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    offer_to_cancel(public_id=game.public_id, seat=0, channel=Channel.WEB)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    letters = Letter.objects.filter(to=bruno.email).exclude(kind="invitation")
    drafts = [builder_of(letter.kind)(letter.data) for letter in letters] + [invitation]
    subjects = [draft.subject for draft in drafts if draft]
    assert subjects
    assert not any("casino" in subject.lower() for subject in subjects)
