"""Every kind of letter that any room has registered, posted by what calls for it."""

from collections.abc import Callable

from django.test import override_settings
from django.utils import timezone

from accounts.models import ChangeOfAddress, User
from accounts.services.addresses import ask_to_confirm, confirm, undo_change
from accounts.services.readdressing import add_person, ask_for_new_address
from accounts.services.senders import post_foreign_sender
from accounts.services.sign_in import ask_for_sign_in
from accounts.tokens import undo_url
from duel.lobby.bot_games import BotGame, ask_by_letter
from duel.lobby.invitations import invitation_key
from duel.lobby.proposals import accept, propose, withdraw
from duel.models import Game
from duel.notices.intents import tell
from duel.notices.kinds import MAIL_WAITS
from duel.play.turn_letters import send_turn_again
from duel.record.log import writing
from duel.timekeeping.clocks import give_time
from duel.timekeeping.returned_letters import person_is_here
from duel.words.terms import Terms
from engine.kinds import Channel, Kind
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import Letter
from mail.services import post
from mail.signals import delivery_trouble
from support.letters.status import tell_operators
from tests.accounts.confirmations import confirmation_token
from tests.duel.letters import kinds
from tests.duel.letters.outbox import mover, row
from tests.duel.replies.mailing import raw_mail, write

STRANGER = "stranger@elsewhere.example"


def _sign_in(game: Game) -> None:
    for address in (mover(game).email, STRANGER):
        ask_for_sign_in(address=address, network="x", language="fr")


def _bot_game(game: Game) -> None:
    for address in (mover(game).email, STRANGER):
        ask_by_letter(
            wanted=BotGame("duel", "apprentice"), address=address, network="x", language="fr"
        )


def _confirm_address(game: Game) -> None:
    ask_to_confirm(person=mover(game), address="new@elsewhere.example")


def _suspended(game: Game) -> None:
    about = {"suspended_at": timezone.now(), "suspension_reason": "insults"}
    User.objects.filter(pk=mover(game).pk).update(**about)
    _post("suspended", mover(game))


def _second_factor(game: Game) -> None:
    _post("second-factor", _operator(), what="set")


def _accounts_merged(game: Game) -> None:
    _post("accounts-merged", mover(game), is_kept=True)


def _invitation(game: Game) -> None:
    for address in (STRANGER, User.objects.create_user("carla@duelpost.example").email):
        propose(by=mover(game), terms=Terms(), invite=[address])


def _proposal_off(game: Game) -> None:
    one, other = (seat.user for seat in game.seats.select_related("user").order_by("number"))
    assert one is not None
    assert other is not None
    proposed = propose(by=one, terms=Terms(game="splendor", seats=3), is_listed=True)
    accept(public_id=proposed.public_id, by=other)
    withdraw(public_id=proposed.public_id, by=one)


def _time_given(game: Game) -> None:
    assert game.to_move is not None
    giver = (game.to_move + 1) % game.seat_count
    give_time(public_id=game.public_id, seat=giver, hours=24, channel=Channel.LINK)


def _turn_asked_for(game: Game) -> None:
    send_turn_again(seat=game.seats.get(is_to_move=True))


def _delivery_trouble(game: Game) -> None:
    lost = row(game, mover(game))
    delivery_trouble.send(Letter, address=lost.to, letter=lost, reason="bounced")


def _reached_again(game: Game) -> None:
    _delivery_trouble(game)
    person_is_here(mover(game))


def _foreign_sender(game: Game) -> None:
    post_foreign_sender(person=mover(game), address="somebody@elsewhere.example")


def _address_restored(game: Game) -> None:
    person = mover(game)
    token = confirmation_token(person, "ada@new.example")
    confirm(token=token)
    undo_change(token=undo_url(ChangeOfAddress.objects.get()).rpartition("/")[2])


def _address_to_change(game: Game) -> None:
    ask_for_new_address(
        operator=User.objects.create_superuser("root@duelpost.example"),
        person=mover(game),
        address="ada@new.example",
        reason="lost",
    )


