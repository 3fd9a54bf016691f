"""What was decided, in sentences to the players."""
