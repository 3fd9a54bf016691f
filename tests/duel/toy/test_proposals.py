"""How three come together: invited, mixed or all open; declined, left, filled and begun."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.letters.invitation import invitation
from duel.lobby.checks import AlreadyInvited, NoFreeSeat, NoSuchInvitation
from duel.lobby.invitations import STRANGERS_A_DAY
from duel.lobby.proposals import accept, decline, expire_proposals, propose, rematch, withdraw
from duel.lobby.refilling import invite, leave, open_to_all, take_back_invitation
from duel.models import DeclinedInvitation, Game, Notice, Seat, Status
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from mail.models import Letter
from support.people.personal_data import personal_data_of
from tests.duel.letters.outbox import built
from tests.duel.tables import at_once
from tests.duel.toy.table import begin_of_three, play_to_the_end

pytestmark = pytest.mark.django_db

OF_THREE = Terms(game="toy", seats=3)
NINA = "nina@elsewhere.example"


@pytest.fixture
def invited(ada: User, bruno: User, carla: User) -> Game:
    """Ada has invited Bruno and Carla."""
    return propose(by=ada, terms=OF_THREE, invite=[bruno.email, carla.email])


def players(game: Game) -> list[str]:
    return [str(seat.user) for seat in game.seats.select_related("user").order_by("number")]


def status_of(game: Game) -> str:
    game.refresh_from_db()
    return game.status


def letters(kind: str) -> list[str]:
    return list(Letter.objects.filter(kind=kind).order_by("pk").values_list("to", flat=True))


# Sitting down


def test_it_begins_when_both_invited_have_accepted_whoever_is_first(
    invited: Game, bruno: User, carla: User
) -> None:
    accept(public_id=invited.public_id, by=carla)
    assert status_of(invited) == Status.PROPOSED
    accept(public_id=invited.public_id, by=bruno)
    assert status_of(invited) == Status.RUNNING
    assert players(invited) == ["Ada", "Bruno", "Carla"], "The order of the invitations."


def test_some_are_invited_and_the_rest_is_open(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[bruno.email], is_listed=True)
    accept(public_id=game.public_id, by=carla)
    with pytest.raises(errors.NotInvited):
        accept(public_id=game.public_id, by=eve)
    accept(public_id=game.public_id, by=bruno)
    assert players(game) == ["Ada", "Bruno", "Carla"]
    assert status_of(game) == Status.RUNNING


def test_a_challenge_starts_when_it_is_full_in_the_order_of_joining(
    ada: User, bruno: User, carla: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, is_listed=True)
    accept(public_id=game.public_id, by=carla)
    assert status_of(game) == Status.PROPOSED
    accept(public_id=game.public_id, by=bruno)
    assert status_of(game) == Status.RUNNING
    assert players(game) == ["Ada", "Carla", "Bruno"]


def test_nobody_gets_a_letter_because_somebody_has_joined(
    invited: Game, bruno: User, carla: User
) -> None:
    before = Letter.objects.count()
    accept(public_id=invited.public_id, by=bruno)
    assert Letter.objects.count() == before
    accept(public_id=invited.public_id, by=carla)
    assert letters("your-turn") == ["ada@duelpost.example"]
    assert Letter.objects.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_race_for_the_last_of_three_seats_one_sits(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, is_listed=True)
    accept(public_id=game.public_id, by=carla)
    results = at_once(
        [partial(accept, public_id=game.public_id, by=person) for person in (bruno, eve)]
    )
    assert sorted(type(result).__name__ for result in results) == ["Game", "NotProposed"]
    assert Seat.objects.filter(game=game).count() == 3
    assert Notice.objects.filter(game=game, kind="your-turn").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_seat_that_is_declined_and_filled_at_once_is_nobodys_twice(
    invited: Game, ada: User, bruno: User, eve: User
) -> None:
    accept(public_id=invited.public_id, by=bruno)
    at_once(
        [
            partial(decline, public_id=invited.public_id, address="carla@duelpost.example"),
            partial(invite, public_id=invited.public_id, by=ada, address=eve.email),
            partial(leave, public_id=invited.public_id, by=bruno),
            partial(open_to_all, public_id=invited.public_id, by=ada),
        ]
    )
    assert status_of(invited) == Status.PROPOSED
    numbers = [seat.number for seat in invited.seats.all()]
    assert sorted(set(numbers)) == sorted(numbers)
    assert set(numbers) <= {0, 1, 2}


# Declining


def test_a_declined_invitation_frees_its_seat_and_tells_the_proposer_alone(
    invited: Game, ada: User, bruno: User, carla: User
) -> None:
    accept(public_id=invited.public_id, by=bruno)
    decline(public_id=invited.public_id, address=carla.email)
    assert status_of(invited) == Status.PROPOSED
    assert letters("invitation-answer") == [ada.email]
    draft = built(Letter.objects.get(kind="invitation-answer"))
    assert draft is not None
    assert draft.subject == "A seat is free again: Toy"
    for part in (draft.text, draft.html):
        assert "your invitation to carla@duelpost.example for a game of Toy was declined" in part
        assert "at the table so far: Ada and Bruno." in part
        assert f"/challenge/{invited.public_id}" in part
        assert bruno.email not in part


def test_a_freed_seat_is_for_nobody_until_the_proposer_says_so(
    invited: Game, ada: User, bruno: User, carla: User, eve: User
) -> None:
    decline(public_id=invited.public_id, address=bruno.email)
    for person in (eve, bruno):
        with pytest.raises(errors.NotInvited):
            accept(public_id=invited.public_id, by=person)
    with pytest.raises(errors.NotInvited):
        decline(public_id=invited.public_id, address="")
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    accept(public_id=invited.public_id, by=carla)
    accept(public_id=invited.public_id, by=eve)
    assert players(invited) == ["Ada", "Eve", "Carla"], "Eve has the seat that was Bruno's."
    assert status_of(invited) == Status.RUNNING


def test_a_freed_seat_can_be_opened_to_all(
    invited: Game, ada: User, bruno: User, carla: User, eve: User
) -> None:
    decline(public_id=invited.public_id, address=bruno.email)
    open_to_all(public_id=invited.public_id, by=ada)
    invited.refresh_from_db()
    assert invited.is_listed
    accept(public_id=invited.public_id, by=eve)
    with pytest.raises(errors.NotInvited):
        accept(public_id=invited.public_id, by=bruno)  # the other seat is kept for Carla
    accept(public_id=invited.public_id, by=carla)
    assert players(invited) == ["Ada", "Eve", "Carla"]


def test_the_letter_about_a_free_seat_is_not_sent_once_it_is_filled(
    invited: Game, ada: User, bruno: User, eve: User
) -> None:
    decline(public_id=invited.public_id, address=bruno.email)
    letter = Letter.objects.get(kind="invitation-answer")
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    assert built(letter) is None


def test_an_invitation_that_waits_never_brings_the_link_of_who_comes_next(
    invited: Game, ada: User, bruno: User, eve: User
) -> None:
    notice = Notice.objects.get(game=invited, seat=1, kind="invitation")
    assert invitation({"notice": notice.pk}) is not None
    decline(public_id=invited.public_id, address=bruno.email)
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    assert invitation({"notice": notice.pk}) is None
    assert letters("invitation") == [bruno.email, "carla@duelpost.example", eve.email]


def test_only_the_proposer_fills_seats(invited: Game, bruno: User, carla: User) -> None:
    accept(public_id=invited.public_id, by=bruno)
    decline(public_id=invited.public_id, address=carla.email)
    with pytest.raises(errors.NotYourSeat):
        invite(public_id=invited.public_id, by=bruno, address=NINA)
    with pytest.raises(errors.NotYourSeat):
        open_to_all(public_id=invited.public_id, by=bruno)


def test_a_seat_is_filled_only_if_it_is_free_and_by_somebody_else(
    invited: Game, ada: User, bruno: User, carla: User
) -> None:
    with pytest.raises(NoFreeSeat):
        invite(public_id=invited.public_id, by=ada, address=NINA)
    with pytest.raises(NoFreeSeat):
        open_to_all(public_id=invited.public_id, by=ada)
    decline(public_id=invited.public_id, address=bruno.email)
    for address in (carla.email.upper(), ada.email):
        with pytest.raises(AlreadyInvited):
            invite(public_id=invited.public_id, by=ada, address=address)
    with pytest.raises(errors.BadAddress):
        invite(public_id=invited.public_id, by=ada, address="nobody")


def test_whoever_is_invited_later_has_as_much_time(invited: Game, ada: User, bruno: User) -> None:
    late = timezone.now() + timedelta(days=13)
    with time_machine.travel(late):
        decline(public_id=invited.public_id, address=bruno.email)
        invite(public_id=invited.public_id, by=ada, address=NINA)
    invited.refresh_from_db()
    assert invited.expires_at is not None
    assert invited.expires_at > late + timedelta(days=13)


def test_what_nobody_answers_in_time_is_off_for_all(invited: Game, ada: User, bruno: User) -> None:
    accept(public_id=invited.public_id, by=bruno)
    expire_proposals(now=timezone.now() + timedelta(days=15))
    assert status_of(invited) == Status.OFF
    assert letters("invitation-answer") == [ada.email]
    draft = built(Letter.objects.get(kind="invitation-answer"))
    assert draft is not None
    assert "nobody answered your invitation to carla@duelpost.example" in draft.text


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (withdraw, "that Ada proposed was withdrawn. You had a seat in it."),
        (None, "not all seats of the game of Toy that Ada proposed were taken in time."),
    ],
)
def test_who_waits_for_a_game_is_told_that_it_does_not_begin(
    ends: Callable[..., None] | None, told: str, invited: Game, ada: User, bruno: User
) -> None:
    accept(public_id=invited.public_id, by=bruno)
    if ends is not None:
        ends(public_id=invited.public_id, by=ada)
    else:
        expire_proposals(now=timezone.now() + timedelta(days=15))
    assert letters("proposal-off") == [bruno.email], "Carla has not answered, Ada knows."
    draft = built(Letter.objects.get(kind="proposal-off"))
    assert draft is not None
    assert draft.subject == "The game of Toy that Ada proposed does not begin"
    for part in (draft.text, draft.html):
        assert told in " ".join(part.split())
        assert "The game does not begin." in part
        assert "carla" not in part.lower()
        assert ada.email not in part


def test_in_a_game_of_two_a_declined_invitation_calls_it_off(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    decline(public_id=game.public_id, address=bruno.email)
    assert (status_of(game), game.off_because) == (Status.OFF, "declined")


# Taking one invitation back


def waiting_at(game: Game, number: int) -> dict[str, int]:
    """What names the invitation that waits at this seat."""
    return {"seat": number, "epoch": game.seats.get(number=number).link_epoch}


def test_an_invitation_that_is_taken_back_frees_its_seat_and_no_letter_goes(
    invited: Game, ada: User, bruno: User, carla: User, eve: User
) -> None:
    accept(public_id=invited.public_id, by=bruno)
    before = Letter.objects.count()
    take_back_invitation(public_id=invited.public_id, by=ada, **waiting_at(invited, 2))
    assert Letter.objects.count() == before
    assert status_of(invited) == Status.PROPOSED
    invitations = Letter.objects.get(kind="invitation", to=carla.email)
    assert built(invitations) is None, "What still waits is not sent."
    with pytest.raises(errors.NotInvited):
        accept(public_id=invited.public_id, by=carla)
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    accept(public_id=invited.public_id, by=eve)
    assert players(invited) == ["Ada", "Bruno", "Eve"]
    assert status_of(invited) == Status.RUNNING


def test_only_the_proposer_takes_back_an_invitation_that_waits(
    invited: Game, ada: User, bruno: User, carla: User
) -> None:
    accept(public_id=invited.public_id, by=bruno)
    with pytest.raises(errors.NotYourSeat):
        take_back_invitation(public_id=invited.public_id, by=bruno, **waiting_at(invited, 2))
    other = waiting_at(invited, 2)["epoch"] + 1  # a later invitation to the same seat
    for seat, epoch in ((0, 0), (1, 0), (3, 0), (2, other)):
        with pytest.raises(NoSuchInvitation):
            take_back_invitation(public_id=invited.public_id, by=ada, seat=seat, epoch=epoch)
    assert invited.seats.get(number=2).invited_address == carla.email


def test_in_a_game_of_two_the_whole_proposal_is_withdrawn_instead(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    with pytest.raises(NoSuchInvitation):
        take_back_invitation(public_id=game.public_id, by=ada, **waiting_at(game, 1))
    assert status_of(game) == Status.PROPOSED


def test_a_stranger_whose_invitation_was_taken_back_is_not_written_to_again(ada: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[NINA])
    take_back_invitation(public_id=game.public_id, by=ada, **waiting_at(game, 1))
    invite(public_id=game.public_id, by=ada, address=NINA)
    assert letters("invitation") == [NINA]


# Leaving


def test_who_leaves_an_invited_game_frees_the_seat_and_the_proposer_is_told(
    invited: Game, ada: User, bruno: User, eve: User
) -> None:
    accept(public_id=invited.public_id, by=bruno, word="basil")
    leave(public_id=invited.public_id, by=bruno)
    seat = invited.seats.get(number=1)
    assert (seat.user, seat.nonce, seat.joined_at) == (None, "", None)
    draft = built(Letter.objects.get(kind="invitation-answer", to=ada.email))
    assert draft is not None
    assert "Bruno has left your game of Toy before it began." in draft.text
    assert bruno.email not in draft.text
    with pytest.raises(errors.NotInvited):
        accept(public_id=invited.public_id, by=eve)


def test_who_leaves_a_challenge_leaves_it_open_and_nobody_is_told(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    game = propose(by=ada, terms=OF_THREE, is_listed=True)
    accept(public_id=game.public_id, by=bruno)
    leave(public_id=game.public_id, by=bruno)
    assert not Letter.objects.exists()
    accept(public_id=game.public_id, by=carla)
    accept(public_id=game.public_id, by=eve)
    assert players(game) == ["Ada", "Carla", "Eve"]
    assert status_of(game) == Status.RUNNING


def test_nobody_leaves_a_seat_that_is_not_theirs_or_a_game_that_runs(
    invited: Game, ada: User, bruno: User, carla: User
) -> None:
    for person in (ada, bruno):  # who proposes withdraws; who is invited declines
        with pytest.raises(errors.NotYourSeat):
            leave(public_id=invited.public_id, by=person)
    accept(public_id=invited.public_id, by=bruno)
    accept(public_id=invited.public_id, by=carla)
    with pytest.raises(errors.NotProposed):
        leave(public_id=invited.public_id, by=bruno)


@pytest.mark.parametrize("has_joined", [True, False])
def test_an_account_that_goes_frees_its_seat_and_leaves_no_address(
    has_joined: bool, invited: Game, ada: User, bruno: User
) -> None:
    if has_joined:
        accept(public_id=invited.public_id, by=bruno)
    address = bruno.email
    delete_account(user=bruno)
    assert status_of(invited) == Status.PROPOSED
    assert not Seat.objects.filter(invited_address=address).exists()
    assert not DeclinedInvitation.objects.filter(address=address).exists()
    draft = built(Letter.objects.get(kind="invitation-answer", to=ada.email))
    assert draft is not None
    assert address not in draft.text


def test_a_declined_invitation_is_among_ones_data(invited: Game, bruno: User) -> None:
    decline(public_id=invited.public_id, address=bruno.email)
    [told] = personal_data_of(bruno)["declined_invitations"]
    assert told["game__public_id"] == invited.public_id


# Limits


def test_a_stranger_who_declined_is_not_written_to_again_by_the_same_inviter(ada: User) -> None:
    game = propose(by=ada, terms=OF_THREE, invite=[NINA])
    decline(public_id=game.public_id, address=NINA)
    invite(public_id=game.public_id, by=ada, address="otto@elsewhere.example")
    propose(by=ada, terms=OF_THREE, invite=[NINA.replace("@", "+again@")])
    assert letters("invitation") == [NINA, "otto@elsewhere.example"]


def test_the_limit_of_strangers_a_day_holds_over_all_invitations(ada: User) -> None:
    for number in range(STRANGERS_A_DAY // 2):
        pair = [f"{name}{number}@elsewhere.example" for name in ("nina", "otto")]
        game = propose(by=ada, terms=OF_THREE, invite=pair)
    with pytest.raises(errors.TooManyInvitations):
        propose(by=ada, terms=OF_THREE, invite=["late@elsewhere.example"])
    decline(public_id=game.public_id, address=pair[0])
    with pytest.raises(errors.TooManyInvitations):
        invite(public_id=game.public_id, by=ada, address="late@elsewhere.example")


def test_letters_to_others_in_a_game_do_not_count_against_a_stranger(
    ada: User, bruno: User, carla: User
) -> None:
    for inviter, other in ((bruno, "otto@elsewhere.example"), (carla, "pia@elsewhere.example")):
        propose(by=inviter, terms=OF_THREE, invite=[NINA, other])
    propose(by=ada, terms=OF_THREE, invite=[NINA])
    assert letters("invitation").count(NINA) == 3


# Once more


def test_a_rematch_is_proposed_to_all_others_and_begins_with_the_last_who_asks(
    ada: User, bruno: User, carla: User
) -> None:
    over = begin_of_three(ada, bruno, carla)
    play_to_the_end(over)
    again = rematch(public_id=over.public_id, by=bruno)
    assert (again.seat_count, again.rematch_of) == (3, over)
    waiting = again.seats.filter(user=None).order_by("number")
    assert [seat.invited_address for seat in waiting] == [ada.email, carla.email]
    assert rematch(public_id=over.public_id, by=carla) == again
    assert status_of(again) == Status.PROPOSED
    assert rematch(public_id=over.public_id, by=ada) == again
    assert status_of(again) == Status.RUNNING
    assert players(again) == ["Bruno", "Ada", "Carla"]


def test_a_rematch_leaves_the_seat_open_of_who_is_no_more(
    ada: User, bruno: User, carla: User
) -> None:
    over = begin_of_three(ada, bruno, carla)
    play_to_the_end(over)
    delete_account(user=carla)
    again = rematch(public_id=over.public_id, by=ada)
    assert [seat.number for seat in again.seats.all()] == [0, 1]
    assert again.seat_count == 3
    delete_account(user=bruno)
    withdraw(public_id=again.public_id, by=ada)
    with pytest.raises(errors.PlayerHasLeft):
        rematch(public_id=over.public_id, by=ada)
