"""Running an installation, and keeping it safe.

``folder`` is where everything lies; ``runner`` starts ``web`` and the ``worker``, whose queue is the ``spool``;
``backup`` keeps copies and ``restoring`` brings one back; ``trouble`` says what is wrong while it runs;
``translations`` compiles the catalogues.
"""
