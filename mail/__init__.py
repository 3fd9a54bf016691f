"""Letters out and in. This room knows addresses and letters, never games or players."""
