"""What operators see of one game. The admin's page of a game calls it."""
