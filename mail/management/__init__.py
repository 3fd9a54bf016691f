"""Commands about mail that comes in."""
