"""Whether what is stored is what was written, and what is done where it is not."""
