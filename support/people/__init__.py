"""What operators do about people. The admin's pages call it."""
