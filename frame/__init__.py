"""The frame of every page: ``page`` of the desk, with the steps of ``night`` and the lists of
``outline`` and ``parts``; what of an evening is ``visible`` to all, its ``standing_page``, and the
public pages that are ``kept``; ``link_preview`` is how a page is sent round, ``calendar_file``
evenings to subscribe to, ``home_screen`` a page on a phone's own screen; ``setting_fields`` of
forms; ``entering`` of people, ``ruling_lines`` of lists; ``backup`` makes a copy before a press
that cannot be taken back. ``command`` is the frame of commands.
"""
