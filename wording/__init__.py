"""Words for people, in the reader's language: nothing is stored or drawn here; ``king`` knows what is worded.

``naming`` numbers, lists, winds, cards, contracts, boards · ``sentences`` sentences and refusals · ``results`` rows,
marks, standings · ``rules`` settings, choosing, selling · ``regulation`` articles, penalties and decisions of the
arbiter · ``log_lines`` of the log. No HTML, no fonts, no database. The same value reads the same on desk, phone,
screen and paper, because all of them ask here.
"""
