"""What operators are shown of games. Readers only: nothing here writes."""
