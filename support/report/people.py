"""The players of a game for operators: who can be reached, who is away; for diagnosis and page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Value

from duel.models import KnownGame, NoteMute, Seat, Vacation
from duel.words.naming import duration
from mail.addresses import normal_address
from mail.models import Mute, Suppression
from support.last_seen import SignOfLife, last_sign_among
from support.report.game_report import GameReport


@dataclass(frozen=True)
class Player:
    """Somebody in a seat, and what keeps letters from them or stops their clock."""

    seat: Seat
    name: str
    suppression: Suppression | None
    mutes: tuple[Mute, ...]
    """The letters that they do not want about this game, or at all."""
    vacation: Vacation | None
    """The one that they have now, or the next one."""
    is_bouncing: bool
    last_sign: SignOfLife | None
    """When and by what they were last seen in this game: a fetched link does not count."""
    are_notes_muted: bool
    """Whether operators hold back their notes, here or everywhere."""
    is_muted_here: bool
    """Whether operators hold them back in this game."""

    @property
    def bank(self) -> str:
        """What is in the bank, in words."""
        return duration(self.seat.bank_left)

    @property
    def is_bot(self) -> bool:
        """Whether a program plays there, which gets no letters and is never away."""
        return self.seat.user is not None and self.seat.user.is_bot

    @property
    def address(self) -> str:
        """Where letters go; nowhere for a bot."""
        if self.is_bot:
            return ""
        return self.seat.user.email if self.seat.user else self.seat.invited_address


def players_of(report: GameReport, *, now: datetime) -> list[Player]:
    """Return the players by seat, in as many queries however many they are."""
    seats = report.seats
    addresses = [_address(seat) for seat in seats]
    suppressed, muted = _suppressions_and_mutes(report.game, addresses)
    history = report.log.history if report.log and not report.is_broken else None
    mutes_of_notes = _note_mutes(report)
    muted_people = {user for user, _here in mutes_of_notes}
    return [
        Player(
            seat,
            name,
            suppressed.get(address),
            tuple(muted[address]),
            _vacation(report, seat, now),
            bool(history and history.is_bouncing(seat.number)),
            last_sign_among(
                seat,
                report.entries,
                report.link_uses,
                report.notes,
                [came.received_at for came in report.mail_of_player(seat.number)],
            ),
            seat.user_id in muted_people,
            (seat.user_id, True) in mutes_of_notes,
        )
        for seat, name, address in zip(seats, report.names, addresses, strict=True)
    ]


def _vacation(report: GameReport, seat: Seat, now: datetime) -> Vacation | None:
    """Return the vacation that the player has now, else the next one."""
    vacations = report.surroundings.vacations.get(seat.user_id, []) if seat.user_id else []
    return next((vacation for vacation in vacations if vacation.ends_at > now), None)


def _note_mutes(report: GameReport) -> set[tuple[int, bool]]:
    """Return whose notes are kept back, and whether that is so in this game."""
    people = [seat.user_id for seat in report.seats if seat.user_id]
    about_it = Q(game=None) | Q(game=report.game.pk)
    mutes = NoteMute.objects.filter(about_it, user__in=people)
    return {(mute.user_id, mute.game_id is not None) for mute in mutes}


def _suppressions_and_mutes(
    game: KnownGame, addresses: Sequence[str]
) -> tuple[dict[str, Suppression], defaultdict[str, list[Mute]]]:
    """Return which addresses take no letters, and what their owners have muted; in one query."""
    about_it = Q(topic="") | Q(topic=f"game:{game.public_id}")
    dead = Suppression.objects.filter(address__in=addresses, lifted_at__isnull=True)
    wishes = Mute.objects.filter(about_it, address__in=addresses)
    rows = wishes.values_list("address", "since", "kind", "topic", Value(""))
    both = rows.union(
        dead.values_list("address", "since", Value(""), Value(""), "reason"), all=True
    )
    suppressed: dict[str, Suppression] = {}
    muted: defaultdict[str, list[Mute]] = defaultdict(list)
    for address, since, kind, topic, reason in both.order_by("since"):
        if reason:
            suppressed[address] = Suppression(address=address, since=since, reason=reason)
        else:
            muted[address].append(Mute(address=address, since=since, kind=kind, topic=topic))
    return suppressed, muted


def _address(seat: Seat) -> str:
    return normal_address(seat.user.email if seat.user else seat.invited_address)
