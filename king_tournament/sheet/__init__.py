"""A table's score sheet, for every hand that writes one: phone, desk and programs."""
