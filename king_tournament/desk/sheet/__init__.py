"""A table's sheet: ``views`` its page, ``steps`` its buttons, ``paper`` beside it; ``rulings``;
``judging`` a hand in dispute, ``auction`` checks what was said before it.
"""
