"""What people write about Splendor Duel, in three languages, and which legal move that is."""
