"""The documents, a module a family: ``gather`` reads plain data, ``render`` draws it;
``document_list`` has their keys. Before play ``announcement``, ``entry_lists``, ``seating_papers``;
``slips``; at the tables ``score_sheets``, ``arbiter_papers``; afterwards ``hand_records``,
``standings_paper`` with its ``standings_content``, ``prize_giving``, ``workbook``; a player's own
``person_paper``.
"""
