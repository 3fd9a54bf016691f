"""How each game is told and drawn. Outside `engine/`, only this room knows which game it is."""
