"""What people write, read as moves."""
