"""People: sign-in by mailed link, language, time zone, quiet hours and preferences."""
