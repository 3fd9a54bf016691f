"""What people write, in three languages: which legal move it is, or why it is none."""
