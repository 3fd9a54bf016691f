"""A game as one reader may know it: all that people read of a game is made from a `Perspective`.

Letters, pages, the API, replies, the timeline and replays take one and add only what is theirs.
Services that write take a `duel.record.log.Log`, and know nothing of readers.
"""
