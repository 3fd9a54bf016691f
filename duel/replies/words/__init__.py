"""What a reply says, in English, French and Italian: pure functions, no query."""
