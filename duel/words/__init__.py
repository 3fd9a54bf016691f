"""Words that every room shares: titles, terms, moments, lengths of time."""
