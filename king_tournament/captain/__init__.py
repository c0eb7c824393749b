"""The phone at a table: ``page`` what it is given, ``views`` what it asks and sends. Nothing is
stored here; ``scoring`` keeps the sheets, ``king.sheet.full_sheet`` knows them.
"""
