"""What changes about people. Only these modules write."""
