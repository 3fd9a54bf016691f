"""The clocks of the games: what they show, why they start and stop, and what is due when."""
