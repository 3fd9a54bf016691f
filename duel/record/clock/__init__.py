"""What clocks write into the log, and what they read beside it."""
