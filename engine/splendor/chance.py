"""What chance has decided in a game, with what it chose from: for those who redo it."""

from engine.contract import Draw
from engine.gems.chance import deck_draws, first_draw
from engine.splendor.facts import Facts
from engine.splendor.position import Position
from engine.splendor.setup import CITIES, NOBLE11, noble_pool

_FACES = ("A", "B")


def first_draws(facts: Facts, position: Position) -> list[Draw]:
    """Return what chance has decided before the first move, given the position then.

    Nothing is left to it after that.
    """
    return [
        first_draw(position.first, len(position.players)),
        *deck_draws(facts.cards_of_level, position.market, position.decks),
        *(_cities(facts, position) if CITIES in position.options else _nobles(facts, position)),
    ]


def _nobles(facts: Facts, position: Position) -> list[Draw]:
    pool = noble_pool(facts, with_eleventh=NOBLE11 in position.options)
    drawn = tuple(noble.id for noble in position.nobles)
    return [Draw("nobles", tuple(noble.id for noble in pool), drawn, is_shuffle=True)]


def _cities(facts: Facts, position: Position) -> list[Draw]:
    tiles = tuple(city.tile for city in position.cities)
    faces = tuple(_FACES[facts.faces(city.tile).index(city)] for city in position.cities)
    return [
        Draw("cities", tuple(facts.tiles), tiles, is_shuffle=True),
        Draw("faces", _FACES, faces, is_shuffle=False),
    ]
