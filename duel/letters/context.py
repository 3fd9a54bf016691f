"""What every letter about a game stands on: whose it is, and where the game stands now."""

import os
import threading
import weakref
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from accounts.tokens import preferences_url
from duel.games.base import Presentation, Sheet
from duel.games.registry import game_title, presentation_of
from duel.games.stories import note_sentences, reminders_for
from duel.integrity.divergences import leaving_broken_games
from duel.letters.moves import Addresses
from duel.models import Game, Notice, Seat, Status
from duel.record.events import notes_since_last_turn
from duel.record.finality import game_known_at
from duel.record.links import reply_key
from duel.record.log import Log, log_as_of
from duel.record.reading import notice_with_table
from duel.record.selectors import player_names, view_of
from duel.words.naming import all_others, joined, others, short_id
from engine.contract import Threat
from engine.winning import Win, winning_moves
from mail.drafts import Draft
from mail.inbound.addresses import keys_travel_in_letters, replies_are_on, reply_address
from mail.registry import names_topics
from mail.sending.rendering import render


@dataclass(frozen=True)
class LetterContext:
    """One seat of one begun game, its reader, and the game's log as it stands now."""

    log: Log
    seat: Seat
    reader: User

    @property
    def game(self) -> Game:
        """The game."""
        return self.log.game

    @property
    def is_running(self) -> bool:
        """Whether the game still runs."""
        return self.log.course.outcome is None

    @property
    def is_to_move(self) -> bool:
        """Whether the seat is to move."""
        mover = self.log.course.position.to_move
        return self.is_running and mover == self.seat.number and not self.has_left

    @property
    def has_left(self) -> bool:
        """Whether the reader has left the game: they see no more than a spectator."""
        return self.seat.number in self.log.left_at

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return player_names(self.log.seats)

    @property
    def opponent(self) -> str:
        """The name of the other player, or the names of all others."""
        return joined(others(self.names, self.seat.number))

    def notes(self) -> list[str]:
        """Return what the others wrote to the seat since its last turn, each with its writer."""
        written = notes_since_last_turn(self.game, self.seat.number, log=self.log)
        return note_sentences(written, self.names, self.seat.number)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position as the seat may see it; of a log that ends earlier, as it was seen then."""
        viewer = None if self.has_left else self.seat.number
        if self.is_running:
            return self.log.course.game.view(self._position, viewer)
        return view_of(self.game, self._position, viewer)

    @cached_property
    def legal(self) -> list[str]:
        """The moves that the seat can make now."""
        return self.log.course.game.legal(self._position) if self.is_to_move else []

    @property
    def presentation(self) -> Presentation:
        """How the game is told and drawn."""
        return presentation_of(self.game)

    def sheet(self) -> Sheet:
        """Return the position and the seat's moves in words."""
        sheet = self.presentation.sheet(
            self.view,
            self.legal,
            self.seat.number,
            self.names,
            wins=self.wins,
            threats=self.threats,
            reminders=reminders_for(self.game, self.view, self.seat.number, lambda: self.log),
        )
        # Whoever has the sheet has the order too: it is worked out once.
        self.__dict__.setdefault("numbered", [item.move for item in sheet.moves])
        return sheet

    @property
    def wins(self) -> dict[str, Win]:
        """Those of the seat's moves that win the game."""
        moves = (move for move in self.legal if self.presentation.can_win(move, self.view))
        return winning_moves(self.log.course.game, self._position, moves)

    @property
    def threats(self) -> list[Threat]:
        """How the opponent could win on the next turn, if the players agreed to be warned."""
        if not self.game.warns or not self.legal:
            return []
        return self.log.course.game.threats(self._position, self.seat.number)

    @cached_property
    def addresses(self) -> Addresses:
        """The signed addresses of the seat, for where the game stands now."""
        return Addresses(self.seat, self.log.course.ply, self.legal)

    @cached_property
    def numbered(self) -> list[str]:
        """The moves that the seat can make now, as they are printed, number 1 first."""
        return self.presentation.numbered(self.view, self.legal) if self.legal else []

    @property
    def help_url(self) -> str:
        """The rules of the game: a page for everybody, so its address names nobody."""
        return settings.SITE_URL + reverse("duel:help-page", args=[self.game.game])

    def mail_with(self, words: str) -> str:
        """Return the link that opens a mail with these words to the reply address."""
        key = self.reply_key()
        body = f"{words}\n\nReply key: {key}" if keys_travel_in_letters() else words
        subject = quote(f"Re: {game_title(self.game.game)} ({short_id(self.game)})")
        return f"mailto:{reply_address(key)}?subject={subject}&body={quote(body)}"

    @property
    def own_reply_address(self) -> str:
        """The reply address of this game alone, for a letter about several; empty: there is none.

        Where keys travel in the letter itself, it can hold but one.
        """
        return "" if keys_travel_in_letters() else reply_address_of(self.reply_key())

    def reply_key(self, *, offer: int = 0) -> str:
        """Return the key of the address for answers; nothing where no answers come in.

        `offer` is the entry of the offer that the letter is about.
        """
        if not replies_are_on():
            return ""
        return reply_key(self.seat, self.log.course.ply, self.numbered, offer=offer)

    @cached_property
    def _position(self) -> Any:
        return self.log.course.position

    @property
    def _left(self) -> set[int]:
        """The seats that have left a running game; once it is over, all have played it."""
        return self.log.course.left if self.is_running else set()

    def drafted(self, name: str, context: dict[str, Any], *, offer: int = 0) -> Draft:
        """Return the letter of this name, in the thread of its game; it can be answered.

        Its templates also find the names, the game and the addresses of its pages.
        """
        key = self.reply_key(offer=offer)
        draft = render(
            name,
            {
                "reader": str(self.reader),
                **all_others(self.names, self.seat.number, left=self._left),
                "title": game_title(self.game.game),
                "short_id": short_id(self.game),
                "board_url": self.addresses.board,
                "more_url": self.addresses.more,
                "timeline_url": self.addresses.timeline,
                "trouble_url": self.addresses.trouble,
                "help_url": self.help_url,
                "preferences_url": preferences_url(self.reader),
                "reply_address": reply_address_of(key),
                "reply_key": key if keys_travel_in_letters() else "",
                **context,
            },
            self.reader.language,
        )
        return replace(
            draft,
            headers={"X-Duelpost-Game": self.game.public_id, "X-Duelpost-Head": self.log.head},
            thread=f"game:{self.game.public_id}",
            list_id=f"games.{settings.SITE_HOST}",
            reply_key=key,
        )


