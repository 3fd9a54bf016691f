"""Nina, whom Ada invites, and the ways to the invitation."""

from urllib.parse import urlsplit

from duel.letters.invitation import invitation
from duel.lobby.invitations import invitation_url
from duel.models import Game, Notice, Seat
from mail.models import Letter
from mail.registry import Draft

NINA = "nina@elsewhere.example"


NEWCOMER = {"name": "Nina", "language": "it", "time_zone": "Europe/Rome", "word": "melograno"}


def seat_of(game: Game) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, number=1)


def path_to(game: Game, page: str = "invitation") -> str:
    return urlsplit(invitation_url(seat_of(game), page)).path


def letter_of(game: Game) -> Draft | None:
    return invitation({"notice": Notice.objects.get(game=game, kind="invitation").pk})


def letters() -> list[str]:
    posted = Letter.objects.filter(kind="invitation").order_by("pk")
    return list(posted.values_list("to", flat=True))
