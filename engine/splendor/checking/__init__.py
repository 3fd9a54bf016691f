"""A stranger's position: whether it can be one, and every problem named."""
