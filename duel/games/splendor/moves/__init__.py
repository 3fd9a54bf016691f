"""The moves of Splendor in words: lists, phrases, what they do."""
