"""Stores the print queue and what was printed; ``king`` gives every figure on the paper, nothing is
computed here.

``document_list`` names the ``documents``; ``document_context`` is what each says of its evening,
``names`` how its people are written; ``paper``, ``lists``, ``pictures`` and ``spreadsheets`` draw,
``standing_columns`` with them the columns that ``wording`` declares; ``link_pictures`` are what a
messenger shows of a link. ``services`` asks for paper, ``paper_status`` says what a partita lacks,
``tasks`` makes it, ``database_storage`` keeps it in the database where several machines serve one
site; ``letters`` sends mails, ``mailing`` the results.
"""
