"""What happened in a game, by moments: for the timeline of players and operators' reports."""
