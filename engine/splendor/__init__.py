"""Splendor, with Cities and Trading Posts.

From the facts to the contract, each file resting on those before it:

- facts: `colours`, `facts` (with `cards.csv`, `nobles.csv`, `cities.csv` and `posts.csv`)
- truth: `position`, `setup` (the first one), `seeing/view` (as JSON, whole or as a seat may see it)
- rules: `scoring` (who meets a city, who wins), `flow` (what follows an action), `move`, then one
  file per kind of move, with what is legal, what it does and the list of all such moves side by
  side: `taking`, `reserving`, `buying`, `choices`; `leaving` (a seat that retires);
  `seeing/events` (what happened, as data)
- text: `notation` (the canonical form), `options` (it taken apart), `legal` (the whole list)
- distrust: `checking/` (positions from strangers)
- people: `reading/` (what they write), `seeing/foresight` (a turn told in advance),
  `seeing/threats`, `standing`
- `game`: all of it as the contract wants it
"""

from engine.splendor.game import Splendor

GAME = Splendor()
