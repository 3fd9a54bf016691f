"""Pages of games: views, forms, addresses."""
