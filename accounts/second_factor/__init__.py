"""The second factor of operators."""
