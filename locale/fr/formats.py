"""What Django does not know of dates and lists in French."""

LOWER_CASE_NAMES = True
