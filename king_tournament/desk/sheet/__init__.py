"""A table's sheet: ``views`` its page and its rows, ``paper`` beside it, ``rulings``, ``judging`` a
hand in dispute.
"""
