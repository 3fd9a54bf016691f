"""What a seat may see and be told, and how far a turn can be judged without seeing the rest."""
