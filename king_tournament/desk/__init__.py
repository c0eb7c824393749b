"""The laptop of the organizer and the arbiter. Nothing is stored here: the data apps do, ``king``
knows the rules.

``evening`` has evenings, their rules and
circuits, ``players`` the roster and the entries, ``tables`` a partita before and in play, ``sheet``
its sheets and rulings; ``standings``, shown as a ``standing_page``, and ``prize_giving`` are the
end, ``documents`` the paper and ``document_table`` its page's table, ``lists`` the pages that are
printed from the browser.
"""
