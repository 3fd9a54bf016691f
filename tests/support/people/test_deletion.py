import json
import re
from functools import partial

import pytest

from accounts.models import SenderAddress, User
from duel.lobby.invitations import invitation_key
from duel.lobby.proposals import accept, propose
from duel.models import Game, LogEntry, Notice, Seat, Status
from duel.play.moves import resign
from duel.record.export import export_game
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from engine import duel
from engine.kinds import Channel
from engine.verify import verify
from mail.models import InboundMail, Letter
from mail.services import post
from tests.duel.replies.mailing import write
from tests.duel.tables import assert_sound, at_once, begin, play_on, play_to_the_end

pytestmark = pytest.mark.django_db


def test_running_games_are_resigned_and_the_opponent_is_told(ada: User, bruno: User) -> None:
    games = [begin(ada, bruno), begin(bruno, ada)]
    play_on(games[0], 4)
    delete_account(user=ada)
    for number, game in enumerate(games):
        assert_sound(game)
        assert game.result == {"winners": [1 - number], "by": ["resign"]}
        notices = Notice.objects.filter(game=game, kind="game-over", cancelled_at=None)
        assert [notice.seat for notice in notices] == [1 - number]


def test_nothing_is_left_that_tells_who_it_was(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    post(kind="sign-in", to=ada.email, key="k", data={"address": ada.email, "language": "en"})
    delete_account(user=ada)
    assert not User.objects.filter(email="ada@duelpost.example").exists()
    assert not Letter.objects.filter(to="ada@duelpost.example").exists()
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.user, seat.invited_address) == (None, "")
    file = json.dumps(export_game(Game.objects.get(pk=game.pk))).lower()
    assert re.search(r"\bada\b", file) is None, "Hashes may hold these letters, words may not."


def test_the_log_stays_as_it_was_and_the_game_verifies(ada: User, bruno: User) -> None:
    over, running = begin(ada, bruno), begin(ada, bruno)
    play_to_the_end(over)
    play_on(running, 5)
    before = list(LogEntry.objects.order_by("pk").values())
    delete_account(user=ada)
    after = list(LogEntry.objects.order_by("pk").values())
    assert after[: len(before)] == before
    assert [(row["kind"], row["seat"]) for row in after[len(before) :]] == [("resign", 0)]
    over.refresh_from_db()
    assert verify(export_game(over)).problems == ()
    assert_sound(running)


def test_own_proposals_are_withdrawn_and_invitations_declined(ada: User, bruno: User) -> None:
    own = propose(by=ada, terms=Terms())
    invited = propose(by=bruno, terms=Terms(), invite=[ada.email])
    delete_account(user=ada)
    own.refresh_from_db()
    invited.refresh_from_db()
    assert (own.status, own.off_because) == (Status.OFF, "withdrawn")
    assert (invited.status, invited.off_because) == (Status.OFF, "declined")
    assert not Seat.objects.exclude(invited_address="").exists()
    assert not Notice.objects.filter(cancelled_at=None).exists()


def test_no_seat_is_kept_for_somebody_who_joined_and_left(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(duel.GAME), "seat_counts", range(2, 6))
    game = propose(by=bruno, terms=Terms(seats=3))
    accept(public_id=game.public_id, by=ada)
    delete_account(user=ada)
    game.refresh_from_db()
    seat = game.seats.get(number=1)
    assert (game.status, seat.joined_at, seat.nonce) == (Status.PROPOSED, None, "")


def test_games_against_oneself_end_too(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[ada.email])
    delete_account(user=ada)
    assert_sound(game)
    assert game.status == Status.OVER


def test_others_keep_what_is_theirs(ada: User, bruno: User, eve: User) -> None:
    game = begin(bruno, eve)
    post(kind="sign-in", to=eve.email, key="k", data={"address": eve.email, "language": "en"})
    delete_account(user=ada)
    assert_sound(game)
    assert game.status == Status.RUNNING
    assert Letter.objects.filter(kind="sign-in").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_opponents_may_leave_at_once(ada: User, bruno: User) -> None:
    games = [begin(ada, bruno), begin(bruno, ada), begin(ada, bruno)]
    assert at_once([partial(delete_account, user=person) for person in (ada, bruno)]) == [
        None,
        None,
    ]
    for game in games:
        assert_sound(game)
        assert game.result is not None
        assert game.entries.exclude(kind="clock").count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_may_leave_while_the_opponent_resigns(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    leave = partial(delete_account, user=ada)
    at_once([leave, partial(resign, public_id=game.public_id, seat=1, channel=Channel.WEB)])
    assert_sound(game)
    assert game.entries.exclude(kind="clock").count() == 1
    assert not User.objects.filter(pk=ada.pk).exists()


def test_mail_of_whoever_leaves_is_deleted_and_that_of_others_stays(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    own, other = Seat.objects.get(game=game, user=ada), Seat.objects.get(game=game, user=bruno)
    SenderAddress.objects.create(user=ada, address="ada@work.example")
    write(own, "show")
    write(own, "help", sender="ada@work.example")
    kept = write(other, "show")
    delete_account(user=ada)
    assert list(InboundMail.objects.all()) == [kept]


def test_an_answer_to_an_invitation_is_deleted_with_its_writer(ada: User, bruno: User) -> None:
    seat = propose(by=ada, terms=Terms(), invite=[bruno.email]).seats.get(number=1)
    mail = write(seat, "hm", key=invitation_key(seat), sender=bruno.email)
    assert mail.about.startswith("invitation:")
    InboundMail.objects.update(sender="bruno@work.example")
    delete_account(user=bruno)
    assert not InboundMail.objects.exists()
