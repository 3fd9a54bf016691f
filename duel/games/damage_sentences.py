"""What became of a game with a damaged record, for pages, the API and the settlement's letter."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from duel.games.results import result_sentence
from duel.models import AnyGame
from duel.record.settlements import Settlement


def settlement_sentences(
    game: AnyGame, settlement: Settlement, names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what was decided, to the player in that seat (None: a spectator)."""
    if settlement.result is None:
        held = gettext(
            "The record of this game is damaged, so no move can be made until we have decided what "
            "becomes of it. Nobody runs out of time meanwhile."
        )
        if viewer is None:
            return [held]
        return [gettext("The clocks of your game stand still: we are looking into it."), held]
    ended = result_sentence(game, settlement.result, names, viewer)
    if settlement.operator is None:
        why = gettext(
            "The record of this game is damaged, so its end does not stand in the log; we keep it "
            "beside it."
        )
    else:
        why = gettext(
            "The record of this game is damaged and could not be played on, so an operator has "
            "settled it. The decision does not stand in the log; we keep it beside it."
        )
    file = gettext(
        "The file of this game shows what is stored. It is not signed: it proves nothing."
    )
    return [ended, why, file]


def damage_sentences(game: AnyGame) -> list[str]:
    """Return what a game page says while its damaged record is not settled."""
    return [
        gettext("The record of this game is damaged, so nothing can be played in it for now."),
        ngettext(
            "Nothing was changed, and nobody runs out of time meanwhile. The operators are told "
            "and decide what becomes of the game; both players get a letter then.",
            "Nothing was changed, and nobody runs out of time meanwhile. The operators are told "
            "and decide what becomes of the game; all players get a letter then.",
            game.seat_count - 1,
        ),
    ]


def told_by_letter(game: AnyGame) -> str:
    """Return that a letter says how a game was settled."""
    return ngettext(
        "The operators have decided about it: a letter has told both players what.",
        "The operators have decided about it: a letter has told all players what.",
        game.seat_count - 1,
    )
