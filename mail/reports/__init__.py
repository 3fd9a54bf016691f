"""What providers report of letters, and addresses that take none."""
