"""Examples in the help: what they show can be written."""

import re

import pytest
from django.utils.translation import override

from duel.games.registry import PRESENTATIONS
from engine.games import GAMES

QUOTED = re.compile("[“«]\\s*(.+?)\\s*[”»]")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", PRESENTATIONS)
def test_the_games_reader_understands_each_example(game: tuple[str, int], language: str) -> None:
    with override(language):
        examples = QUOTED.findall(str(PRESENTATIONS[game].examples))
    assert len(examples) > 2
    for example in examples:
        parsed = GAMES[game].parse_text(example, language)
        assert parsed.clauses
        assert parsed.problem is None, example
