"""The moves of Splendor Duel in words: lists, phrases, what they do."""
