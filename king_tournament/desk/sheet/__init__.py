"""A table's sheet: ``views`` its page, ``steps`` its buttons, ``paper`` beside it; ``rulings`` and
their ``ruling_cards``; ``judging`` a hand in dispute, ``judge_page`` its fields.
"""
