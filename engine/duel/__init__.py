"""Splendor Duel.

From the facts to the contract, each file resting on those before it:

- facts: `colours`, `cards` (with `cards.csv` and `royals.csv`), `board`
- truth: `position`, `setup` (the first one), `view` (as JSON, whole or as a seat may see it)
- rules: `flow` (what follows an action), `move`, then one file per kind of move, with what is
  legal, what it does and the list of all such moves side by side: `buying`, `reserving`, `taking`,
  `choices`; `events` (what happened, as data)
- text: `notation` (the canonical form), `legal` (the whole list)
- distrust: `shape`, `consistency`, `check` (positions from strangers)
- people: `reader` and the files it imports (what they write), `foresight` (a turn told in advance)
- `game`: all of it as the contract wants it
"""

from engine.duel.game import Duel

GAME = Duel()
