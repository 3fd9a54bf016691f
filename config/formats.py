"""Dates and names as each language writes them: `formats.py` in its folder of `locale/`.

Beside Django's names it may have `LOWER_CASE_NAMES`, for languages in which days and months have no
capital, and `AND_CHANGES_BEFORE`, the beginnings of words before which “and” is another word.
"""

from django.utils.translation import gettext_noop

from lib.languages import FOLDER

__path__ = [str(FOLDER)]

# Months, weekdays and languages stand in our catalogues, which go before Django's: in its Italian
# they begin with capitals.
LANGUAGES = (gettext_noop("English"), gettext_noop("French"), gettext_noop("Italian"))

MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)

WEEKDAYS = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
