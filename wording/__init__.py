"""Words for people, in the reader's language. Nothing is stored or drawn here: no HTML, no fonts,
no database.

``naming`` numbers, winds, cards, contracts · ``sentences`` sentences, refusals · ``results`` rows,
standings, reasons · ``rests`` partite sat out · ``rules`` settings, standings, choosing, selling ·
``regulation`` articles, penalties · ``ruling_words`` kinds of ruling, decisions · ``play_rules``
what is special in a hand · ``log_lines``, ``earlier_sentences``
that the database still has · ``errata`` · ``columns`` of standings.
"""
