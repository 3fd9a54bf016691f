"""Each decision as a verb, with its arguments: one table for all tests."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from accounts.models import User
from support.decisions import decide
from support.models import Act

hold = partial(decide, Act.HOLD)
pause = partial(decide, Act.PAUSE)
resume = partial(decide, Act.RESUME)
extend = partial(decide, Act.EXTEND)
roll_back = partial(decide, Act.ROLLBACK)
award = partial(decide, Act.AWARD)
void = partial(decide, Act.VOID)
resign_for = partial(decide, Act.RESIGN)
retire = partial(decide, Act.RETIRE)
play_for = partial(decide, Act.PROXY)
replace_player = partial(decide, Act.REPLACE)
cancel = partial(decide, Act.CANCEL)
reopen = partial(decide, Act.REOPEN)


@dataclass(frozen=True)
class Sample:
    """What a decision can be about; what is costly or chosen by lot is asked for only if needed."""

    seat: int = 0
    ply: Callable[[], int] = lambda: 0
    move: Callable[[], str] = lambda: "take a1"
    newcomer: Callable[[], User] = lambda: User.objects.get(name="Eve")


_NEEDS: dict[Act, Callable[[Sample], dict[str, Any]]] = {
    Act.EXTEND: lambda sample: {"seat": sample.seat, "seconds": 7200},
    Act.ROLLBACK: lambda sample: {"ply": sample.ply()},
    Act.AWARD: lambda sample: {"winners": [sample.seat]},
    Act.RESIGN: lambda sample: {"seat": sample.seat},
    Act.RETIRE: lambda sample: {"seat": sample.seat},
    Act.PROXY: lambda sample: {"text": sample.move()},
    Act.REPLACE: lambda sample: {"seat": sample.seat, "by": sample.newcomer()},
}


def needs(act: Act, sample: Sample | None = None) -> dict[str, Any]:
    """The arguments of the decision besides the ruling."""
    return _NEEDS[act](sample or Sample()) if act in _NEEDS else {}
