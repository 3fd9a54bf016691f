"""What players do in a game: move, take back, offer, write."""
