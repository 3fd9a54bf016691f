"""What is decided about a mail when it comes in: whose it is, who wrote it, what is masked."""
