"""What the templates of letters use."""
