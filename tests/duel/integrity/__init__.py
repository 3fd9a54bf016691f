"""Records that were tampered with: found, told, and settled."""
