"""A table's sheet: ``views`` its page and its rows, ``steps`` its buttons, ``paper`` beside it,
``rulings``, ``judging`` a hand in dispute.
"""
