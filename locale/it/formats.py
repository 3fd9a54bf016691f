"""Dates as Italians write them: Django would put a zero before the day, and a weekday in front."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
LOWER_CASE_NAMES = True
AND_CHANGES_BEFORE = ("e",)
