"""Which letters an act calls for, and how they get into the outbox. Services call it."""
