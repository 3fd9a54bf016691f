"""What happened in a game, moment by moment: what operators and players are both told."""
