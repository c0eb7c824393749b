"""A table's sheet: ``views`` its page, ``steps`` its buttons, ``paper`` beside it; ``rulings``;
``judging`` a hand in dispute, ``said`` what was said before it.
"""
