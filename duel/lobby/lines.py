"""A game as a line of a list for one person; the home page and the API's list are made of them."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.games.registry import title_of
from duel.games.results import record_is_damaged, result_sentence
from duel.lobby.seating import is_kept_free, name_invitees
from duel.models import Game, KnownSeat, Status
from duel.models.game import DIGEST, REMINDER, TURN_GOES_ON, YOUR_TURN
from duel.notices.intents import topic_of
from duel.record.finality import final_at, game_known_to
from duel.record.selectors import player_names, was_unreachable
from duel.timekeeping.in_words import vacancy_sentences
from duel.words.naming import by_the_clock_of, joined
from duel.words.terms import in_words, terms_of
from mail.models import Mute
from mail.mutes import name_of_kind

_MATTERS = {
    User.Letters.SINGLE.value: (YOUR_TURN, TURN_GOES_ON, REMINDER),
    User.Letters.DIGEST.value: (DIGEST, YOUR_TURN, REMINDER),
}
"""The letters without which a game may be lost, by how the reader wants to be told."""


class Line:
    """A game as one person may know it. Its seats and their people are at hand."""

    def __init__(self, game: Game, reader: User, mutes: Iterable[Mute] = ()) -> None:
        own = [seat.number for seat in game.seats.all() if seat.user == reader]
        self.game = game_known_to(game, own)
        self.seats = [KnownSeat.of(seat, self.game) for seat in game.seats.all()]
        self.reader = reader
        self._stored = game
        self.picture = ""
        """Where it stands, drawn small; empty where that is not at hand."""
        self.unreachable = ""
        """To whom else at the table letters do not arrive just now; mostly nobody."""
        self.had_bounces = True
        """Whether letters may have come back in it; False spares the look into its log."""
        self._mutes = mutes

    @property
    def title(self) -> str:
        """What the game is called, for how many it is and with what."""
        return title_of(self.game)

    @property
    def clock(self) -> str:
        """Its time control in a few words."""
        return in_words(terms_of(self.game).time)

    @property
    def deadline(self) -> str:
        """Until when the player to move has time, by the reader's clock; empty while it is held."""
        deadline = self.game.deadline
        return by_the_clock_of(self.reader, deadline) if deadline else ""

    @property
    def final_at(self) -> str:
        """When the reader can no longer take back the last turn; empty if they cannot anyway."""
        moment = final_at(self.game)
        return by_the_clock_of(self.reader, moment) if moment else ""

    @property
    def muted_letters(self) -> list[str]:
        """Which letters the reader does not get about this game, though they would matter."""
        about = [wish for wish in self._mutes if wish.topic in ("", topic_of(self.game))]
        if any(not wish.kind for wish in about):
            return [gettext("all letters")]
        kinds = {wish.kind for wish in about}
        return [name_of_kind(kind) for kind in _MATTERS[self.reader.letters] if kind in kinds]

    @property
    def is_to_move(self) -> bool:
        """Whether it is the reader's turn."""
        if self.game.is_stopped_by_damage:
            return False
        return self.seat is not None and self.seat.number == self.game.to_move

    @property
    def mover(self) -> str:
        """Who is to move among several; nobody while the seat that is to move is vacant."""
        to_move = None if self.damage else self.game.to_move
        if to_move is None or len(self._names()) == 2 or self.seats[to_move].left_at:
            return ""
        return self._names()[to_move]

    @property
    def damage(self) -> str:
        """That the record of the game is damaged; mostly empty."""
        return record_is_damaged() if self.game.is_stopped_by_damage else ""

    @property
    def vacancies(self) -> list[str]:
        """Which seats wait for somebody to take them, and until when by the reader's clock."""
        return vacancy_sentences(self.seats, self.reader)

    def is_proposed_at(self, now: datetime) -> bool:
        """Return whether it waits for players at that moment."""
        game = self.game
        is_in_time = game.expires_at is not None and game.expires_at > now
        return game.status == Status.PROPOSED and is_in_time

    @property
    def proposer(self) -> str:
        """Who proposed it."""
        return self._names()[0]

    @property
    def at_the_table(self) -> str:
        """Who has sat down already, from the proposer on."""
        return joined(player_names(self.taken_seats))

    @property
    def taken_seats(self) -> list[KnownSeat]:
        """The seats of those who have sat down already."""
        return [seat for seat in self.seats if seat.joined_at]

    @property
    def seats_left(self) -> str:
        """How many are still to sit down, where it is not just one opponent."""
        if self.game.seat_count == 2:
            return ""
        left = self.game.seat_count - len(self.taken_seats)
        sentence = ngettext("%(count)d player is missing", "%(count)d players are missing", left)
        return sentence % {"count": left}

    @property
    def has_kept_seat(self) -> bool:
        """Whether the proposer has to say who may take a seat that became free."""
        return any(is_kept_free(seat) for seat in self._stored.seats.all())

    @property
    def waits_for_word(self) -> bool:
        """Whether all have sat down, and it only waits for its proposer's word."""
        return len(self.taken_seats) == self.game.seat_count

    @property
    def decliners(self) -> str:
        """Who turned the invitation down, as the reader wrote it; to nobody else an address."""
        declined = (each for each in self._stored.declined.all() if not each.is_taken_back)
        addresses = [each.address for each in declined if each.address]
        return joined(name_invitees(self._stored, addresses)) if self.is_own else ""

    @property
    def is_own(self) -> bool:
        """Whether the reader has proposed it."""
        return any(seat.number == 0 and seat.user == self.reader for seat in self.seats)

    @property
    def invitees(self) -> str:
        """Who has not answered an invitation, as the reader wrote it; to nobody else an address."""
        stored = self._stored.seats.all()
        waiting = [seat.invited_address for seat in stored if seat.user is None]
        names = name_invitees(self._stored, filter(None, waiting)) if self.is_own else []
        return joined(names)

    @property
    def others_playing(self) -> list[User]:
        """The people beside the reader who have not left."""
        return [
            seat.user
            for seat in self.seats
            if seat.user and seat.user != self.reader and not seat.left_at
        ]

    @property
    def opponent(self) -> str:
        """Who else plays."""
        players = [seat.user for seat in self.seats if seat.user != self.reader]
        if not players:
            return gettext("yourself")
        return joined([str(player or gettext("a player who left")) for player in players])

    @property
    def seat(self) -> KnownSeat | None:
        """The reader's seat; against oneself, the one to move."""
        own = [seat for seat in self.seats if seat.user == self.reader]
        return min(own, key=lambda seat: seat.number != self.game.to_move, default=None)

    @property
    def has_left(self) -> bool:
        """Whether the reader has left the game, which the others play on."""
        return self.seat is not None and self.seat.left_at is not None

    @property
    def players(self) -> str:
        """Who plays in it, but for seats whose players have left."""
        return joined([str(seat.user) for seat in self.seats if seat.user and not seat.left_at])

    @property
    def url(self) -> str:
        """The lasting address of the game, at which its players find the table."""
        return reverse("duel:game", args=[self.game.public_id])

    @property
    def came_to_nothing(self) -> bool:
        """Whether the reader sat down in vain, but for games that they withdrew themselves."""
        is_withdrawn = self.game.off_because == "withdrawn"
        return self.seat is not None and not (is_withdrawn and self.is_own)

    @property
    def result(self) -> str:
        """How it ended, told to the reader."""
        if self.damage:
            return self.damage
        against_oneself = all(each.user == self.reader for each in self.seats)
        number = self.seat.number if self.seat and not against_oneself else None
        return result_sentence(
            self.game,
            self.game.result or {},
            self._names(),
            number,
            is_unreachable=self.had_bounces and was_unreachable(self.game),
        )

    def _names(self) -> list[str]:
        return player_names(self.seats)


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Return first the lines that wait for their reader, by deadline; the longest wait follows."""
    return sorted(lines, key=_urgency)


def _urgency(line: Line) -> tuple[bool, bool, datetime]:
    game = line.game
    since = game.deadline or game.moved_at or game.proposed_at
    return not line.is_to_move, game.deadline is None, since
