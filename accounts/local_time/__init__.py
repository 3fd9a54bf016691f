"""Cities, time zones, and the hours of a person's own clock."""
