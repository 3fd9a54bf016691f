"""What a reply can ask for beside moves; each act returns what the answer says of it."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.errors import BadVacation, NoSuchOffer, Refused, Stale
from duel.lobby.proposals import rematch
from duel.notices.intents import topic_of
from duel.operators import ReportTopic
from duel.perspective.acts import asks_only_bots, latest_offers, negotiation
from duel.play.moves import resign
from duel.play.offers import (
    accept_offer,
    ask_for_time,
    cancel_words,
    decline_offer,
    offer_to_cancel,
    time_words,
    undo_words,
    withdraw_offer,
)
from duel.play.orders import delete_orders, orders_of, write_orders
from duel.play.undo import ask_for_undo, send_now, take_back_turn
from duel.replies.reply import Answer, Reply
from duel.replies.words.asks import Ask, AskKind
from duel.seats.reporting import report
from duel.timekeeping.clocks import claim, give_time
from duel.timekeeping.vacations import plan_days_off
from duel.words.naming import others
from engine.kinds import Channel, Kind
from mail.mutes import mute, unmute

Act = Callable[[Reply, Ask], Answer]


def do(reply: Reply, ask: Ask) -> Answer:
    """Return what became of what a reply asks for; a refusal is a sentence, and changes nothing."""
    try:
        return ACTS[ask.kind](reply, ask)
    except Stale:
        sentence = gettext("The game has moved on since the letter that you answered.")
        return Answer("stale", [sentence], since=reply.ply, shows=True)
    except Refused as refusal:
        return Answer("refused", [str(refusal)], can_be_report=True)


def _done(sentence: str) -> Answer:
    return Answer("done", [sentence], is_needed=False)


def _offered(reply: Reply, words: Callable[..., str]) -> Answer:
    """Return that the others are asked, or, if they are all bots, that it is done."""
    only_bots = asks_only_bots(reply.perspective)
    return Answer("done", [words(only_bots=only_bots)], shows=only_bots, is_needed=False)


def _take_back(reply: Reply, ask: Ask) -> Answer:
    """Take one's own last turn back, or ask the others for that once it is final."""
    if not reply.is_of_latest_turn:
        raise Stale([])
    ply = reply.perspective.game.ply
    if not reply.perspective.can_take_back:
        ask_for_undo(**reply.actor, expected_ply=ply)
        return _offered(reply, undo_words)
    take_back_turn(**reply.actor, expected_ply=ply)
    return Answer("done", [gettext("Your turn was taken back.")], shows=True)


def _send_now(reply: Reply, ask: Ask) -> Answer:
    perspective = reply.perspective
    if not perspective.can_take_back:
        return Answer("refused", [gettext("There is no turn of yours that waits to be sent.")])
    ply = perspective.game.ply
    send_now(public_id=perspective.game.public_id, seat=perspective.number, expected_ply=ply)
    return _done(gettext("Your turn was sent and can no longer be taken back."))


def _ask_for_time(reply: Reply, ask: Ask) -> Answer:
    _refuse_stale(reply)
    ask_for_time(**reply.actor, hours=ask.hours or 0)
    return _offered(reply, time_words)


def _give_time(reply: Reply, ask: Ask) -> Answer:
    perspective = reply.perspective
    is_mine = perspective.game.to_move == perspective.number
    if ask.seat is None and is_mine and len(perspective.names) > 2:
        name = others(perspective.names, perspective.number)[0]
        sentence = gettext("Please say who gets it, as in “give %(name)s 2 days”.") % {"name": name}
        return Answer("asked", [sentence])
    give_time(**reply.actor, to=ask.seat, hours=ask.hours or 0)
    return _done(gettext("The time was given."))


def _claim(reply: Reply, ask: Ask) -> Answer:
    _refuse_stale(reply)
    claim(**reply.actor)
    if len(reply.perspective.names) > 2:
        return _done(gettext("You claimed the game: whoever was late has left it."))
    return _done(gettext("You claimed the game."))


def _go_on_holiday(reply: Reply, ask: Ask) -> Answer:
    if ask.first is None or ask.last is None:
        raise BadVacation
    plan_days_off(user=reply.player, first=ask.first, last=ask.last)
    return _done(gettext("Your holiday is planned. On these days all your clocks stand still."))


def _offer_to_cancel(reply: Reply, ask: Ask) -> Answer:
    _refuse_stale(reply)
    offer_to_cancel(**reply.actor)
    return _offered(reply, cancel_words)


def _answering(service: Callable[..., None], sentence: Promise) -> Act:
    """Return the act that answers the offer which the answered letter is about."""

    def answer(reply: Reply, ask: Ask) -> Answer:
        terms = _offer_of_letter(reply)
        if terms is None:
            return _which_offer(reply)
        service(**reply.actor, terms=terms)
        return _done(str(sentence))

    return answer


_accept = _answering(accept_offer, _("You agreed."))
_decline = _answering(decline_offer, _("You declined."))


def _withdraw(reply: Reply, ask: Ask) -> Answer:
    number = reply.perspective.number
    own = [terms for terms, seat in reply.perspective.offers.items() if seat == number]
    if len(own) != 1:
        raise NoSuchOffer
    withdraw_offer(**reply.actor, terms=own[0])
    return _done(gettext("You took your offer back."))


