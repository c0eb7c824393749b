"""A partita: ``seats`` prepares and seats it, ``boards`` deals it, ``wall`` shows its tables, ``warnings`` what to look
at.
"""
