"""The frame of every page: ``page`` of the desk, with the lists of ``outline`` and ``parts``; the
``standing_page`` of the public and the ``page_cache`` of their pages; ``link_preview`` is how a
page is sent round, ``calendar_file`` evenings to subscribe to, ``home_screen`` a page on a phone's
own screen; ``setting_fields`` of forms; ``entering`` of people, ``ruling_lines`` of lists.
``command`` is the frame of commands. It asks the database nothing.
"""
