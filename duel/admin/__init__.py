"""The games in the admin: what operators see, and what they can decide."""
