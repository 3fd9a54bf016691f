"""The suite. `python -m tests` sets up all that it needs and runs it whole."""
