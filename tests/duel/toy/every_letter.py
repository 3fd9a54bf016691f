"""Every kind of letter about a game of three, posted by what calls for it."""

from collections.abc import Callable
from datetime import timedelta

from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from duel.models import Game, Notice
from duel.models.game import DIGEST, REMINDER
from duel.notices.intents import post_letters, tell
from duel.notices.kinds import MAIL_WAITS
from duel.play.offers import ask_for_time, decline_offer, offer_to_cancel
from duel.play.turn_letters import send_turn_again
from duel.play.undo import ask_for_undo, take_back_turn
from duel.record.log import writing
from duel.timekeeping.clocks import claim, give_time
from duel.timekeeping.returned_letters import person_is_here
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.services import post
from mail.signals import delivery_trouble
from support.decisions import Ruling
from support.disputes.handling import settle, take
from support.models import Dispute
from tests.duel.clocks.ticking import send_letters
from tests.duel.letters.kinds import late_turn
from tests.duel.letters.outbox import mover, row
from tests.duel.replies.mailing import write
from tests.duel.toy.table import play_to_the_end, press
from tests.support.decisions.verbs import award, extend, replace_player, void
from tests.support.disputes.reports import report


def _reminder(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=18))
    assert game.to_move is not None
    seats = list(game.seats.select_related("user", "game").order_by("number"))
    notice = Notice.objects.create(
        game=game,
        seat=game.to_move,
        kind=REMINDER,
        ply=game.ply,
        key=f"{game.public_id}:{REMINDER}",
        created_at=timezone.now(),
    )
    post_letters([notice], seats)


def _turn_goes_on(game: Game) -> None:
    """The toy leaves no turn in the middle, but a turn can be taken back and made anew."""
    with override_settings(UNSEND_SECONDS=300):
        press(game, "one")
        take_back_turn(
            public_id=game.public_id, seat=0, expected_ply=game.ply, channel=Channel.LINK
        )


def _offers(game: Game) -> None:
    press(game, "one")
    public_id = game.public_id
    ask_for_undo(public_id=public_id, seat=0, expected_ply=game.ply, channel=Channel.LINK)
    offer_to_cancel(public_id=public_id, seat=0, channel=Channel.LINK)
    ask_for_time(public_id=public_id, seat=1, hours=24, channel=Channel.LINK)


def _declined(game: Game) -> None:
    offer_to_cancel(public_id=game.public_id, seat=1, channel=Channel.LINK)
    decline_offer(public_id=game.public_id, seat=2, terms="cancel", channel=Channel.LINK)


def _gone(game: Game) -> None:
    """Somebody who has given time has left, and somebody is given a seat."""
    eve = User.objects.create_user("eve@elsewhere.example", name="Eve")
    ruling = Ruling(_operator(), game.public_id, "They asked for it.", game.seq)
    replace_player(ruling, seat=2, by=eve)


def _given(game: Game) -> None:
    """Who is to move is told at once, the other with their next turn."""
    mover = game.to_move
    assert mover is not None
    following, last = ((mover + step) % game.seat_count for step in (1, 2))
    give_time(public_id=game.public_id, seat=following, hours=24, channel=Channel.LINK)
    give_time(public_id=game.public_id, seat=mover, to=last, hours=24, channel=Channel.LINK)


def _lost(game: Game) -> None:
    send_letters(game)
    lost = row(game, mover(game))
    delivery_trouble.send(Letter, address=lost.to, letter=lost, reason="bounced")


def _reached(game: Game) -> None:
    _lost(game)
    person_is_here(mover(game))


def _reported(game: Game) -> Dispute:
    seat = game.seats.get(number=1)
    return report(seat=seat, topic="mail", text="No.", asks_hold=False, channel=Channel.LINK)


def _settled(game: Game) -> None:
    reported = _reported(game)
    olga = _operator()
    taken = take(operator=olga, dispute=reported.pk, expected=0)
    settle(
        operator=olga,
        dispute=taken.pk,
        expected=taken.revision,
        state="resolved",
        to_reporter="OK",
        to_opponent="OK",
    )


def _decisions(game: Game) -> None:
    olga = _operator()
    for decide, arguments in (
        (extend, {"seat": 0, "seconds": 7200}),
        (award, {"winners": [0, 2]}),
        (void, {"rematch": True}),
    ):
        game.refresh_from_db()
        decide(Ruling(olga, game.public_id, "We were asked.", game.seq), **arguments)


def _claimed(game: Game) -> None:
    late_turn(game)
    claim(public_id=game.public_id, seat=1, channel=Channel.LINK)


def _waits(game: Game) -> None:
    with writing(game.public_id) as log:
        log.append(Kind.HOLD, seat=None, person=None, channel=Channel.CLOCK, time=timezone.now())
        tell(log, MAIL_WAITS, to=[0, 1, 2], now=timezone.now())


def _digest(game: Game) -> None:
    late_turn(game)
    reader = mover(game)
    User.objects.filter(pk=reader.pk).update(letters=User.Letters.DIGEST)
    post(kind=DIGEST, to=reader.email, key=DIGEST, data={"person": reader.pk})


def _replies(game: Game) -> None:
    seat = game.seats.select_related("game", "user").get(is_to_move=True)
    for text in ("show", "help", "no such thing", "give 2 days", "to Carla: hello\n\nshow"):
        write(seat, text)


def _operator() -> User:
    return User.objects.create_superuser("olga@duelpost.example", name="Olga")


EVERY_LETTER: dict[str, Callable[[Game], object]] = {
    "delivery-trouble": _lost,
    "digest": _digest,
    "dispute-received": _reported,
    "dispute-settled": _settled,
    "game-over": play_to_the_end,
    "mail-waits": _waits,
    "offer": _offers,
    "offer-declined": _declined,
    "operator-decision": _decisions,
    "operator-decision on a seat": _gone,
    "own-time-is-up": late_turn,
    "reached-again": _reached,
    "reminder": _reminder,
    "reply-answer": _replies,
    "seat-left": _claimed,
    "time-given": _given,
    "time-is-up": late_turn,
    "turn-asked-for": lambda game: send_turn_again(seat=game.seats.get(is_to_move=True)),
    "turn-goes-on": _turn_goes_on,
    "your-turn": lambda game: press(game, "one"),
}
"""By kind, and perhaps what has led to it: what makes three players get such letters."""
