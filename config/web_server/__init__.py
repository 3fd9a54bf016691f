"""How requests reach the application: whole, within limits, never by a thread that waits."""
