"""A turn that can still be taken back, and all that others are shown meanwhile."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, LinkUse, Seat
from duel.models.game import DIGEST
from duel.play.notes import write_note
from duel.play.undo import take_back_turn
from duel.record.links import Link, Purpose, link_token
from duel.web.account import calendar_url
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import builder_of
from tests.duel.tables import a_quiet_move, a_whole_turn, submit

NOTE = "Red suits me."
OF_THE_REQUEST = re.compile(rb'(csrfmiddlewaretoken" value=|nonce=)"[^"]+"')

LINKED = {
    "duel:board": Purpose.BOARD,
    "duel:board-file": Purpose.BOARD,
    "duel:more": Purpose.MORE,
    "duel:time": Purpose.TIME,
    "duel:trouble": Purpose.TROUBLE,
    "duel:payments": Purpose.PAYMENTS,
    "duel:again": Purpose.REMATCH,
    "duel:turn-letter": Purpose.LETTER,
    "duel:timeline-link": Purpose.TIMELINE,
}

OWN = ("duel:report", "duel:own-more", "duel:own-time")
"""Lasting addresses that lead to a page of the reader's own seat."""


@dataclass
class Table:
    """A game, the player to move, and the other player, who is an operator as well."""

    game: Game
    mover: Seat
    other: Seat

    @property
    def reader(self) -> User:
        """The other player."""
        assert self.other.user is not None
        return self.other.user

    def play_a_turn(self) -> None:
        """Make a turn that turns nothing up, with a note."""
        submit(self.game, a_quiet_move(self.game))
        write_note(seat=self.mover, ply=self.game.ply - 1, text=NOTE)

    def begin_a_turn(self) -> None:
        """Make a step of a turn and leave it there, with a note."""
        submit(self.game, a_whole_turn(self.game)[0])
        write_note(seat=self.mover, ply=self.game.ply, text=NOTE)

    def take_back(self) -> None:
        """Take it back as its player."""
        self.game.refresh_from_db()
        public_id, ply = self.game.public_id, self.game.ply
        take_back_turn(
            public_id=public_id, seat=self.mover.number, expected_ply=ply, channel=Channel.LINK
        )
        self.game.refresh_from_db()

    def address(self, page: str, ply: int) -> str:
        """The address of a page that a link of the other player opens."""
        link = Link(self.game.pk, self.other.number, ply)
        token = link_token(LINKED[page], link, epoch=self.other.link_epoch)
        return reverse(page, args=[token])


def shown(table: Table, ply: int) -> dict[str, bytes]:
    """All that anybody but its player is shown of a game, by name; `ply` is the last they know."""
    return dict([*_in_admin(table), *_on_pages(table), *_by_link(table, ply), *_in_letters(table)])


def _in_admin(table: Table) -> Iterator[tuple[str, bytes]]:
    LinkUse.objects.filter(seat=table.other.number).delete()  # what was fetched to look at this
    client = Client()
    client.force_login(table.reader)
    page = reverse("admin:duel_game_change", args=[table.game.pk])
    yield "admin: game", _bytes(client.get(page, {"timeline": "all"}))
    yield "admin: games", _bytes(client.get(reverse("admin:duel_game_changelist")))
    person = reverse("admin:accounts_user_change", args=[table.mover.user_id])
    yield "admin: person", _bytes(client.get(person))


def _on_pages(table: Table) -> Iterator[tuple[str, bytes]]:
    nobody, player = Client(), Client()
    player.force_login(table.reader)
    yield "home", _bytes(player.get("/"))
    for page in ("duel:game", "duel:game-file", *OWN, "duel:timeline"):
        path = reverse(page, args=[table.game.public_id])
        yield f"{page}, signed in", _bytes(player.get(path))
        yield f"{page}, signed out", _bytes(nobody.get(path))
    feed = "/" + calendar_url(table.reader).partition("//")[2].partition("/")[2]
    yield "calendar", _bytes(nobody.get(feed))


def _by_link(table: Table, ply: int) -> Iterator[tuple[str, bytes]]:
    for page in LINKED:
        for which in (ply, ply - 1, 0):
            yield f"{page} of ply {which}", _bytes(Client().get(table.address(page, which)))


def _in_letters(table: Table) -> Iterator[tuple[str, bytes]]:
    """Letters built now, but for the daily one, which makes a turn final."""
    letters = Letter.objects.filter(to=table.reader.email).exclude(kind=DIGEST)
    for letter in letters.order_by("pk"):
        if (draft := builder_of(letter.kind)(letter.data)) is not None:
            yield f"letter {letter.key}", repr(draft).encode()


def _bytes(answer: Any) -> bytes:
    leads_to: str = answer.get("Location", "")
    return OF_THE_REQUEST.sub(b"", answer.content) + leads_to.encode()
