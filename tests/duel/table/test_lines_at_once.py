"""Two presses at once on the page where a game is tried out."""

import pytest

from accounts.models import User
from duel.models import TriedLine
from duel.table import lines
from duel.table.lines import add_move, try_out
from duel.table.open_table import Visitor, open_table
from tests.duel.tables import at_once, begin


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_do_not_pass_the_limit(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    perspective = open_table(begin(ada, bruno).public_id, Visitor(ada)).perspective
    move = try_out(perspective).choices[0].move
    monkeypatch.setattr(lines, "MOST_LINES", 1)
    made = at_once([lambda: add_move(person=ada, perspective=perspective, move=move)] * 2)
    assert sorted(type(each).__name__ for each in made) == ["TooManyLines", "TriedLine"]
    assert TriedLine.objects.count() == 1
