"""The documents, a module a family; ``printing.document_list`` has them by key.

A ``gather`` reads plain data, a ``render`` draws it.

Before play: ``announcement``, ``summary_card``, ``entry_lists``, ``seating_papers``; the cards: ``slips``,
``card_papers``; at the tables: ``score_sheets``, ``arbiter_papers``; afterwards: ``hand_records`` with the boards
compared, ``standings_paper`` with its ``standings_content``, ``prize_giving``, ``workbook``.
"""
