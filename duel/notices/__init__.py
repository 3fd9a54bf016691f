"""Which letters an act calls for, and their way to the outbox."""
