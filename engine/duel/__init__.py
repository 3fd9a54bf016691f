"""Splendor Duel.

From the facts to the contract, each file resting on those before it:

- `facts`: colours, cards and royals (with `cards.csv` and `royals.csv`), the board
- `position`: the truth of a moment; the first one; as JSON, whole or as a seat may see it
- `flow`: what follows an action, what happened as data, who may know of it
- `card_moves`, `token_moves`: each kind of move with what is legal, what it does and the list of
  all such moves side by side
- `moves`: the whole list, and the canonical text
- `foresight`: what can be judged without seeing what is hidden
- `checking`, `consistency`: positions from strangers
- `reading/`: what people write
- `game`: all of it as the contract wants it
"""

from engine.duel.game import Duel

GAME = Duel()
