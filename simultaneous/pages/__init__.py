"""Pages of simultaneous events: ``desk`` is an event at its centre, with its ``wall`` of halls;
``sheets`` are what halls reported, looked at and corrected there, ``standings`` its standings,
``mails`` what halls are sent, ``people`` their guests, ``copies`` a safety copy; ``invitation`` is
a hall's own page at the centre, ``sheet_entry`` the sheets that are typed there, with their
``sheet_fields``; ``public`` is what everybody reads, ``previews`` what is shown where their links
are sent. ``hall`` are the pages of the evening of a hall.
"""
