"""Portuguese: 4 de dezembro de 2026, 04/12/2026, 21:30."""

DATE_FORMAT = r"j \d\e F \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e F"
SHORT_DATE_FORMAT = "d/m/Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
