"""Every kind of letter about a game, built for a reader."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import decline, propose
from duel.models import Game, Notice
from duel.models.game import REMINDER
from duel.notices.intents import notice_time_is_up, post_letters
from duel.play.moves import resign
from duel.play.offers import ask_for_time, decline_offer, offer_to_cancel
from duel.record.log import writing
from duel.words.terms import Terms
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.registry import Draft
from mail.services import post
from support.decisions import Ruling
from support.disputes.handling import settle, take
from support.models import Dispute
from tests.duel.letters.outbox import built, mover, play_to_a_handover, row
from tests.duel.tables import a_whole_turn, submit
from tests.support.decisions.verbs import extend
from tests.support.disputes.reports import report


def your_turn(game: Game) -> Letter:
    _play_a_little(game)
    return row(game, mover(game))


def turn_goes_on(game: Game) -> Letter:
    while not _can_use_a_privilege(game):
        play_to_a_handover(game)
    submit(game, a_whole_turn(game)[0])
    return row(game, mover(game), "turn-goes-on")


def reminder(game: Game) -> Letter:
    _play_a_little(game)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=18))
    seats = list(game.seats.select_related("user", "game").order_by("number"))
    notice = Notice.objects.create(
        game=game,
        seat=_to_move(game),
        kind=REMINDER,
        ply=game.ply,
        key=f"{game.public_id}:{game.to_move}:{REMINDER}:{game.ply}",
        created_at=timezone.now(),
    )
    post_letters([notice], seats)
    return row(game, mover(game), REMINDER)


def own_time_is_up(game: Game) -> Letter:
    _play_a_little(game)
    late_turn(game)
    return row(game, mover(game), "own-time-is-up")


def time_is_up(game: Game) -> Letter:
    _play_a_little(game)
    late_turn(game)
    other = game.seats.get(is_to_move=False).user
    assert other is not None
    return row(game, other, "time-is-up")


def late_turn(game: Game) -> None:
    """Write down that the time of the seat to move is up."""
    now = timezone.now()
    with writing(game.public_id) as log:
        log.append(Kind.FLAG, seat=_to_move(game), person=None, channel=Channel.CLOCK, time=now)
        notice_time_is_up(log, now=now)


def offer(game: Game) -> Letter:
    _play_a_little(game)
    offer_to_cancel(public_id=game.public_id, seat=1 - _to_move(game), channel=Channel.WEB)
    return row(game, mover(game), "offer")


def request_for_time(game: Game) -> Letter:
    _play_a_little(game)
    seat = _to_move(game)
    reader = game.seats.exclude(number=seat).get().user
    assert reader is not None
    ask_for_time(public_id=game.public_id, seat=seat, hours=48, channel=Channel.WEB)
    return row(game, reader, "offer")


def invitation_declined(game: Game) -> Letter:
    one, other = (seat.user for seat in game.seats.select_related("user").order_by("number"))
    assert one is not None
    assert other is not None
    proposed = propose(by=one, terms=Terms(), invite=[other.email])
    decline(public_id=proposed.public_id, address=other.email)
    return Letter.objects.get(kind="invitation-answer")


def offer_declined(game: Game) -> Letter:
    _play_a_little(game)
    seat = _to_move(game)
    terms = offer_to_cancel(public_id=game.public_id, seat=seat, channel=Channel.WEB)
    decline_offer(public_id=game.public_id, seat=1 - seat, terms=terms, channel=Channel.WEB)
    return row(game, mover(game), "offer-declined")


def game_over(game: Game) -> Letter:
    _play_a_little(game)
    reader = mover(game)
    resign(public_id=game.public_id, seat=1 - _to_move(game), channel=Channel.WEB)
    return row(game, reader, "game-over")


def operator_decision(game: Game) -> Letter:
    _play_a_little(game)
    operator = User.objects.create_superuser("olaf@duelpost.example", name="Olaf")
    reader = mover(game)
    ruling = Ruling(operator, game.public_id, REASON, game.seq, message=MESSAGE)
    extend(ruling, seat=_to_move(game), seconds=2 * 86400)
    return row(game, reader, "operator-decision")


def dispute_received(game: Game) -> Letter:
    _play_a_little(game)
    _report(game)
    return row(game, mover(game), "dispute-received")


def dispute_settled(game: Game) -> Letter:
    _play_a_little(game)
    olga = User.objects.create_superuser("olga@duelpost.example", name="Olga")
    taken = take(operator=olga, dispute=_report(game).pk, expected=0)
    settle(
        operator=olga,
        dispute=taken.pk,
        expected=taken.revision,
        state="resolved",
        to_opponent="OK",
        to_reporter="OK",  # an operator's words are in whatever language they wrote them
    )
    return row(game, mover(game), "dispute-settled")


def digest(game: Game) -> Letter:
    _play_a_little(game)
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(letters=User.Letters.DIGEST)
    pk = post(kind="digest", to=reader.email, key="digest", data={"person": reader.pk})
    return Letter.objects.get(pk=pk)


LEAST = 10
"""After so many moves there is something to tell."""

REASON = "Asked for in the report."
"""Why the operator has decided: for the record alone."""

MESSAGE = "We were away."
"""What the operator tells the players, in whatever language it is written in."""

KINDS: list[Callable[[Game], Letter]] = [
    your_turn,
    turn_goes_on,
    reminder,
    own_time_is_up,
    time_is_up,
    offer,
    request_for_time,
    offer_declined,
    invitation_declined,
    game_over,
    operator_decision,
    dispute_received,
    dispute_settled,
    digest,
]


def _play_a_little(game: Game) -> None:
    """Play some moves, unless the game has gone on for a while already."""
    if game.ply < LEAST:
        play_to_a_handover(game, least=LEAST)


def _report(game: Game) -> Dispute:
    seat = game.seats.get(number=_to_move(game))
    return report(
        seat=seat, topic="mail", text="Nothing came.", asks_hold=False, channel=Channel.LINK
    )


def draft_of(letter: Letter) -> Draft:
    draft = built(letter)
    assert draft is not None
    return draft


def _can_use_a_privilege(game: Game) -> bool:
    try:
        a_whole_turn(game)
    except StopIteration:
        return False
    return True


def _to_move(game: Game) -> int:
    assert game.to_move is not None
    return game.to_move
