"""What happened in a game, moment by moment: what operators and players are both told.

The timeline page of players and the reports of operators call it.
"""
