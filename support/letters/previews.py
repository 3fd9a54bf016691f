"""Which letters and mails about games the admin shows, and how a letter with a turn was then."""

from typing import Any

from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.turn_clock import clock_of
from duel.letters.context import LetterContext, notice_for
from duel.letters.turns import turn_draft
from duel.models import Game, GameSecret, KnownGame, KnownSeat, Notice, Seat
from duel.models.game import TURN_ASKED_FOR, TURN_GOES_ON, YOUR_TURN
from duel.notices.kinds import INVITATION
from duel.perspective.perspective import perspective_at
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import stored_entries
from engine.kinds import changes_position
from mail.access import ADDRESSES, LETTERS, MAILS
from mail.models import InboundMail, Letter
from mail.previews import Secrecy, rebuilds, set_secrecy
from mail.registry import Draft
from support.conflicts import has_part, play_together, refuse_own_game
from support.disputes.letters import REPORTS
from support.errors import OwnGame

set_secrecy(Secrecy.OPEN, INVITATION)


@LETTERS.guard
def refuse_players(letter: Letter, operator: User) -> str:
    """Return why an operator who plays must not read a letter: it may tell the opponent's cards."""
    family, _, public_id = letter.topic.partition(":")
    game = Game.objects.filter(public_id=public_id).first() if family == "game" else None
    try:
        if game is not None:
            refuse_own_game(operator, game)
        elif play_together(operator, letter.to):  # it may be about any of its reader's games
            raise OwnGame
    except OwnGame as refusal:
        return str(refusal)
    if operator.email == letter.to:
        return gettext("This letter is your own: read it in your mail.")
    return ""


@LETTERS.veil
def reports_about_own_games(operator: User) -> Q:
    """Return the letters about reports on games in which the operator has a part."""
    # Nobody learns from the outbox that their opponent has reported them. What was written to
    # themselves they have read.
    games = Game.objects.filter(has_part(operator)).order_by()
    topics = games.annotate(topic=Concat(Value("game:"), "public_id")).values("topic")
    # By the key, for which there is an index: of all letters few are about reports.
    return Q(key__startswith=f"{REPORTS}:", topic__in=topics) & ~Q(to=operator.email)


@MAILS.guard
def leave_mail_of_opponents(mail: InboundMail, operator: User) -> str:
    """Return why an operator must not read a mail: its writer may tell what they mean to do."""
    if not play_together(operator, mail.sender):
        return ""
    return gettext("You play against this person: ask another operator.")


@MAILS.veil
def mail_about_own_games(operator: User) -> Q:
    """Return the mail about games in which the operator has a part."""
    # That an opponent has written, and what became of it, may show turns that can be taken back.
    seats = Seat.objects.filter(game__in=Game.objects.filter(has_part(operator)).order_by())
    about = Concat(
        Value("game:"),
        "game__public_id",
        Value(":"),
        Cast("number", CharField()),
        output_field=CharField(),
    )
    return Q(about__in=seats.order_by().annotate(about=about).values("about"))


@ADDRESSES.guard
def leave_opponents(address: str, operator: User) -> str:
    """Return why an operator must not take up the address: a clock may stand still for it."""
    if not play_together(operator, address):
        return ""
    return gettext("You play against this person: ask another operator.")


@rebuilds(YOUR_TURN, TURN_GOES_ON, TURN_ASKED_FOR)
def turn_as_it_was(data: dict[str, Any]) -> Draft | None:
    """Return the letter with a turn as it was when the turn came, however long ago that is."""
    found = notice_for(data)
    if found is None:
        return None
    notice, log = found.notice, _log_then(found.notice)
    clock = clock_of(log, if_arrives_at=notice.not_before or notice.created_at)
    deadline = clock.deadline if clock else None
    perspective = perspective_at(log, notice.seat, deadline=deadline)
    reader = perspective.reader
    if reader is None or not perspective.is_to_move:
        return None
    name = "turn_goes_on" if notice.kind == TURN_GOES_ON else "your_turn"
    return turn_draft(name, LetterContext(perspective, reader))


@sensitive_variables()
def _log_then(notice: Notice) -> ReadOnlyLog:
    """Return the log as far as it had come at the ply of the notice."""
    entries = stored_entries(notice.game.entries.order_by("seq"))
    ply = length = 0
    while ply < notice.ply:
        ply += changes_position(entries[length].kind, entries[length].text)
        length += 1
    game = KnownGame.of(notice.game, ply=notice.ply, deadline=None)
    stored = notice.game.seats.select_related("user").order_by("number")
    seats = [KnownSeat.of(seat, game) for seat in stored]
    secret = bytes(GameSecret.objects.get(game=notice.game).secret)
    return ReadOnlyLog(game, seats, secret, entries[:length])
