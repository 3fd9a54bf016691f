"""Splendor, with Cities and Trading Posts.

From the facts to the contract, each file resting on those before it:

- `facts`: colours, cards, nobles, cities and posts (with `cards.csv`, `nobles.csv`, `cities.csv`
  and `posts.csv`)
- `position`: the truth of a moment; the first one; as JSON, whole or as a seat may see it
- `scoring`: who meets a city, who wins, who leads
- `flow`: what follows an action, how a seat leaves, what happened as data, who may know it
- `card_moves`, `token_moves`: each kind of move with what is legal, what it does and the list of
  all such moves side by side
- `moves`: the whole list, and the canonical text
- `foresight`: what can be judged without seeing what is hidden
- `checking`, `consistency`: positions from strangers
- `reading/`: what people write
- `game`: all of it as the contract wants it
"""

from engine.splendor.game import Splendor

GAME = Splendor()
