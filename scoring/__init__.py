"""Stores sheets, signatures, rulings, publications; ``king.sheet.full_sheet``, ``king.sheet.rulings``,
``king.standings.ranking`` know them.
"""
