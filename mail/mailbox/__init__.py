"""The mailbox of the embedded service: letters kept and shown instead of sent."""
