import pytest
from django.db import connection

from duel.models import Game, Status

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]


def test_the_measurement_plays_real_games_and_finds_them_whole() -> None:
    from bench import log  # it needs Django, which is set up by now

    names = [quantity.name for quantity in log.measure(games=1)]
    assert len(names) == len(set(names)) == 7
    assert connection.vendor == "postgresql"
    assert set(Game.objects.values_list("status", flat=True)) == {Status.OVER}
