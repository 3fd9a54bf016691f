"""The words and drawings of each game. Beside `engine/`, only this room knows which game it is."""
