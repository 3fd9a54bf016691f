"""The club: what finished games add up to, for people who are signed in."""
