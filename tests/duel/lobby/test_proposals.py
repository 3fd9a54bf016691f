from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.lobby.proposals import (
    INVITATION_DAYS,
    accept,
    choose_word,
    decline,
    expire_proposals,
    propose,
    rematch,
    withdraw,
)
from duel.models import Game, GameSecret, Notice, Seat, Status
from duel.play.moves import resign
from duel.record.selectors import names_of
from duel.words.naming import DAY, HOUR
from duel.words.terms import Terms, TimeControl, terms_of
from engine import duel
from engine.fairness import commitment, derived_nonce
from engine.kinds import Channel
from tests.duel.tables import at_once, begin

pytestmark = pytest.mark.django_db


def test_a_proposal_promises_its_shuffle_before_anyone_joins(ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    secret = bytes(GameSecret.objects.get(game=game).secret)
    assert len(secret) == 32
    assert game.commitment == commitment(secret)
    assert (game.status, game.seats.count()) == (Status.PROPOSED, 1)


def test_no_two_games_share_a_secret_or_a_name(ada: User) -> None:
    games = [propose(by=ada, terms=Terms()) for _ in range(20)]
    assert len({game.commitment for game in games}) == 20
    assert len({game.public_id for game in games}) == 20


def test_an_invitation_is_kept_for_its_address(ada: User, bruno: User, eve: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=["  Bruno@Duelpost.EXAMPLE "])
    with pytest.raises(errors.NotInvited):
        accept(public_id=game.public_id, by=eve)
    with pytest.raises(errors.NotInvited):
        decline(public_id=game.public_id, address=eve.email)
    game = accept(public_id=game.public_id, by=bruno)
    assert game.status == Status.RUNNING
    assert game.to_move is not None
    seat = game.seats.get(number=1)
    assert (seat.user, seat.invited_address) == (bruno, "")


def test_an_open_challenge_is_for_whoever_comes_first(ada: User, bruno: User, eve: User) -> None:
    game = propose(by=ada, terms=Terms())
    accept(public_id=game.public_id, by=eve)
    with pytest.raises(errors.NotProposed):
        accept(public_id=game.public_id, by=bruno)
    assert [seat.user for seat in game.seats.all()] == [ada, eve]


def test_open_seats_are_numbered_in_the_order_of_joining(
    ada: User, bruno: User, eve: User, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(duel.GAME), "seat_counts", range(2, 6))
    game = propose(by=ada, terms=Terms(seats=5), invite=[olga.email])
    for person in (eve, bruno, olga):
        accept(public_id=game.public_id, by=person)
    seats = game.seats.order_by("number")
    assert [(seat.number, seat.user) for seat in seats] == [
        (0, ada),
        (1, olga),
        (2, eve),
        (3, bruno),
    ]
    game.refresh_from_db()
    assert game.status == Status.PROPOSED


def test_a_game_against_oneself_begins_at_once(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[ada.email])
    assert game.status == Status.RUNNING
    assert [seat.user for seat in game.seats.all()] == [ada, ada]
    words = {seat.nonce for seat in game.seats.all()}
    assert len(words) == 2


def test_who_plays_against_oneself_has_two_names(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[ada.email])
    assert names_of(game) == ["Ada (1)", "Ada (2)"]


def test_accepting_again_changes_nothing(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    word = game.seats.get(number=1).nonce
    accept(public_id=game.public_id, by=bruno, word="another word")
    assert accept(public_id=game.public_id, by=ada).pk == game.pk
    assert game.seats.get(number=1).nonce == word
    assert Notice.objects.filter(game=game, kind="your-turn").count() == 1


def test_the_proposer_cannot_take_the_open_seat_as_well(ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    accept(public_id=game.public_id, by=ada)
    assert game.seats.count() == 1


@pytest.mark.parametrize("public", [True, False])
def test_a_game_is_public_or_private_as_proposed(ada: User, public: bool) -> None:
    assert propose(by=ada, terms=Terms(is_public=public)).is_public is public


@pytest.mark.parametrize("address", ["", "nobody", "a@b", "a b@c.example", "x@y.example\0"])
def test_it_refuses_to_invite_what_is_no_address(ada: User, address: str) -> None:
    with pytest.raises(errors.BadAddress):
        propose(by=ada, terms=Terms(), invite=[address])
    assert not Game.objects.exists()


def test_a_person_is_invited_to_one_seat_only(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(duel.GAME), "seat_counts", range(2, 6))
    for invite in (
        [bruno.email, bruno.email.upper()],
        [ada.email, bruno.email],
        [ada.email],  # and a third seat is open
        [f"{n}@x.example" for n in range(3)],
    ):
        with pytest.raises(errors.BadTerms):
            propose(by=ada, terms=Terms(seats=3), invite=invite)


@pytest.mark.parametrize(
    "terms",
    [
        Terms(game="chess"),
        Terms(rules=99),
        Terms(seats=1),
        Terms(seats=3),
        Terms(options=frozenset({"no-such-option"})),
        Terms(time=TimeControl(grace=0)),
        Terms(time=TimeControl(grace=-1)),
        Terms(time=TimeControl(grace=HOUR - 1)),
        Terms(time=TimeControl(grace=366 * DAY)),
        Terms(time=TimeControl(bank=2 * DAY, cap=DAY)),
        Terms(time=TimeControl(increment=HOUR)),
    ],
)
def test_it_refuses_terms_on_which_no_game_can_begin(ada: User, terms: Terms) -> None:
    with pytest.raises(errors.BadTerms):
        propose(by=ada, terms=terms)
    assert not Game.objects.exists()


def test_the_clock_is_as_agreed(ada: User) -> None:
    time = TimeControl(DAY, 5 * DAY, HOUR, 6 * DAY, free_weekends=True, late_may_be_claimed=False)
    game = propose(by=ada, terms=Terms(time=time))
    assert terms_of(game).time == time
    assert game.seats.get().bank_left == 5 * DAY


# --- Words for the shuffle


def test_words_are_composed_and_trimmed(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    choose_word(public_id=game.public_id, by=ada, word="  cafe\u0301 ")
    accept(public_id=game.public_id, by=bruno, word="\u00a0zwei Wörter\n")
    assert [seat.nonce for seat in game.seats.all()] == ["caf\u00e9", "zwei Wörter"]


@pytest.mark.parametrize("word", ["", "   ", "x" * 201, "\ud800", "nul\0"])
def test_it_refuses_what_cannot_be_a_word(ada: User, word: str) -> None:
    game = propose(by=ada, terms=Terms())
    drawn = game.seats.get().nonce
    with pytest.raises(errors.BadWord):
        choose_word(public_id=game.public_id, by=ada, word=word)
    assert game.seats.get().nonce == drawn


def test_a_word_may_be_as_long_as_the_record_allows(ada: User) -> None:
    game = propose(by=ada, terms=Terms())
    choose_word(public_id=game.public_id, by=ada, word="é" * 200)
    assert game.seats.get().nonce == "é" * 200


def test_a_bad_word_takes_no_seat(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms())
    with pytest.raises(errors.BadWord):
        accept(public_id=game.public_id, by=bruno, word="x" * 201)
    assert game.seats.count() == 1


def test_the_word_of_a_player_who_gives_none_is_derived_from_the_secret(
    ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    secret = bytes(GameSecret.objects.get(game=game).secret)
    seats = game.seats.order_by("number")
    assert [seat.nonce for seat in seats] == [derived_nonce(secret, 0), derived_nonce(secret, 1)]
    assert all(seat.is_word_derived for seat in seats)


def test_words_are_settled_once_the_game_begins(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    with pytest.raises(errors.NotProposed):
        choose_word(public_id=game.public_id, by=ada, word="too late")


def test_an_outsider_gives_no_word(ada: User, eve: User) -> None:
    game = propose(by=ada, terms=Terms())
    with pytest.raises(errors.NotYourSeat):
        choose_word(public_id=game.public_id, by=eve, word="hello")


# --- Proposals that come to nothing


def _withdrawn(game: Game, ada: User, bruno: User) -> None:
    withdraw(public_id=game.public_id, by=ada)


def _declined(game: Game, ada: User, bruno: User) -> None:
    decline(public_id=game.public_id, address=bruno.email.upper())


def _expired(game: Game, ada: User, bruno: User) -> None:
    later = timezone.now() + timedelta(days=INVITATION_DAYS, seconds=1)
    assert expire_proposals(now=later) == 1
    assert expire_proposals(now=later) == 0


@pytest.mark.parametrize(
    ("come_to_nothing", "because"),
    [(_withdrawn, "withdrawn"), (_declined, "declined"), (_expired, "expired")],
)
def test_a_proposal_that_is_off_stays_off(
    ada: User, bruno: User, come_to_nothing: Callable[..., None], because: str
) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    come_to_nothing(game, ada, bruno)
    game.refresh_from_db()
    assert (game.status, game.off_because) == (Status.OFF, because)
    assert not Notice.objects.filter(cancelled_at=None).exists()
    for act in (
        lambda: accept(public_id=game.public_id, by=bruno),
        lambda: accept(public_id=game.public_id, by=ada),
        lambda: withdraw(public_id=game.public_id, by=ada),
        lambda: decline(public_id=game.public_id, address=bruno.email),
        lambda: choose_word(public_id=game.public_id, by=ada, word="hm"),
    ):
        with pytest.raises(errors.NotProposed):
            act()


def test_an_invitation_that_ran_out_cannot_be_accepted_even_before_the_sweep(
    ada: User, bruno: User
) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    later = timezone.now() + timedelta(days=INVITATION_DAYS, seconds=1)
    with time_machine.travel(later), pytest.raises(errors.NotProposed):
        accept(public_id=game.public_id, by=bruno)


def test_a_game_that_began_is_neither_withdrawn_nor_declined_nor_expired(
    ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    with pytest.raises(errors.NotProposed):
        withdraw(public_id=game.public_id, by=ada)
    with pytest.raises(errors.NotProposed):
        decline(public_id=game.public_id, address=bruno.email)
    assert expire_proposals(now=timezone.now() + timedelta(days=99)) == 0


def test_only_the_proposer_withdraws(ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    with pytest.raises(errors.NotYourSeat):
        withdraw(public_id=game.public_id, by=bruno)


def test_unknown_games_are_unknown_to_every_verb(ada: User) -> None:
    for act in (accept, withdraw, rematch):
        with pytest.raises(errors.UnknownGame):
            act(public_id="nosuchgame", by=ada)
    with pytest.raises(errors.UnknownGame):
        decline(public_id="nosuchgame", address=ada.email)


# --- Rematches


def _over(ada: User, bruno: User, **terms: Any) -> Game:
    game = begin(ada, bruno, **terms)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    return game


def test_a_rematch_is_proposed_on_the_same_terms(ada: User, bruno: User) -> None:
    game = _over(ada, bruno, is_public=True, time=TimeControl(grace=7 * DAY))
    again = rematch(public_id=game.public_id, by=bruno)
    assert (terms_of(again), again.rematch_of) == (terms_of(game), game)
    assert again.commitment != game.commitment
    assert again.seats.get(number=0).user == bruno
    assert again.seats.get(number=1).invited_address == ada.email


def test_a_rematch_that_both_ask_for_begins(ada: User, bruno: User) -> None:
    game = _over(ada, bruno)
    proposed = rematch(public_id=game.public_id, by=ada)
    assert rematch(public_id=game.public_id, by=ada) == proposed
    begun = rematch(public_id=game.public_id, by=bruno)
    assert (begun, begun.status) == (proposed, Status.RUNNING)
    assert rematch(public_id=game.public_id, by=bruno) == proposed


def test_a_declined_rematch_can_be_proposed_again(ada: User, bruno: User) -> None:
    game = _over(ada, bruno)
    first = rematch(public_id=game.public_id, by=ada)
    decline(public_id=first.public_id, address=bruno.email)
    assert rematch(public_id=game.public_id, by=ada) != first


def test_a_rematch_against_oneself_begins(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[ada.email])
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert rematch(public_id=game.public_id, by=ada).status == Status.RUNNING


def test_a_rematch_needs_a_game_that_is_over_and_people_who_are_there(
    ada: User, bruno: User, eve: User
) -> None:
    running = begin(ada, bruno)
    with pytest.raises(errors.NotOver):
        rematch(public_id=running.public_id, by=ada)
    game = _over(ada, bruno)
    with pytest.raises(errors.NotYourSeat):
        rematch(public_id=game.public_id, by=eve)
    bruno.delete()
    with pytest.raises(errors.PlayerHasLeft):
        rematch(public_id=game.public_id, by=ada)


# --- At once


@pytest.mark.django_db(transaction=True)
def test_two_who_race_for_the_last_seat_do_not_both_sit(ada: User, bruno: User, eve: User) -> None:
    game = propose(by=ada, terms=Terms())
    results = at_once(
        [partial(accept, public_id=game.public_id, by=person) for person in (bruno, eve)]
    )
    assert sorted(type(result).__name__ for result in results) == ["Game", "NotProposed"]
    assert Seat.objects.filter(game=game).count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_answers_that_come_at_once_one_counts(ada: User, bruno: User) -> None:
    for _ in range(3):
        game = propose(by=ada, terms=Terms(), invite=[bruno.email])
        name, later = game.public_id, timezone.now() + timedelta(days=99)
        at_once(
            [
                partial(accept, public_id=name, by=bruno),
                partial(decline, public_id=name, address=bruno.email),
                partial(withdraw, public_id=name, by=ada),
                partial(expire_proposals, now=later),
            ]
        )
        game.refresh_from_db()
        begun = game.status == Status.RUNNING
        assert begun == (not game.off_because)
        assert begun == (game.seats.filter(user=bruno).exists())
        assert Notice.objects.filter(game=game, kind="your-turn").exists() == begun