def reply_address_of(key: str) -> str:
    """Return where answers to the letter with this key go; nothing without a key."""
    return reply_address(key) if key else ""


def letter_context_of(notice: Notice) -> LetterContext | None:
    """Return what the notice's letter is about, or None if it was cancelled or nobody is there."""
    if notice.cancelled_at is not None or notice.game.status not in (Status.RUNNING, Status.OVER):
        return None
    return letter_context_at(notice.game, notice.seat)


def letter_context_at(game: Game, number: int) -> LetterContext | None:
    """Return the seat's side of a begun game, or None if nobody sits there any more.

    A turn that another player can still take back is left out. Nor is there one if its record is
    broken: nothing true can be told of where it stands.
    """
    with leaving_broken_games():
        log = log_as_of(game_known_at(game, number))
        seat = log.seats[number]
        return LetterContext(log, seat, seat.user) if seat.user is not None else None
    return None


def notice_in(data: dict[str, Any]) -> Notice | None:
    """Return the notice that a letter was posted for, or None if another sits there by now."""
    notice = notice_with_table(data["notice"])
    if notice is None:
        return None
    theirs = [seat.number for seat in notice.game.table or [] if seat.user_id == data["person"]]
    return notice if notice.seat in theirs else None


def grouped_head(head: str) -> str:
    """Return the beginning of a hash as people compare it: 16 digits in four groups."""
    return " ".join(head[start : start + 4] for start in range(0, 16, 4))


@names_topics("game")
def name_of_game(public_id: str) -> str:
    """Return what a game is called where letters about it are muted."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        return public_id
    names = [str(seat.user) for seat in game.seats.select_related("user") if seat.user]
    return f"{game_title(game.game)}, {' – '.join(names)} ({short_id(game)})"


class _Kept(threading.local):
    """What a letter was just built from, for the clock that starts when the letter has left.

    So the log is not replayed a second time. Each thread keeps that of one letter, only for as long
    as somebody has the letter's draft: the log has the seed of its game, and is not to lie about.
    Nothing is believed of it: under the lock it counts only if nothing was written since.
    """

    notice: int | None = None
    ctx: LetterContext | None = None
    draft: "weakref.ref[Draft] | None" = None


_kept = _Kept()


def keep(draft: Draft, ctx: LetterContext, *, notice: int) -> Draft:
    """Return the draft; what it was built from is kept for as long as somebody has it."""
    # The draft may end in another thread, whose letter is another one.
    own = _kept.__dict__

    def forget(dead: "weakref.ref[Draft]") -> None:
        if own.get("draft") is dead:
            own.clear()

    own.update(notice=notice, ctx=ctx, draft=weakref.ref(draft, forget))
    return draft


def take(notice: object) -> LetterContext | None:
    """Return what the letter of this notice was just built from by this thread, but once."""
    ctx = _kept.ctx if notice is not None and _kept.notice == notice else None
    if ctx is not None:
        _kept.__dict__.clear()
    return ctx


def _forget_all() -> None:
    _kept.__dict__.clear()


os.register_at_fork(after_in_child=_forget_all)
