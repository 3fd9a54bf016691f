"""Letters about what operators decide, and letters to operators."""
