"""A game's record: log, links, what others may know; people read it by `duel.perspective`."""
