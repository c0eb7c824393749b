"""A partita: ``seats`` prepares and seats it, ``boards`` deals it, ``wall`` shows its tables,
``sitting`` who sits at one and what changes there, ``warnings`` what to look at.
"""
