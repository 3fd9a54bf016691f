"""What a newcomer finds on the first run."""
