"""How games come about, and the lists of them."""
