"""What builders of letters about a game begin from: the reader's perspective, and where links lead.

A letter about a game whose record may be damaged is drafted without replaying it.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.tokens import preferences_url
from duel.games.registry import game_title
from duel.integrity.divergences import leaving_broken_games
from duel.models import AnyGame, Game, KnownSeat, Notice
from duel.perspective.perspective import (
    NoticePerspective,
    PlayerPerspective,
    perspective_of_notice,
    perspective_of_player,
)
from duel.record.links import Purpose, path_before_token, reply_key, seat_path, seat_token
from duel.record.selectors import Snapshot, names_of
from duel.words.naming import all_others, joined, others, short_id
from mail.addresses import keys_travel_in_letters, replies_are_on, reply_address
from mail.registry import Draft, names_topics
from mail.sending.rendering import render


@dataclass(frozen=True)
class SentTurn:
    """Which turn a letter brings, for the clock that starts when it has left."""

    public_id: str
    seat: int
    ply: int
    snapshot: Snapshot = field(repr=False)


@dataclass(frozen=True)
class LetterContext:
    """A letter to the reader in one seat: the game as they know it, and where its links lead."""

    perspective: PlayerPerspective
    reader: User

    @property
    def opponent(self) -> str:
        """The name of the other player, or the names of all others."""
        return joined(others(self.perspective.names, self.perspective.number))

    @property
    def turn_sent(self) -> SentTurn:
        """The turn that the letter brings."""
        game, number = self.perspective.game, self.perspective.number
        return SentTurn(game.public_id, number, game.ply, self.perspective.snapshot)

    def address(self, purpose: Purpose) -> str:
        """Return the signed address of a page of the seat, for where the game stands now."""
        return address_of(self.perspective.seat, purpose)

    def move_address(self, place: int) -> str:
        """Return the page of the move at this place of the sorted legal list."""
        text = self.perspective.legal[place - 1]
        return self._before_move + seat_token(self.perspective.seat, Purpose.MOVE, place, text=text)

    @cached_property
    def _before_move(self) -> str:
        return settings.SITE_URL + path_before_token(Purpose.MOVE)

    @property
    def help_url(self) -> str:
        """The rules of the game: a page for everybody, so its address names nobody."""
        return settings.SITE_URL + reverse("duel:help-page", args=[self.perspective.game.game])

    def mail_with(self, words: str) -> str:
        """Return the link that opens a mail with these words to the reply address."""
        key, game = self.reply_key(), self.perspective.game
        body = f"{words}\n\nReply key: {key}" if keys_travel_in_letters() else words
        subject = quote(f"Re: {game_title(game.game)} ({short_id(game)})")
        return f"mailto:{reply_address(key)}?subject={subject}&body={quote(body)}"

    @property
    def own_reply_address(self) -> str:
        """The reply address of this game alone, for a letter about several.

        It is empty where keys travel in the letter itself, which has only one.
        """
        return "" if keys_travel_in_letters() else reply_address_of(self.reply_key())

    def reply_key(self, *, offer: int = 0) -> str:
        """Return the key of the address for answers to the letter, which may be about an offer."""
        if not replies_are_on():
            return ""
        seat, moves = self.perspective.seat, self.perspective.numbered
        return reply_key(seat, seat.game.ply, moves, offer=offer)

    def draft(self, name: str, context: dict[str, Any], *, offer: int = 0) -> Draft:
        """Return the letter of this name, in the thread of its game; it can be answered.

        Its templates also find the names, the game and the addresses of its pages.
        """
        key, perspective = self.reply_key(offer=offer), self.perspective
        context = {
            **all_others(perspective.names, perspective.number, left=perspective.left),
            "board_url": self.address(Purpose.BOARD),
            "more_url": self.address(Purpose.MORE),
            "timeline_url": self.address(Purpose.TIMELINE),
            "trouble_url": self.address(Purpose.TROUBLE),
            "help_url": self.help_url,
            "reply_address": reply_address_of(key),
            "reply_key": key if keys_travel_in_letters() else "",
            **context,
        }
        draft = _draft_in_thread(name, perspective.game, self.reader, context)
        headers = {**draft.headers, "X-Duelpost-Head": perspective.head}
        return replace(draft, headers=headers, reply_key=key)


@dataclass(frozen=True)
class NoticeContext(LetterContext):
    """The context of a letter that a notice called for."""

    notice: Notice


def address_of(seat: KnownSeat, purpose: Purpose) -> str:
    """Return the signed address of a page of a seat, for where its game stands now."""
    return settings.SITE_URL + seat_path(seat, purpose)


def reply_address_of(key: str) -> str:
    """Return where answers to the letter with this key go; nothing without a key."""
    return reply_address(key) if key else ""


def context_for(data: dict[str, Any]) -> NoticeContext | None:
    """Return the context of a notice's letter; None if the letter is not to leave any more."""
    found = notice_for(data)
    return context_of_notice(found) if found else None


def context_of_notice(found: NoticePerspective) -> NoticeContext | None:
    """Return the context of the notice's letter; None if it was cancelled or nobody is there."""
    ctx = None if found.notice.cancelled_at else letter_context(found.perspective)
    return NoticeContext(ctx.perspective, ctx.reader, found.notice) if ctx else None


def letter_context(perspective: PlayerPerspective | None) -> LetterContext | None:
    """Return the context of a letter to a seat; None if it is empty or the record is broken."""
    if perspective is None or perspective.seat.user is None:
        return None
    with leaving_broken_games():
        perspective.read_log()
        return LetterContext(perspective, perspective.seat.user)
    return None


def notice_for(data: dict[str, Any]) -> NoticePerspective | None:
    """Return the notice that a letter was posted for, or None if another sits there by now."""
    return perspective_of_notice(data["notice"], person=data["person"])


def grouped_head(head: str) -> str:
    """Return the beginning of a hash as people compare it: 16 digits in four groups."""
    return " ".join(head[start : start + 4] for start in range(0, 16, 4))


@names_topics("game")
def name_of_game(public_id: str) -> str:
    """Return the name of a game where letters about it are muted."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        return public_id
    names = [str(seat.user) for seat in game.seats.select_related("user") if seat.user]
    return f"{game_title(game.game)}, {' – '.join(names)} ({short_id(game)})"


def draft_without_log(
    name: str, game: AnyGame, reader: User, context: dict[str, Any], *, seat: int
) -> Draft:
    """Return the letter to a player, with links if they sit there; `seat` is theirs if not."""
    perspective = perspective_of_player(reader, game.public_id)
    own = perspective.seat if perspective else None
    with speaking_to(reader):
        context = {
            **all_others(names_of(game), own.number if own else seat),
            "board_url": address_of(own, Purpose.BOARD) if own else "",
            "trouble_url": address_of(own, Purpose.TROUBLE) if own else "",
            **context,
        }
        return _draft_in_thread(name, game, reader, context)


def _draft_in_thread(name: str, game: AnyGame, reader: User, context: dict[str, Any]) -> Draft:
    """Return a letter in the thread of its game; the context goes before what is common to all."""
    common = {
        "reader": str(reader),
        "title": game_title(game.game),
        "short_id": short_id(game),
        "preferences_url": preferences_url(reader),
    }
    return replace(
        render(name, common | context, reader.language),
        headers={"X-Duelpost-Game": game.public_id},
        thread=f"game:{game.public_id}",
        list_id=f"games.{settings.SITE_HOST}",
    )
