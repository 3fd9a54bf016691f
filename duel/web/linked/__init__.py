"""Pages that a signed link opens."""
