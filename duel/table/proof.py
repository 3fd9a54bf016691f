"""What a page needs to prove a game by itself, once its secret is open.

The page redoes what can be redone without the rules: the promise, the seed, every shuffle, the
chain of hashes. What to redo, and what each check means, is told here; how is in `static/replay/`.
"""

from typing import Any

from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from duel.games.registry import presentation_of
from duel.table.replay import Replay
from engine.fairness import seed_of
from engine.record import ENTRY_KEYS, export
from engine.verify import verify


@sensitive_variables()
def proof_of(replay: Replay) -> dict[str, Any] | None:
    """Return what is claimed of the game, and what to check; None while its secret is closed."""
    secret, header = replay.secret, replay.header
    if secret is None:
        return None
    draws = [*replay.draws()]
    return {
        "header": {
            "id": header.id,
            "game": header.game,
            "rules": header.rules,
            "options": dict(header.options),
            "commitment": header.commitment,
        },
        "nonces": list(header.nonces),
        "secret": secret.hex(),
        "seed": seed_of(secret, header.nonces).hex(),
        "keys": ENTRY_KEYS,
        "entries": [[getattr(entry, key) for key in ENTRY_KEYS] for entry in replay.entries],
        "draws": [
            {
                "label": draw.label,
                "items": draw.items,
                "drawn": draw.drawn,
                "is_shuffle": draw.is_shuffle,
            }
            for draw in draws
        ],
        "words": _words(replay, [draw.label for draw in draws]),
        "notes": _to_compare(replay),
        "moves": _judgement(replay, secret),
    }


def _words(replay: Replay, labels: list[str]) -> dict[str, str]:
    """Return what each check of the page means; `draw:` is followed by a label."""
    told = presentation_of(replay.terms)
    return {
        "commitment": gettext("The secret is the one that was promised before anybody joined."),
        "seed": gettext("The seed follows from the secret and the words of all players."),
        **{f"draw:{label}": told.chance_words(label) for label in labels},
        "header": gettext("The first entry vouches for the terms, the promise and the words."),
        "chain": gettext("Each entry fits its hash, and follows the one before it."),
    }


def _to_compare(replay: Replay) -> list[dict[str, str]]:
    """Return what players can compare with what they wrote down, and with their letters."""
    own_words = gettext("The word of %(name)s for the shuffle")
    entries, header = replay.entries, replay.header
    return [
        {"words": gettext("The promise"), "value": header.commitment},
        *(
            {"words": own_words % {"name": name}, "value": nonce}
            for name, nonce in zip(replay.names, header.nonces, strict=True)
        ),
        {
            "words": gettext("The head of the chain"),
            "value": entries[-1].hash if entries else header.hash,
        },
    ]


def _judgement(replay: Replay, secret: bytes) -> dict[str, Any]:
    """Return whether the moves hold, whose rules the page does not know, and that in words."""
    # Names are no part of the proof.
    names, result = ["" for _ in replay.names], replay.course.result
    file = export(replay.header, replay.entries, names=names, secret=secret, result=result)
    report = verify(file)
    if report.problems:
        told = gettext("The service finds that the record does not hold: %(problem)s")
        return {"hold": False, "words": told % {"problem": report.problems[0]}}
    told = gettext(
        "Whether each move follows the rules cannot be checked by this page. The service has "
        "replayed the whole game and found every move and every position right; with the file "
        "of the game you can do the same on your own machine."
    )
    return {"hold": True, "words": told}
