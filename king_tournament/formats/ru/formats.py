"""Russian: 4 декабря 2026, 04.12.2026, 21:30. After a day the month is in the genitive, which the
format E gives.
"""

DATE_FORMAT = "j E Y"
MONTH_DAY_FORMAT = "j E"
SHORT_DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j E Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
