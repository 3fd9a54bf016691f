"""What a page needs to prove a game by itself, once its secret is open; a replay's data hold it.

The page redoes all that needs no rules: the promise, the seed, every shuffle, the chain of hashes.
Here is what to redo, and what each check means; `static/replay/` does it.
"""

from typing import Any

from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from duel.games.registry import presentation_of
from duel.table.replay import Replay
from engine.exported_file import export
from engine.fairness import seed_of
from engine.record import ENTRY_KEYS
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
            **header.later_keys,
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
        "limits": _limits(replay),
        "moves": _judgement(replay, secret),
    }


def _words(replay: Replay, labels: list[str]) -> dict[str, str]:
    """Return what each check of the page means; `draw:` is followed by a label."""
    presentation = presentation_of(replay.terms)
    return {
        "commitment": gettext("The secret is the one that was promised before anybody joined."),
        **_derived_words(replay),
        "seed": gettext("The seed follows from the secret and the words of all players."),
        **{f"draw:{label}": presentation.chance_words(label) for label in labels},
        "header": gettext("The first entry vouches for the terms, the promise and the words."),
        "chain": gettext("Each entry fits its hash, and follows the one before it."),
    }


def _to_compare(replay: Replay) -> list[dict[str, str]]:
    """Return what players can compare with what they wrote down, and with their letters."""
    entries, header = replay.entries, replay.header
    return [
        {"words": gettext("The promise"), "value": header.commitment},
        *(
            {"words": _whose_word(name, is_drawn=is_drawn), "value": nonce}
            for name, nonce, is_drawn in zip(
                replay.names, header.nonces, header.drawn or [False] * header.seats, strict=True
            )
        ),
        {
            "words": gettext("The head of the chain"),
            "value": entries[-1].hash if entries else header.hash,
        },
    ]


def _derived_words(replay: Replay) -> dict[str, str]:
    if not any(replay.header.drawn or ()):
        return {}
    sentence = gettext(
        "Each word that no player gave is derived from the secret, so it was promised with it."
    )
    return {"derived": sentence}


def _whose_word(name: str, *, is_drawn: bool) -> str:
    if is_drawn:
        sentence = gettext("The word of %(name)s for the shuffle, derived from the secret")
    else:
        sentence = gettext("The word of %(name)s for the shuffle")
    return sentence % {"name": name}


def _limits(replay: Replay) -> list[str]:
    """Return what a proof of this game leaves open, in words."""
    drawn = replay.header.drawn
    if drawn is None:
        return [
            gettext(
                "This game is from the time before drawn words were derived from the secret: words "
                "that the service drew for players and bots were not promised, so only a word that "
                "you gave yourself proves anything to you."
            )
        ]
    if all(drawn):
        return [
            gettext(
                "No player gave a word of their own, so all chance follows from the secret, which "
                "the service drew alone."
            )
        ]
    return []


def _judgement(replay: Replay, secret: bytes) -> dict[str, Any]:
    """Return whether the moves hold, whose rules the page does not know, and that in words."""
    # Names are no part of the proof.
    names, result = ["" for _ in replay.names], replay.course.result
    file = export(replay.header, replay.entries, names=names, secret=secret, result=result)
    report = verify(file)
    if report.problems:
        sentence = gettext("The service finds that the record does not hold: %(problem)s")
        return {"hold": False, "words": sentence % {"problem": report.problems[0]}}
    sentence = gettext(
        "Whether each move follows the rules cannot be checked by this page. The service has "
        "replayed the whole game and found every move and every position right; with the file "
        "of the game you can do the same on your own machine."
    )
    return {"hold": True, "words": sentence}
