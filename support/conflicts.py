"""Which games an operator has a part in, and what they were shown; all of this room calls it."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from accounts.models import User
from duel.models import FormerPlayer, Game, KnownGame, Seat, Status
from duel.perspective.operators import games_known_to_operator
from mail.inbound.selectors import REVEALED as REVEALED_MAIL
from mail.models import InboundMail, Letter
from mail.previews import REVEALED, revealed_words
from support.errors import OwnGame
from support.models import Decision

_Row = TypeVar("_Row", bound=Model)

SAW = "saw what is hidden"
"""How the audit log begins to tell that an operator was shown what is hidden in a game."""

SAW_NOTES = f"{SAW} in notes"
"""That an operator has read what the players wrote to each other."""

EXPORTED = "exported what is kept about the person"
"""How the audit log begins to tell that an operator has read all that is kept about a person."""


def saw_at(ply: int) -> str:
    """Return how the audit log tells that somebody was shown what is hidden at a ply."""
    return f"{SAW} at ply {ply}"


def own_games(person: User, *, game: Game | None = None) -> list[int]:
    """Return the keys of the games (only `game`, if given) in which the person sits or once sat."""
    about = Q() if game is None else Q(game=game)
    sits = Seat.objects.filter(about, user=person).order_by().values_list("game_id", flat=True)
    sat = (rows.filter(about).values_list("game_id", flat=True) for rows in _seats_before(person))
    return list(sits.union(*sat))


def _seats_before(person: User) -> "tuple[QuerySet[Decision], QuerySet[FormerPlayer]]":
    """Return what tells that the person sat where another does: given by an operator, or taken."""
    given = Decision.objects.filter(replaced=person).order_by()
    return given, FormerPlayer.objects.filter(user=person).order_by()


def refuse_own_game(operator: User, game: Game) -> None:
    """Raise if the operator sits in the game, or sat in it before somebody else had the seat."""
    # Nobody sees hidden cards of, or decides about, a game of their own.
    if game.pk in own_games(operator, game=game):
        raise OwnGame


def without_own(person: User | None, rows: QuerySet[_Row], *, game: str = "pk") -> QuerySet[_Row]:
    """Return the rows without those of the person's own games; `game` is what points at it."""
    # Within their query: nobody learns of their own games by a count either.
    if person is None:
        return rows
    sits = Seat.objects.filter(user=person).order_by().values("game_id")
    for seats in (sits, *(before.values("game_id") for before in _seats_before(person))):
        rows = rows.exclude(**{f"{game}__in": seats})
    return rows


def has_part(person: User) -> Q:
    """Return the same as a condition on games, for a query that goes on from there."""
    sat = Q(decisions__replaced=person) | Q(former_players__user=person)
    return Q(seats__user=person) | sat


def games_known_to(operator: User, games: Sequence[Game]) -> list[KnownGame]:
    """Return the games as this operator may know them."""

    def own_seats() -> dict[int, list[int]]:
        seats: dict[int, list[int]] = {game: [] for game in own_games(operator)}
        for game, number in operator.seats.filter(game__in=games).values_list("game_id", "number"):
            seats[game].append(number)
        return seats

    return games_known_to_operator(games, own_seats)


def play_together(one: User, address: str, *, also_ended: bool = False) -> bool:
    """Return whether the two have a part in a game that runs, or one that is over if so asked."""
    statuses = [Status.RUNNING, Status.OVER] if also_ended else [Status.RUNNING]
    theirs = _has_part_by(address)
    games = Game.objects.filter(theirs, status__in=statuses, pk__in=own_games(one))
    return one.email != address and games.exists()


def _has_part_by(address: str | OuterRef) -> Q:
    """Return the condition that the owner of this address has a part in a game."""
    sat = Q(decisions__replaced__email=address) | Q(former_players__user__email=address)
    return Q(seats__user__email=address) | sat


def is_sent_by_opponent(person: User) -> Exists:
    """Return the same as a condition on mail that came in, for games that run."""
    theirs = _has_part_by(OuterRef("sender"))
    own = Game.objects.filter(has_part(person)).order_by().values("pk")
    games = Game.objects.filter(theirs, status=Status.RUNNING, pk__in=own)
    return Exists(games.order_by())


def has_seen_hidden(person: User, game: Game) -> bool:
    """Return whether the person was shown, as an operator, what a player may not see."""
    # On the page of the game, in a letter to one of the players, in a mail of theirs, or among all
    # that is kept about one of them. The audit log tells it, also once letter or mail are deleted.
    about = f"game:{game.public_id}"
    acts = AuditEntry.objects.filter(user=person)
    in_mail = _acts_on(InboundMail, acts).filter(
        object_repr__startswith=f"{about}:", change_message__startswith=REVEALED_MAIL
    )
    in_letter = _acts_on(Letter, acts).filter(change_message__startswith=revealed_words(about))
    players = game.seats.exclude(user=None).values_list("user_id", "user__email")
    exported = _acts_on(User, acts).filter(
        object_id__in=[str(pk) for pk, _ in players],
        change_message__startswith=EXPORTED,
        action_time__gte=game.proposed_at,
    )
    found = (
        _acts(person, game).filter(change_message__startswith=SAW),
        in_mail,
        in_letter,
        exported,
    )
    return any(rows.exists() for rows in found) or _has_read_letter(acts, game, about, players)


def _has_read_letter(
    acts: "QuerySet[AuditEntry]", game: Game, about: str, players: Iterable[tuple[int, str]]
) -> bool:
    """Return whether it was in a letter whose topic the audit log does not have."""
    # Letters once had none there; a daily letter is about all games of its reader.
    read = _acts_on(Letter, acts).filter(change_message__startswith=REVEALED)
    letters = [int(key) for key in read.values_list("object_id", flat=True) if key]
    to_players = Q(topic="", to__in=[email for _, email in players])
    of_all_games = to_players & Q(created_at__gte=game.proposed_at)
    return Letter.objects.filter(Q(topic=about) | of_all_games, pk__in=letters).exists()


def has_seen_position(person: User, game: Game, ply: int) -> bool:
    """Return whether the person was shown, as an operator, the whole position at this ply."""
    # A reason follows: without the colon, ply 1 would begin as ply 12 does.
    return _acts(person, game).filter(change_message__startswith=f"{saw_at(ply)}:").exists()


def _acts_on(model: type[Model], acts: "QuerySet[AuditEntry]") -> "QuerySet[AuditEntry]":
    """Return what of this was done about rows of the model."""
    return acts.filter(content_type=ContentType.objects.get_for_model(model))


def _acts(person: User, game: Game) -> "QuerySet[AuditEntry]":
    """Return what the person did about the game as an operator."""
    acts = AuditEntry.objects.filter(user=person)
    return _acts_on(Game, acts).filter(object_id=str(game.pk))
