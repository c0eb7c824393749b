"""The frame of every page, which asks the database nothing: ``page`` of the desk, with the lists of
``outline`` and ``parts``; answers to the ``public``, the ``standing_page``, the
``publication_cache`` and the ``page_cache``. ``print_rights`` and ``sheet_rights`` say who is given
which paper and sheet, to pages and programs alike; ``safety_copies`` shows copies. ``link_preview``
is how a page is sent round, ``calendar_file`` evenings to subscribe to, ``home_screen`` a page on a
phone's own screen; ``setting_fields`` of forms; ``person_entry`` for people, ``ruling_lines`` of
lists. ``command`` is the frame of commands.
"""
