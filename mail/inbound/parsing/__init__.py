"""What a raw mail says: its headers, and the newest text of its writer. No Django in here."""
