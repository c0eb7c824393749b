"""The phone at a table. Nothing is stored here; ``scoring`` keeps the sheets, ``king.sheet.full_sheet`` knows them."""
