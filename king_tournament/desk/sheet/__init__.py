"""A table's sheet: ``views`` its page, ``rows`` and ``offers`` the lists on it, ``steps`` its
buttons, ``paper`` beside it; ``rulings`` and their ``ruling_cards``; ``judging`` a hand in dispute,
``judge_page`` its lists.
"""
