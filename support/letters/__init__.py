"""Letters about decisions, letters to operators, and previews of letters. Django imports them."""
