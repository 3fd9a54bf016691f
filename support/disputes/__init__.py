"""Reports of players (disputes), and what operators do about them."""
