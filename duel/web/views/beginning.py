"""What comes next: told to whoever has just taken a seat, so that nobody waits in doubt."""

from django.utils.translation import gettext

from accounts.models import User
from duel.lobby.selectors import who_plays
from duel.models import Game
from duel.perspective.perspective import perspective_of_player
from duel.words.terms import in_full, terms_of


def next_steps(
    game: Game, player: User, *, is_signed_in: bool, tells_address: bool = True
) -> list[str]:
    """Return what a player of a game that runs has to know: whose turn, which letters, how, when.

    Their address is told to themselves alone, and to whoever has the invitation that went there.
    """
    address = player.email if is_signed_in or tells_address else gettext("your own address")
    return [
        gettext("The game has begun."),
        _whose_turn(game, player, address),
        gettext(
            "The letter shows the board and has a link for each move: open one, read what it does "
            "and press its button. You need not sign in for that."
        ),
        *in_full(terms_of(game).time, seats=game.seat_count),
        gettext("You find the game here among your games.")
        if is_signed_in
        else gettext("To see your games here, sign in with that address; there is no password."),
    ]


def waiting_steps(game: Game) -> list[str]:
    """Return what somebody has to know who has a seat in a game that is not full yet."""
    return [
        who_plays(game),
        gettext("The game begins as soon as all seats are taken."),
        gettext("When it is your turn, a letter comes."),
    ]


def _whose_turn(game: Game, player: User, address: str) -> str:
    """Return who moves first, while nobody has, and when a letter comes."""
    perspective = perspective_of_player(player, game.public_id)
    words = {"address": address}
    if perspective is None or perspective.game.ply or perspective.game.to_move is None:
        return gettext("Whenever it is your turn, a letter comes to %(address)s.") % words
    if perspective.is_to_move:
        return (
            gettext("You make the first move: the letter with it is on its way to %(address)s.")
            % words
        )
    words["name"] = perspective.names[perspective.game.to_move]
    return (
        gettext(
            "%(name)s makes the first move. When it is your turn, a letter comes to %(address)s."
        )
        % words
    )