def _mute(reply: Reply, ask: Ask) -> Answer:
    mute(address=reply.player.email, topic=topic_of(reply.perspective.game))
    return _done(gettext("No more letters about this game will come."))


def _unmute(reply: Reply, ask: Ask) -> Answer:
    unmute(address=reply.player.email, topic=topic_of(reply.perspective.game))
    return _done(gettext("Letters about this game come again."))


def _ask_whether_to_resign(reply: Reply, ask: Ask) -> Answer:
    sentence = gettext("Do you want to resign? Then answer this letter with: yes, resign")
    return Answer("asked", [sentence])


def _resign(reply: Reply, ask: Ask) -> Answer:
    if not reply.is_of_latest_turn:
        raise Stale([])
    resign(**reply.actor)
    return _done(gettext("You resigned."))


def _show(reply: Reply, ask: Ask) -> Answer:
    return Answer("shown", shows=True, since=None if reply.is_fresh else reply.ply)


def _help(reply: Reply, ask: Ask) -> Answer:
    return Answer("helped")


def _orders(reply: Reply, ask: Ask) -> Answer:
    orders = orders_of(reply.perspective.seat)
    if not orders:
        return Answer("shown", [gettext("You have no standing orders in this game.")])
    sentence = gettext("Your standing orders, in the order in which they are tried:")
    return Answer("shown", [sentence, *(f"{order.place}. {order.text}" for order in orders)])


def _write_orders(reply: Reply, ask: Ask) -> Answer:
    seat, language = reply.perspective.seat, reply.player.language
    write_orders(seat=seat, texts=ask.texts, language=language, channel=Channel.MAIL)
    sentence = gettext("When it is your turn, the first of these that is possible will be played:")
    lines = [f"{place}. {text}" for place, text in enumerate(ask.texts, 1)]
    return Answer("done", [sentence, *lines])


def _delete_orders(reply: Reply, ask: Ask) -> Answer:
    delete_orders(seat=reply.perspective.seat)
    return _done(gettext("Your standing orders in this game are deleted."))


def _rematch(reply: Reply, ask: Ask) -> Answer:
    rematch(public_id=reply.perspective.game.public_id, by=reply.player)
    return _done(gettext("You asked for another game."))


def _report(reply: Reply, ask: Ask) -> Answer:
    report(
        seat=reply.perspective.seat,
        topic=ReportTopic.OTHER,
        text=ask.texts[0],
        asks_hold=False,
        channel=Channel.MAIL,
    )
    return _done(gettext("Your report has reached the operators."))


def _refuse_stale(reply: Reply) -> None:
    if not reply.is_fresh:
        raise Stale([])


def _offer_of_letter(reply: Reply) -> str | None:
    """Return the terms of the offer that the answered letter was about, if it still stands."""
    perspective = reply.perspective
    seq = reply.link.number
    if not seq:
        return None
    offer = negotiation(perspective, seq)
    offerer = perspective.offers.get(offer.text)
    if offer.kind != Kind.OFFER or offerer is None or offerer == perspective.number:
        raise NoSuchOffer
    if latest_offers(perspective)[offer.text] != seq:  # answered, and made once more since
        raise NoSuchOffer
    return offer.text


def _which_offer(reply: Reply) -> Answer:
    """Return the question which offer is meant, in a letter that can be answered with a yes."""
    offers = {
        terms: seq
        for terms, seq in latest_offers(reply.perspective).items()
        if reply.perspective.offers[terms] != reply.perspective.number
    }
    if not offers:
        raise NoSuchOffer
    if len(offers) > 1:
        sentence = gettext(
            "Several offers stand. Please answer the letter that brought the one you mean."
        )
        return Answer("asked", [sentence])
    ((terms, seq),) = offers.items()
    name = reply.perspective.names[reply.perspective.offers[terms]]
    sentence = gettext(
        "An offer of %(name)s stands. To agree or to decline, answer this letter once more."
    )
    return Answer("asked", [sentence % {"name": name}], offer=seq)


ACTS: dict[AskKind, Act] = {
    AskKind.TAKE_BACK: _take_back,
    AskKind.UNDO: _take_back,
    AskKind.SEND_NOW: _send_now,
    AskKind.MORE_TIME: _ask_for_time,
    AskKind.GIVE_TIME: _give_time,
    AskKind.CLAIM: _claim,
    AskKind.HOLIDAY: _go_on_holiday,
    AskKind.CANCEL: _offer_to_cancel,
    AskKind.YES: _accept,
    AskKind.ACCEPT: _accept,
    AskKind.JOIN: _accept,
    AskKind.NO: _decline,
    AskKind.DECLINE: _decline,
    AskKind.WITHDRAW: _withdraw,
    AskKind.MUTE: _mute,
    AskKind.UNMUTE: _unmute,
    AskKind.RESIGN: _ask_whether_to_resign,
    AskKind.RESIGN_SURELY: _resign,
    AskKind.SHOW: _show,
    AskKind.HELP: _help,
    AskKind.ORDERS: _orders,
    AskKind.ORDER: _write_orders,
    AskKind.NO_ORDERS: _delete_orders,
    AskKind.REMATCH: _rematch,
    AskKind.TROUBLE: _report,
}
