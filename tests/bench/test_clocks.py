import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]


def test_the_measurement_sweeps_real_games() -> None:
    from bench import clocks  # it needs Django, which is set up by now

    names = [quantity.name for quantity in clocks.measure(few=20, many=3000, due=5, sweeps=1)]
    assert len(names) == len(set(names)) == 4