def _person_added(game: Game) -> None:
    add_person(
        operator=User.objects.create_superuser("root@duelpost.example"),
        person=User(email=STRANGER, name="Stella"),
        reason="asked on the phone",
    )


def _unproved_mail(game: Game) -> None:
    seat = game.seats.select_related("game", "user").get(is_to_move=True)
    with override_settings(INBOUND_AUTHSERV="mx.ours.example"):
        write(seat, "buy 3.1\n<b>at once</b>", message_id="<unproved@elsewhere.example>")


def _reply_answer(game: Game) -> None:
    seat = game.seats.select_related("game", "user").get(is_to_move=True)
    for number, text in enumerate(["show", "buy 3.1", "help", "no such thing"]):
        write(seat, text, message_id=f"<{number}@elsewhere.example>")


def _invitation_reply(game: Game) -> None:
    proposed = propose(by=mover(game), terms=Terms(), invite=[STRANGER])
    key = invitation_key(proposed.seats.get(number=1))
    raw = raw_mail(key, "yes", sender=STRANGER, message_id="<yes@elsewhere.example>")
    pk = receive(raw, recipients=[reply_address(key)], way="smtp").pks[0]
    assert pk is not None
    read_mail(pk)


def _mail_waits(game: Game) -> None:
    with writing(game.public_id) as log:
        log.append(Kind.HOLD, seat=None, person=None, channel=Channel.CLOCK, time=timezone.now())
        tell(log, MAIL_WAITS, to=[0, 1], now=timezone.now())


def _dispute_opened(game: Game) -> None:
    _operator()
    kinds.dispute_received(game)


def _daily_word(game: Game) -> None:
    _operator()
    kinds.dispute_received(game)
    assert tell_operators()


def _operator() -> User:
    return User.objects.create_superuser("olga@duelpost.example", name="Olga")


def _post(kind: str, reader: User, **data: str | bool) -> None:
    post(kind=kind, to=reader.email, key=kind, data={"person": reader.pk, **data})


def _to_mover(kind: str) -> Callable[[Game], None]:
    return lambda game: _post(kind, mover(game))


AT_LARGER_TABLES = frozenset({"seat-left"})
"""What is told only in games of more than two: see `tests/duel/toy/test_leaving.py`."""

EVERY_KIND: dict[str, Callable[[Game], object]] = {
    "accounts-merged": _accounts_merged,
    "address-changed": _to_mover("address-changed"),
    "bot-game": _bot_game,
    "confirm-address": _confirm_address,
    "daily-word": _daily_word,
    "delivery-trouble": _delivery_trouble,
    "digest": kinds.digest,
    "dispute-opened": _dispute_opened,
    "dispute-received": kinds.dispute_received,
    "dispute-settled": kinds.dispute_settled,
    "foreign-sender": _foreign_sender,
    "game-over": kinds.game_over,
    "invitation": _invitation,
    "invitation-answer": kinds.invitation_declined,
    "invitation-reply": _invitation_reply,
    "let-in-again": _to_mover("let-in-again"),
    "mail-waits": _mail_waits,
    "offer": kinds.offer,
    "offer-declined": kinds.offer_declined,
    "operator-decision": kinds.operator_decision,
    "own-time-is-up": kinds.own_time_is_up,
    "proposal-off": _proposal_off,
    "reminder": kinds.reminder,
    "reply-answer": _reply_answer,
    "second-factor": _second_factor,
    "sign-in": _sign_in,
    "suspended": _suspended,
    "test": _to_mover("test"),
    "reached-again": _reached_again,
    "time-given": _time_given,
    "time-is-up": kinds.time_is_up,
    "turn-asked-for": _turn_asked_for,
    "turn-goes-on": kinds.turn_goes_on,
    "your-turn": kinds.your_turn,
    "unproved-mail": _unproved_mail,
    "address-restored": _address_restored,
    "address-to-change": _address_to_change,
    "person-added": _person_added,
}
"""By kind: what makes a game's players, operators or strangers get such letters."""
